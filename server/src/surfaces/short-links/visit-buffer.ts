// Buffers visits of short links: the redirect is immediate, the visits are stored a moment later, many in one
// transaction. While the database is down the buffer fills to its limit; further visits count as lost.
import { type LinkVisit, recordClicks } from '../../features/settlement/record-clicks.ts';
import type { Platform } from '../../platform/platform.ts';

const FLUSH_MS = 200;
const PORTION = 1_000;
const WAITING_MAX = 20_000;

export type VisitBuffer = { add(visit: LinkVisit): void; close(): Promise<void> };

export function startVisitBuffer(
  platform: Pick<Platform, 'db' | 'config' | 'bus' | 'metrics' | 'traces' | 'loops'>,
): VisitBuffer {
  const { loops, metrics } = platform;
  const waiting: LinkVisit[] = [];
  const flush = async () => {
    const portion = waiting.slice(0, PORTION);
    await recordClicks(platform, portion);
    waiting.splice(0, portion.length);
    if (portion.length > 0) metrics.count('volley_link_visits_total', { result: 'stored' }, portion.length);
    return waiting.length >= PORTION;
  };
  const loop = loops.start({ name: 'link-visits', idleMs: FLUSH_MS, round: flush });
  return {
    add: (visit) => {
      if (waiting.length >= WAITING_MAX) return metrics.count('volley_link_visits_total', { result: 'lost' });
      waiting.push(visit);
      if (waiting.length === PORTION) loop.wake();
    },
    close: async () => {
      await loop.stop();
      while (waiting.length > 0) await flush();
    },
  };
}
