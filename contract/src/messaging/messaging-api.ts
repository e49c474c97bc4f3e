import type { EndpointShape } from '../endpoint.ts';
import { getBalance } from './balance.ts';
import { convertFlashcall } from './flashcall-conversion.ts';
import { listEvents } from './events.ts';
import { ping } from './ping.ts';
import { createTemplate, getTemplate, listTemplates, updateTemplate } from './templates.ts';
import { checkVerification, checkWidgetCode, sendVerification, sendWidgetCode } from './verifier.ts';

export const messagingApi: readonly EndpointShape[] = [
  ping,
  getBalance,
  listEvents,
  createTemplate,
  listTemplates,
  getTemplate,
  updateTemplate,
  sendVerification,
  checkVerification,
  sendWidgetCode,
  checkWidgetCode,
  convertFlashcall,
];
