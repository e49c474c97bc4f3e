// Spans of batches, one per traced message: published on the bus, begun by the connector.
import type { Platform } from '../../../platform/platform.ts';
import { type Attributes, timesSince } from '../../../platform/traces/otlp.ts';
import type { Batch } from './batch.ts';

type Traces = Platform['traces'];
type Tried = {
  readonly batch: Batch;
  /** Absent: it succeeded. */
  readonly failure?: string;
};

/** `startedAt`: of `performance.now()`. */
export function tracePublished(traces: Traces, tried: readonly Tried[], startedAt: number): void {
  if (traces.isOn) trace(traces, tried, { name: 'publish batch', kind: 'producer', ...timesSince(startedAt) });
}

export function traceBegun(traces: Traces, tried: readonly Tried[], startedAt: number): void {
  if (traces.isOn) trace(traces, tried, { name: 'begin batch', kind: 'consumer', ...timesSince(startedAt) });
}

type Head = {
  readonly name: string;
  readonly kind: 'producer' | 'consumer';
  readonly startMs: number;
  readonly endMs: number;
};

function trace(traces: Traces, tried: readonly Tried[], head: Head): void {
  for (const { batch, failure } of tried) {
    const span = { ...head, attributes: attributesOf(batch), failure };
    for (const { id } of batch.messages) if (traces.has(id)) traces.add(id, span);
  }
}

/** Also of the spans of submits. */
export function attributesOf({ id, attempt, companyId, dispatchId, linkId, lane, messages }: Batch): Attributes {
  return {
    'messaging.system': 'nats',
    'messaging.batch.message_count': messages.length,
    'volley.batch.id': id,
    'volley.batch.attempt': attempt,
    'volley.company.id': companyId,
    'volley.dispatch.id': dispatchId,
    'volley.lane': lane,
    'volley.link.id': linkId,
  };
}
