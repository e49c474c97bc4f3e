// Idempotency keys: a repeated request changes data once. The reply is stored in the transaction of the change, so
// neither exists without the other. A refused request leaves no trace and may be repeated under the same key.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction, read, type TransactionGuard, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  deleteReplies,
  insertReply,
  type KeyedRequest,
  lockKey,
  type StoredReply,
  selectReply,
} from './kept-replies.sql.ts';

export type { StoredReply } from './kept-replies.sql.ts';

const KEPT_MS = 24 * 3_600_000;
const PORTION = 1_000;

/** Rolls back the transaction of a request whose reply is already stored. */
export class AnsweredBefore extends Error {
  readonly reply: StoredReply;

  constructor(reply: StoredReply) {
    super(`request was answered before, with status ${reply.status}`);
    this.reply = reply;
  }
}

/** The stored reply of this request. */
export function findReply({ db }: Pick<Platform, 'db'>, request: KeyedRequest): Promise<StoredReply | undefined> {
  return read(db, (tx) => replyBefore(tx, request));
}

/** Stores the reply in the transaction of the request, and refuses a concurrent request with the same key. */
export function storeReply(request: KeyedRequest, replyOf: (result: unknown) => StoredReply): TransactionGuard {
  return {
    before: async (tx) => {
      if (!(await lockKey(tx, request)))
        throw new Refusal('idempotency-conflict', { problem: 'is in use at this moment', retryAfterSeconds: 1 });
      const reply = await replyBefore(tx, request);
      if (reply !== undefined) throw new AnsweredBefore(reply);
    },
    after: (tx, result) => insertReply(tx, request, replyOf(result)),
  };
}

async function replyBefore(tx: Tx, request: KeyedRequest): Promise<StoredReply | undefined> {
  const kept = await selectReply(tx, request);
  if (kept !== undefined && !kept.bodyDigest.equals(request.bodyDigest))
    throw new Refusal('idempotency-conflict', { problem: 'was used with another body' });
  return kept;
}

/** True: more replies may be due. */
export async function forgetReplies({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  const removed = await inTransaction(db, (tx) => deleteReplies(tx, new Date(tx.now.getTime() - KEPT_MS), PORTION));
  return removed === PORTION;
}
