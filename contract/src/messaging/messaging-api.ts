import type { EndpointShape } from '../endpoint.ts';
import { getBalance } from './balance.ts';
import {
  addRecipients,
  createDispatch,
  getDispatch,
  listDispatches,
  startDispatch,
  stopDispatch,
} from './dispatches.ts';
import { listEvents } from './events.ts';
import { convertFlashcall } from './flashcall-conversion.ts';
import { listMessages } from './message-list.ts';
import { getMessage, sendCascades, sendMessages, stopMessages } from './messages.ts';
import { ping } from './ping.ts';
import { createSenderName, getSenderName, listSenderNames, updateSenderName } from './sender-names.ts';
import { deleteSubscribers, inviteSubscriber, listSubscribers, uploadSubscribers } from './subscribers.ts';
import { createTemplate, getTemplate, listTemplates, updateTemplate } from './templates.ts';
import {
  cancelVerification,
  checkVerification,
  checkWidgetCode,
  getVerification,
  sendVerification,
  sendWidgetCode,
} from './verifier.ts';

export const messagingApi: readonly EndpointShape[] = [
  ping,
  getBalance,
  sendMessages,
  sendCascades,
  listMessages,
  getMessage,
  stopMessages,
  createDispatch,
  addRecipients,
  startDispatch,
  stopDispatch,
  listDispatches,
  getDispatch,
  listEvents,
  createSenderName,
  listSenderNames,
  getSenderName,
  updateSenderName,
  createTemplate,
  listTemplates,
  getTemplate,
  updateTemplate,
  uploadSubscribers,
  listSubscribers,
  deleteSubscribers,
  inviteSubscriber,
  sendVerification,
  checkVerification,
  getVerification,
  cancelVerification,
  sendWidgetCode,
  checkWidgetCode,
  convertFlashcall,
];
