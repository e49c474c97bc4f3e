// The client of the messaging API.
import type { Answer } from './answers.ts';
import { checkOptions } from './checks/check-options.ts';
import { MESSAGING_ROUTES, type MessagingMethods } from './generated/messaging.ts';
import { MESSAGING_FORMS } from './generated/messaging-forms.ts';
import { type CheckedOptions, namedMethods } from './named-methods.ts';
import { openRequester } from './requester.ts';
import { type DispatchWaits, dispatchWaits, type MessageWaits, messageWaits } from './waits/final-states.ts';

export type ClientOptions = CheckedOptions & {
  /** A key of the account; its type decides which methods it may call. */
  readonly key: string;
};

export type Client = MessagingMethods & {
  readonly messages: MessageWaits;
  readonly dispatches: DispatchWaits;
  readonly api: string;
  /** Status, request id and warnings beside this result. Undefined for texts and for objects of other origin. */
  answerOf(result: object): Answer | undefined;
};

export function openClient(options: ClientOptions): Client {
  checkOptions('openClient', options, { key: { type: 'string', format: 'key' } });
  const { key, checks = 'all' } = options;
  const requester = openRequester(options, { authorization: () => `Bearer ${key}` });
  const tables = { routes: MESSAGING_ROUTES, forms: MESSAGING_FORMS, checks };
  // The types and the tables come from the same contract.
  const methods = namedMethods(tables, requester) as unknown as MessagingMethods;
  const { messages, dispatches } = methods;
  return {
    ...methods,
    api: requester.api,
    answerOf: (result) => requester.answers.answerOf(result),
    messages: { ...messages, ...messageWaits(messages, requester.pause) },
    dispatches: { ...dispatches, ...dispatchWaits(dispatches, requester.pause) },
  };
}
