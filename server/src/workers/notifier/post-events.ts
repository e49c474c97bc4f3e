// Posts a portion of events in parallel, but the events of a message in sequence. A partner callback carries one event
// per request.
import type { PartnerCallback } from '@volley/contract/callbacks/partner-callbacks.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import type { Attempt } from '../../features/callbacks/feed/list-attempts.ts';
import type { CallbackEvent } from '../../features/callbacks/feed/queue-events.ts';
import type { DueEvents, TriedEvents } from '../../features/callbacks/partner/deliver-callbacks.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OpenTarget } from './open-targets.ts';
import { type PostOutcome, postCallback } from './post-callback.ts';
import { traceCallback } from './trace-callback.ts';

export type PostedEvents = { readonly tried: TriedEvents[]; readonly attempts: readonly Attempt[] };

export async function postEvents(
  platform: Pick<Platform, 'metrics' | 'traces'>,
  to: OpenTarget,
  due: readonly DueEvents[],
): Promise<PostedEvents> {
  const failed = new Map<bigint, CallbackEvent[]>(due.map((portion) => [portion.id, []]));
  const log = new Map<string, Attempt>();
  const chains = chainByMessage(due);
  let next = 0;
  const lane = async () => {
    for (let chain = chains[next++]; chain !== undefined; chain = chains[next++]) {
      for (const { portion, event } of chain) {
        const attempt = portion.attempts + 1;
        const id = `${event.messageUuid}.${event.kind}`;
        const outcome = await postCallback(platform, to, { id, attempt, body: JSON.stringify(bodyOf(event)) });
        if (platform.traces.isOn) traceCallback(platform.traces, to, { attempt, events: [event] }, outcome);
        addToLog(log, { attempt, event, webhookId: id }, outcome);
        if (!outcome.ok) failed.get(portion.id)?.push(event);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(to.connections, chains.length) }, lane));
  const tried = due.map((portion) => ({ due: portion, failed: failed.get(portion.id) ?? [] }));
  return { tried, attempts: [...log.values()] };
}

/** Adds to the log entry of the same attempt and result: an entry per event would cost more than the event itself. */
function addToLog(
  log: Map<string, Attempt>,
  { attempt, event, webhookId }: { attempt: number; event: CallbackEvent; webhookId: string },
  { status, error, ms, response }: PostOutcome,
): void {
  const key = `${attempt} ${status} ${error}`;
  const before = log.get(key);
  log.set(key, {
    attempt,
    status,
    error,
    events: (before?.events ?? 0) + 1,
    firstNumber: null,
    lastNumber: null,
    numbers: null,
    kinds: [...new Set([...(before?.kinds ?? []), event.kind])],
    messageUuid: before?.messageUuid ?? event.messageUuid,
    webhookId: before?.webhookId ?? webhookId,
    response: before?.response ?? response,
    ms: Math.max(before?.ms ?? 0, ms),
  });
}

type Chained = { readonly portion: DueEvents; readonly event: CallbackEvent };

function chainByMessage(due: readonly DueEvents[]): Chained[][] {
  const chains = new Map<string, Chained[]>();
  for (const portion of due) {
    for (const event of portion.events) {
      const chain = chains.get(event.messageUuid);
      if (chain === undefined) chains.set(event.messageUuid, [{ portion, event }]);
      else chain.push({ portion, event });
    }
  }
  return [...chains.values()];
}

function bodyOf({ kind, messageUuid, destination, atMs, errorCode }: CallbackEvent): PartnerCallback {
  const at = formatDatetime(new Date(atMs));
  switch (kind) {
    case 'sent':
      return { event: 'sent', messageUuid, destination, status: 'SENT', sentAt: at };
    case 'delivered':
      return { event: 'delivered', messageUuid, destination, status: 'DELIVERED', deliveredAt: at };
    case 'failed':
      return { event: 'failed', messageUuid, destination, status: 'FAILED', failedAt: at, errorCode };
  }
}
