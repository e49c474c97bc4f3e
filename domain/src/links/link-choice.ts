// Which links take the messages of a sender name.
import { PROTOCOL_FACTS, PROTOCOLS, type Protocol } from './provider-protocol.ts';

/** Protocols whose links take no message of a name without an account. */
export const ACCOUNT_PROTOCOLS: readonly Protocol[] = PROTOCOLS.filter(
  (protocol) => PROTOCOL_FACTS[protocol].account === 'required',
);

/**
 * A name that has an account at a provider sends over that link alone: elsewhere its messages would come from another
 * sender. `accountLinkId`: null if the name has no account.
 */
export function takesName(
  { id, protocol }: { readonly id: number; readonly protocol: Protocol },
  accountLinkId: number | null,
): boolean {
  return accountLinkId === null ? !ACCOUNT_PROTOCOLS.includes(protocol) : accountLinkId === id;
}
