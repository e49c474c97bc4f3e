// The client of the messaging API.
import { MESSAGING_ROUTES, type MessagingMethods } from './generated/messaging.ts';
import { namedMethods } from './named-methods.ts';
import { openRequester, type RequesterOptions } from './requester.ts';

export type ClientOptions = RequesterOptions & {
  /** A key of the account; its type decides which methods it may call. */
  readonly key: string;
};

export type Client = MessagingMethods & { readonly api: string };

export function openClient({ key, ...options }: ClientOptions): Client {
  const requester = openRequester(options, { authorization: () => `Bearer ${key}` });
  // The types and the table come from the same contract.
  const methods = namedMethods(MESSAGING_ROUTES, requester) as unknown as MessagingMethods;
  return { api: requester.api, ...methods };
}
