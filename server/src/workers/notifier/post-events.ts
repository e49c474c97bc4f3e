// Sends a portion of events, many at once, but the events of one message one after the other. The wire
// form of a partner callback is one object a request.
import type { PartnerCallback } from '@volley/contract/callbacks/partner-callbacks.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import type { DueEvents, TriedEvents } from '../../features/callbacks/deliver-callbacks.ts';
import type { CallbackEvent } from '../../features/callbacks/queue-events.ts';
import type { OutboundTarget } from '../../platform/outbound-http.ts';
import type { Platform } from '../../platform/platform.ts';

export type EventTarget = {
  readonly target: OutboundTarget;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
};

export async function postEvents(
  { metrics }: Pick<Platform, 'metrics'>,
  to: EventTarget,
  due: readonly DueEvents[],
): Promise<TriedEvents[]> {
  const failed = new Map<bigint, CallbackEvent[]>(due.map((portion) => [portion.id, []]));
  const chains = chainByMessage(due);
  let next = 0;
  const lane = async () => {
    for (let chain = chains[next++]; chain !== undefined; chain = chains[next++]) {
      for (const { portion, event } of chain) {
        const startedAt = performance.now();
        const ok = await post(to, event, portion.attempts + 1);
        metrics.observeMs('volley_callback_ms', performance.now() - startedAt);
        metrics.count('volley_callbacks_total', { result: ok ? 'delivered' : 'failed' });
        if (!ok) failed.get(portion.id)?.push(event);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(to.connections, chains.length) }, lane));
  return due.map((portion) => ({ due: portion, failed: failed.get(portion.id) ?? [] }));
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

async function post(to: EventTarget, event: CallbackEvent, attempt: number): Promise<boolean> {
  try {
    const headers = { ...to.headers, 'webhook-id': `${event.messageUuid}.${event.kind}`, 'x-attempt': String(attempt) };
    const { ok } = await to.target.post(to.path, headers, JSON.stringify(bodyOf(event)));
    return ok;
  } catch {
    // Refused, unreachable, too slow: all the same to the timetable.
    return false;
  }
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
