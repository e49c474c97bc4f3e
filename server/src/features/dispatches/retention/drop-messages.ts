// Drops whole days of messages. A day is dropped only when no open dispatch, batch or cascade step refers to it;
// dispatches keep their counters and the ledger keeps its rows.
import { read } from '../../../platform/database/database.ts';
import { countOldDays, dropOldDays } from '../../../platform/database/partitions.ts';
import type { Platform } from '../../../platform/platform.ts';
import { uuidFloor } from '../../../platform/uuid-v7.ts';
import { dropRejected } from '../recipients/rejected-recipients.ts';
import { type OpenWork, selectOpenBefore } from './drop-messages.sql.ts';

/** The audit recounts a dispatch for two days after its end, receipts wait for a week. */
const ENDED_DAYS = 7;

export type DroppedDays = {
  readonly dropped: number;
  /** Days whose readers outlasted the time limit; the next call drops them. */
  readonly left: number;
  readonly open: readonly OpenWork[];
};

/** Drops the days (UTC) before `before`; if any of their messages are still needed, drops none and returns `open`. */
export async function dropMessages({ db }: Pick<Platform, 'db'>, before: Date): Promise<DroppedDays> {
  const open = await read(db, (tx) => selectOpenBefore(tx, uuidFloor(before.getTime()), ENDED_DAYS));
  if (open.length > 0) return { dropped: 0, left: await countOldDays(db, 'messages', before), open };
  const dropped = await dropOldDays(db, 'messages', before);
  await dropRejected({ db }, before);
  return { dropped, left: await countOldDays(db, 'messages', before), open };
}
