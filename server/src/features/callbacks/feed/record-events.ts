// Records events in the transaction that causes them, without numbers. Gapless numbers assigned here would block all
// other transactions of the company until COMMIT; the sequencer numbers committed events.
import type { Tx } from '../../../platform/database/database.ts';
import { EVENTS_IN_ROW_MAX, type InboxRow, insertInbox } from './events.sql.ts';
import { type EventBatch, type MessageEvent, packMessageEvents } from './message-event.ts';

export async function recordEvents(tx: Tx, batches: readonly EventBatch[]): Promise<void> {
  const rows = batches.flatMap(rowsOf);
  if (rows.length > 0) await insertInbox(tx, rows);
}

function rowsOf({ events, ...batch }: EventBatch): InboxRow[] {
  const rows: InboxRow[] = [];
  for (let at = 0; at < events.length; at += EVENTS_IN_ROW_MAX)
    rows.push(rowOf(batch, events.slice(at, at + EVENTS_IN_ROW_MAX)));
  return rows;
}

function rowOf({ companyId, endpointId, wanted }: Omit<EventBatch, 'events'>, events: readonly MessageEvent[]) {
  const wantedCount = endpointId === null ? 0 : events.filter(({ kind }) => wanted.includes(kind)).length;
  const ofVerifications = events.some(({ verificationUuid }) => verificationUuid !== undefined);
  return {
    companyId,
    endpointId,
    wanted,
    count: events.length,
    wantedCount,
    ofVerifications,
    events: packMessageEvents(events),
  };
}
