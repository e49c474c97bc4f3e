// Spans of the recorder, one per traced message: the operator's answer stored, the receipt stored. The span of a
// receipt begins when the receipt arrived.
import type { Platform } from '../../platform/platform.ts';
import { timesSince } from '../../platform/traces/otlp.ts';
import type { Outcome } from '../queue/batches/outcome.ts';
import type { FinalReceipt } from '../receipts/match-receipts.ts';
import { RECEIPT_STATES } from '../receipts/receipt.ts';

type Recorded = {
  readonly outcomes: readonly Outcome[];
  readonly finals: ReadonlyMap<string, FinalReceipt>;
  /** Business time of the transaction. */
  readonly now: Date;
};

const STATES: ReadonlyMap<number, string> = new Map(Object.entries(RECEIPT_STATES).map(([name, code]) => [code, name]));

export function traceRecorded(
  traces: Platform['traces'],
  { outcomes, finals, now }: Recorded,
  startedAt: number,
): void {
  if (!traces.isOn) return;
  const times = timesSince(startedAt);
  for (const outcome of outcomes) traceOutcome(traces, outcome, times);
  for (const receipt of finals.values()) {
    if (!traces.has(receipt.messageId)) continue;
    const waitedMs = Math.max(0, now.getTime() - receipt.receivedAt.getTime());
    traces.add(receipt.messageId, {
      name: 'record receipt',
      kind: 'consumer',
      startMs: times.startMs - waitedMs,
      endMs: times.endMs,
      attributes: {
        'volley.receipt.state': STATES.get(receipt.state),
        'volley.error.code': receipt.errorCode ?? undefined,
        'volley.provider.code': receipt.providerCode ?? undefined,
      },
    });
  }
}

type Times = ReturnType<typeof timesSince>;

function traceOutcome(traces: Platform['traces'], { batchId, attempt, linkId, sent, failed }: Outcome, times: Times) {
  const attributes = { 'volley.batch.id': batchId, 'volley.batch.attempt': attempt, 'volley.link.id': linkId };
  const span = { name: 'record answer', kind: 'consumer', ...times } as const;
  for (const [id] of sent)
    if (traces.has(id)) traces.add(id, { ...span, attributes: { ...attributes, 'volley.answer': 'sent' } });
  for (const [id, code] of failed)
    if (traces.has(id))
      traces.add(id, { ...span, attributes: { ...attributes, 'volley.answer': 'failed', 'volley.error.code': code } });
}
