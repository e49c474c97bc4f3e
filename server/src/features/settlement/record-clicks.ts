// Stores visits of short links and records the click events of human visits, in one transaction.
import type { Visit } from '@volley/domain/short-links/click-verdict.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { EventBatch, MessageEvent } from '../callbacks/feed/message-event.ts';
import { recordEvents } from '../callbacks/feed/record-events.ts';
import type { FollowedShortLink } from '../short-links/find-short-link.ts';
import { shortLinkBase } from '../short-links/short-link-address.ts';
import { storeVisits } from '../short-links/store-visits.ts';
import { type ClickOrigin, selectClickOrigins } from './click-origins.sql.ts';
import { traceClicks } from './trace-clicks.ts';

export type LinkVisit = FollowedShortLink & Omit<Visit, 'handedOverAtMs'>;

export async function recordClicks(
  { db, config, bus, traces }: Pick<Platform, 'db' | 'config' | 'bus' | 'traces'>,
  visits: readonly LinkVisit[],
): Promise<void> {
  if (visits.length === 0) return;
  const base = shortLinkBase(config);
  const { recorded, verdicts, now } = await inTransaction(db, async (tx) => {
    const origins = await originsOf(tx, visits);
    const classified = await storeVisits(
      tx,
      visits.map((visit) => ({
        ...visit,
        handedOverAtMs: origins.get(visit.messageId)?.sentAt?.getTime() ?? null,
      })),
    );
    const batches = visits.flatMap((visit, at) => {
      const origin = origins.get(visit.messageId);
      return classified[at] === 'human' && origin !== undefined && !origin.isPartners
        ? [batchOf(visit, origin, `${base}/${visit.code}`)]
        : [];
    });
    if (batches.length > 0) await recordEvents(tx, batches);
    return { recorded: batches.length, verdicts: classified, now: tx.now };
  });
  traceClicks(traces, { visits, verdicts, now });
  if (recorded > 0) bus.wake('notify');
}

async function originsOf(
  tx: Parameters<typeof selectClickOrigins>[0],
  visits: readonly LinkVisit[],
): Promise<ReadonlyMap<string, ClickOrigin>> {
  const people = visits.filter((visit) => visit.agent !== 'robot').map((visit) => visit.messageId);
  const rows = people.length === 0 ? [] : await selectClickOrigins(tx, [...new Set(people)]);
  return new Map(rows.map((row) => [row.messageId, row]));
}

function batchOf(visit: LinkVisit, origin: ClickOrigin, shortUrl: string): EventBatch {
  const event: MessageEvent = {
    kind: 'click',
    messageUuid: visit.messageId,
    channelType: origin.channelType,
    atMs: visit.atMs,
    url: visit.url,
    shortUrl,
    ...(origin.externalMessageId !== null && { externalMessageId: origin.externalMessageId }),
    ...(origin.cascadeRoot !== null && { cascadeRoot: origin.cascadeRoot }),
    ...(origin.cascadeStep !== null && { cascadeStep: origin.cascadeStep }),
  };
  return { companyId: visit.companyId, endpointId: origin.endpointId, wanted: origin.wanted, events: [event] };
}
