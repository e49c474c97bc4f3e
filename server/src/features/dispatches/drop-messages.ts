// Removes whole days of messages for good. A day goes only when nothing that is open refers to it; dispatches keep
// their counters and the ledger keeps its rows.
import { read } from '../../platform/database.ts';
import { countOldDays, dropOldDays } from '../../platform/partitions.ts';
import type { Platform } from '../../platform/platform.ts';
import { uuidFloor } from '../../platform/uuid-v7.ts';
import { type OpenWork, selectOpenBefore } from './drop-messages.sql.ts';
import { dropRejected } from './rejected-recipients.ts';

/** The audit recounts a dispatch for two days after its end, receipts wait for a week. */
const ENDED_DAYS = 7;

export type DroppedDays = {
  readonly dropped: number;
  /** Days with a reader that outlasted the time limit; another call finishes them. */
  readonly left: number;
  readonly open: readonly OpenWork[];
};

/** Drops the days (UTC) before `before`, or nothing, with what is open in them. */
export async function dropMessages({ db }: Pick<Platform, 'db'>, before: Date): Promise<DroppedDays> {
  const open = await read(db, (tx) => selectOpenBefore(tx, uuidFloor(before.getTime()), ENDED_DAYS));
  if (open.length > 0) return { dropped: 0, left: await countOldDays(db, 'messages', before), open };
  const dropped = await dropOldDays(db, 'messages', before);
  await dropRejected({ db }, before);
  return { dropped, left: await countOldDays(db, 'messages', before), open };
}
