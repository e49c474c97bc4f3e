// Spans of visits of short links, in the traces of their messages. A span begins with the visit and ends when the visit
// is stored.
import type { ClickVerdict } from '@volley/domain/short-links/click-verdict.ts';
import type { Platform } from '../../platform/platform.ts';

type Visited = {
  readonly visits: readonly { readonly messageId: string; readonly atMs: number }[];
  /** In the order of the visits. */
  readonly verdicts: readonly ClickVerdict[];
  /** Business time of the transaction. */
  readonly now: Date;
};

/** Call it after COMMIT. */
export function traceClicks(traces: Platform['traces'], { visits, verdicts, now }: Visited): void {
  if (!traces.isOn) return;
  const endMs = Date.now();
  for (const [at, { messageId, atMs }] of visits.entries()) {
    if (!traces.has(messageId)) continue;
    traces.add(messageId, {
      name: 'click',
      kind: 'consumer',
      startMs: endMs - Math.max(0, now.getTime() - atMs),
      endMs,
      attributes: { 'volley.click.verdict': verdicts[at] },
    });
  }
}
