// Name of every method → its endpoint. `npm run openapi` writes types and routes of the methods from these tables; a
// test finds endpoints without a method.
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import { getBalance } from '@volley/contract/messaging/balance.ts';
import * as accountDispatches from '@volley/contract/messaging/dispatches.ts';
import { listEvents } from '@volley/contract/messaging/events.ts';
import { convertFlashcall } from '@volley/contract/messaging/flashcall-conversion.ts';
import { listMessages } from '@volley/contract/messaging/message-list.ts';
import { getMessage, sendCascades, sendMessages, stopMessages } from '@volley/contract/messaging/messages.ts';
import { ping } from '@volley/contract/messaging/ping.ts';
import * as senderNames from '@volley/contract/messaging/sender-names.ts';
import * as subscribers from '@volley/contract/messaging/subscribers.ts';
import * as templates from '@volley/contract/messaging/templates.ts';
import * as verifier from '@volley/contract/messaging/verifier.ts';
import { issueToken } from '@volley/contract/partner/auth.ts';
import { createCallbackSecret, listCallbackSecrets } from '@volley/contract/partner/callback-secrets.ts';
import * as companies from '@volley/contract/partner/companies.ts';
import * as dispatches from '@volley/contract/partner/dispatches.ts';
import * as documents from '@volley/contract/partner/documents.ts';
import * as messages from '@volley/contract/partner/messages.ts';
import { listSenderFees, listTariffs } from '@volley/contract/partner/prices.ts';
import { listRecipients, putRecipient } from '@volley/contract/partner/recipients.ts';
import * as senders from '@volley/contract/partner/senders.ts';

export type MethodTable = Readonly<Record<string, Readonly<Record<string, EndpointShape>>>>;

export const MESSAGING_METHODS = {
  service: { ping },
  balance: { get: getBalance },
  messages: {
    send: sendMessages,
    sendCascades,
    list: listMessages,
    get: getMessage,
    stop: stopMessages,
    reportFlashcall: convertFlashcall,
  },
  dispatches: {
    create: accountDispatches.createDispatch,
    addRecipients: accountDispatches.addRecipients,
    start: accountDispatches.startDispatch,
    stop: accountDispatches.stopDispatch,
    list: accountDispatches.listDispatches,
    get: accountDispatches.getDispatch,
  },
  events: { list: listEvents },
  senders: {
    create: senderNames.createSenderName,
    list: senderNames.listSenderNames,
    get: senderNames.getSenderName,
    update: senderNames.updateSenderName,
  },
  templates: {
    create: templates.createTemplate,
    list: templates.listTemplates,
    get: templates.getTemplate,
    update: templates.updateTemplate,
  },
  subscribers: {
    upload: subscribers.uploadSubscribers,
    list: subscribers.listSubscribers,
    delete: subscribers.deleteSubscribers,
    invite: subscribers.inviteSubscriber,
  },
  verifier: {
    send: verifier.sendVerification,
    check: verifier.checkVerification,
    get: verifier.getVerification,
    cancel: verifier.cancelVerification,
    sendWidgetCode: verifier.sendWidgetCode,
    checkWidgetCode: verifier.checkWidgetCode,
  },
} as const satisfies MethodTable;

export const PARTNER_METHODS = {
  auth: { issueToken },
  companies: {
    create: companies.createCompany,
    list: companies.listCompanies,
    get: companies.getCompany,
    update: companies.updateCompany,
  },
  documents: {
    upload: documents.uploadDocument,
    list: documents.listDocuments,
    download: documents.downloadDocument,
    delete: documents.deleteDocument,
  },
  callbackSecrets: { list: listCallbackSecrets, create: createCallbackSecret },
  senders: {
    create: senders.createSender,
    list: senders.listSenders,
    get: senders.getSender,
    update: senders.updateSender,
    suspend: senders.suspendSender,
    unsuspend: senders.unsuspendSender,
  },
  dispatches: {
    create: dispatches.createDispatch,
    estimate: dispatches.estimateDispatch,
    appendMessages: dispatches.appendMessages,
    start: dispatches.startDispatch,
    stop: dispatches.stopDispatch,
    delete: dispatches.deleteDispatch,
    list: dispatches.listDispatches,
    get: dispatches.getDispatch,
    listRejected: dispatches.listRejected,
  },
  messages: { list: messages.listMessages, get: messages.getMessage },
  blacklist: { list: listRecipients, put: putRecipient },
  prices: { tariffs: listTariffs, senderFees: listSenderFees },
} as const satisfies MethodTable;
