// Events as the engine records them, for tests of the feed and of callbacks.
import { randomUUID } from 'node:crypto';
import type { EventKind, MessageEvent } from '../../src/features/callbacks/feed/message-event.ts';
import { recordEvents } from '../../src/features/callbacks/feed/record-events.ts';
import { registerTarget } from '../../src/features/callbacks/targets/register-target.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import type { Platform } from '../../src/platform/platform.ts';

export const AT = Date.UTC(2026, 6, 1, 10, 0, 2);

export function statusEvent(kind: 'sent' | 'delivered' | 'read', change: Partial<MessageEvent> = {}): MessageEvent {
  // A change may name only members of this kind of event.
  return { kind, status: kind, messageUuid: randomUUID(), channelType: 'SMS', atMs: AT, ...change } as MessageEvent;
}

export const deliveredEvents = (count: number) => Array.from({ length: count }, () => statusEvent('delivered'));

export function messagingEndpoint(platform: Platform, companyId: number, url: string): Promise<number> {
  return inTransaction(platform.db, (tx) => registerTarget(tx, platform, { companyId, form: 'MESSAGING' }, url));
}

export async function record(
  { db }: Platform,
  companyId: number,
  events: readonly MessageEvent[],
  to: { endpointId: number | null; wanted?: readonly EventKind[] } = { endpointId: null },
): Promise<void> {
  const { endpointId, wanted = ['delivered'] } = to;
  await inTransaction(db, (tx) => recordEvents(tx, [{ companyId, endpointId, wanted, events }]));
}
