// One request under a key changes something once, however often it is sent. The answer is written by the
// transaction of the change, so there is no moment at which one of them exists without the other. What was
// refused left no trace and may be tried again under the same key.
import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction, read, type TransactionGuard, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  deleteReplies,
  insertReply,
  type KeptReply,
  type KeyedRequest,
  lockKey,
  selectReply,
} from './kept-replies.sql.ts';

export type { KeptReply } from './kept-replies.sql.ts';

const KEPT_MS = 24 * 3_600_000;
const PORTION = 1_000;

/** Leaves the transaction of a request whose answer is known already; nothing of it is committed. */
export class AnsweredBefore extends Error {
  readonly reply: KeptReply;

  constructor(reply: KeptReply) {
    super('the request was answered before');
    this.reply = reply;
  }
}

/** The answer this very request got before, if it did. */
export function findReply({ db }: Pick<Platform, 'db'>, request: KeyedRequest): Promise<KeptReply | undefined> {
  return read(db, (tx) => replyBefore(tx, request));
}

/** Keeps the reply in the transaction that it goes with, and lets no twin in beside it. */
export function keepReply(request: KeyedRequest, replyOf: (result: unknown) => KeptReply): TransactionGuard {
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

async function replyBefore(tx: Tx, request: KeyedRequest): Promise<KeptReply | undefined> {
  const kept = await selectReply(tx, request);
  if (kept !== undefined && !kept.bodyDigest.equals(request.bodyDigest))
    throw new Refusal('idempotency-conflict', { problem: 'was used with another body' });
  return kept;
}

/** True when there may be more to remove. */
export async function forgetReplies({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  const removed = await inTransaction(db, (tx) => deleteReplies(tx, new Date(tx.now.getTime() - KEPT_MS), PORTION));
  return removed === PORTION;
}
