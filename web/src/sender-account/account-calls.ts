import type * as contract from '@volley/contract/console/sender-accounts.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';

export type AccountReply = ReplyOf<typeof contract.getSenderAccount>;
export type TestedReply = ReplyOf<typeof contract.putSenderAccount>;

export type AccountKind = AccountReply['kinds'][number];

/** The calls of a partner's user, or of staff. */
export type AccountCalls = {
  readonly put: (values: Record<string, string>, protocol: AccountKind['protocol']) => Promise<TestedReply>;
  readonly remove: () => Promise<unknown>;
  /** Reads the account again. */
  readonly onChanged: () => Promise<void>;
};
