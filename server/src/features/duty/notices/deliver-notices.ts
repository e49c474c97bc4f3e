// Claims due notices, sends them outside of transactions, then marks them. A sweeper that dies in between leaves a
// claim that ends: the notice is sent again under the same id.
import { nextAttemptMs } from '@volley/domain/duty/duty-contact.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { updateHealth } from '../contacts/contacts.sql.ts';
import { type ClaimedNotice, claimNotices, updateEnded, updateNextTry } from './notices.sql.ts';
import { sendNotice } from './send-notice.ts';
import type { SendResult } from './sent-notice.ts';

/** Longer than an attempt may take. */
export const CLAIM_MS = 60_000;
const AT_ONCE_MAX = 20;

type Needs = Pick<Platform, 'db' | 'clock' | 'config' | 'secrets' | 'log' | 'metrics'>;

/** True: more notices may be due. */
export async function deliverNotices(platform: Needs): Promise<boolean> {
  const due = await inTransaction(platform.db, (tx) => claimNotices(tx, CLAIM_MS, AT_ONCE_MAX));
  await Promise.all(due.map((notice) => deliver(platform, notice)));
  return due.length > 0;
}

async function deliver(platform: Needs, notice: ClaimedNotice): Promise<void> {
  const result = await sendNotice(platform, notice, {
    id: notice.id,
    attempt: notice.attempts,
    notice: notice.content,
  });
  platform.metrics.count('volley_duty_notices_total', {
    kind: notice.kind,
    result: result.ok ? 'delivered' : 'failed',
  });
  await storeResult(platform, notice, result);
}

async function storeResult({ db, log }: Needs, notice: ClaimedNotice, result: SendResult): Promise<void> {
  const { id, contactId, createdAt, attempts } = notice;
  const isGivenUp = await inTransaction(db, async (tx) => {
    await updateHealth(tx, contactId, result.ok ? null : result.error);
    const wait = result.ok
      ? undefined
      : nextAttemptMs(attempts, tx.now.getTime() - createdAt.getTime(), result.retryAfterMs);
    if (wait === undefined) await updateEnded(tx, id, result.ok);
    else await updateNextTry(tx, id, new Date(tx.now.getTime() + wait));
    return wait === undefined && !result.ok;
  });
  if (result.ok) return;
  log.warn({ contactId, notice: id, attempts, reason: result.error, isGivenUp }, 'notice to duty not delivered');
}
