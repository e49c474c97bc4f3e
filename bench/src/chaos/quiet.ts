// Samples once per second until no work is left, and stores the samples. Messages may wait for a receipt until their
// lifetime ends, since some receipts are unreadable: their number must only stay constant.
import { pause } from '../harness/wait.ts';
import type { BacklogWatch, Work } from './backlog.ts';
import type { Look } from './backlog-windows.ts';

const EVERY_MS = 1_000;
/** Longer than any receipt takes without faults. */
const STILL_LOOKS = 5;

export type Quiet = { readonly looks: readonly Look[]; readonly isQuiet: boolean; readonly tookMs: number };

export async function untilQuiet(watch: BacklogWatch, limitMs: number, say: (what: string) => void): Promise<Quiet> {
  const startedMs = performance.now();
  const looks: Look[] = [];
  let lastLine = '';
  let lastSent = -1;
  let still = 0;
  for (;;) {
    const work = await watch.look();
    const atMs = performance.now();
    looks.push({ atMs, receipts: work.receipts, doubts: work.doubts, outcomes: work.outcomes });
    const line = lineOf(work);
    if (line !== lastLine) say(line);
    lastLine = line;
    still = work.sent === lastSent && isIdle(work) ? still + 1 : 0;
    lastSent = work.sent;
    const isQuiet = isIdle(work) && (work.sent === 0 || still >= STILL_LOOKS);
    const tookMs = atMs - startedMs;
    if (isQuiet || tookMs > limitMs) return { looks, isQuiet, tookMs };
    await pause(EVERY_MS);
  }
}

const isIdle = (work: Work): boolean => Object.entries(work).every(([name, count]) => count === 0 || name === 'sent');

const lineOf = (work: Work): string =>
  [
    `backlog: ${work.receipts} receipts unread, ${work.doubts} batches in doubt, ${work.outcomes} outcomes waiting`,
    `open: ${work.batches} batches, ${work.queued} queued, ${work.sent} sent, ${work.callbacks} callbacks, ${work.held} receipts held by operators`,
  ].join('; ');
