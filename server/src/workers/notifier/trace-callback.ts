// The span of an attempt of a callback, one per traced message whose events it carried.
import type { Platform } from '../../platform/platform.ts';
import type { OpenTarget } from './open-targets.ts';
import type { PostOutcome } from './post-callback.ts';

type Posted = {
  readonly attempt: number;
  readonly events: readonly { readonly messageUuid: string; readonly kind: string }[];
};

export function traceCallback(
  traces: Platform['traces'],
  { host, targetId }: Pick<OpenTarget, 'host' | 'targetId'>,
  { attempt, events }: Posted,
  { ok, status, error, ms }: PostOutcome,
): void {
  if (!traces.isOn) return;
  const endMs = Date.now();
  for (const { messageUuid, kind } of events) {
    if (!traces.has(messageUuid)) continue;
    traces.add(messageUuid, {
      name: 'callback',
      kind: 'client',
      startMs: endMs - ms,
      endMs,
      attributes: {
        'server.address': host,
        'http.request.method': 'POST',
        'http.response.status_code': status ?? undefined,
        'volley.callback.target': targetId,
        'volley.callback.attempt': attempt,
        'volley.callback.event': kind,
        'volley.callback.events': events.length,
      },
      ...(!ok && { failure: error ?? `status ${status}` }),
    });
  }
}
