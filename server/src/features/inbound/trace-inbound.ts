// Spans of inbound messages, one per traced message. The trace has the id of the inbound message, and its root is the
// call of the provider.
import { addTracedMessages, currentRequest } from '../../platform/logging/request-context.ts';
import type { Platform } from '../../platform/platform.ts';
import { timesSince } from '../../platform/traces/otlp.ts';
import type { InboundRow } from './inbound.sql.ts';

type Received = Pick<InboundRow, 'id' | 'companyId' | 'linkId' | 'channelType'>;

/** Call it after COMMIT. `startedAt`: of `performance.now()`. */
export function traceInbound(traces: Platform['traces'], rows: readonly Received[], startedAt: number): void {
  if (!traces.isOn) return;
  const times = timesSince(startedAt);
  const requestId = currentRequest()?.requestId;
  const traced = rows.filter(({ id }) => traces.has(id));
  for (const { id, companyId, linkId, channelType } of traced) {
    const attributes = {
      'volley.company.id': companyId,
      'volley.link.id': linkId,
      'volley.channel': channelType,
      'volley.request.id': requestId,
    };
    traces.add(id, { name: 'receive', kind: 'consumer', ...times, attributes });
  }
  addTracedMessages(traced.map(({ id }) => id));
}
