// Judges the backlog by windows of ten looks, one a second: once the faults are over and what they left has had its
// waits, no window may have more in it than the one before.
import type { Backlog } from './backlog.ts';

export type Look = Backlog & { readonly atMs: number };
export type Window = Backlog & { readonly fromMs: number };

const LOOKS = 10;

/** Sums of ten looks each, from `fromMs` on; a window that is not full is left out. */
export function windowsOf(looks: readonly Look[], fromMs: number): Window[] {
  const judged = looks.filter(({ atMs }) => atMs >= fromMs);
  return Array.from({ length: Math.floor(judged.length / LOOKS) }, (_, at) => {
    const within = judged.slice(at * LOOKS, (at + 1) * LOOKS);
    const total = (name: keyof Backlog) => within.reduce((sum, look) => sum + look[name], 0);
    const first = within[0]?.atMs ?? fromMs;
    return { fromMs: first, receipts: total('receipts'), doubts: total('doubts'), outcomes: total('outcomes') };
  });
}

const sizeOf = ({ receipts, doubts, outcomes }: Backlog): number => receipts + doubts + outcomes;

/**
 * The windows that grew. Without any backlog a look may find what the operators reported since the recorder's last
 * round: `noise`, at most one window of unanswered submits of every link. A sum of ten looks may hold it ten times.
 */
export function growths(windows: readonly Window[], noise: number): Window[] {
  return windows.filter((window, at) => {
    const before = windows[at - 1];
    return before !== undefined && sizeOf(window) > sizeOf(before) + LOOKS * noise;
  });
}

/** Means of all windows, those of the waits too, one line each. */
export function drawTable(looks: readonly Look[], lastFaultMs: number): string[] {
  const windows = windowsOf(looks, 0);
  const most = Math.max(1, ...windows.map(sizeOf));
  const row = (cells: readonly (string | number)[]) => cells.map((cell) => String(cell).padStart(9)).join('');
  return [
    row(['after s', 'receipts', 'doubts', 'outcomes']),
    ...windows.map((window) => {
      const mean = (name: keyof Backlog) => Math.round(window[name] / LOOKS);
      const bar = '#'.repeat(Math.ceil((sizeOf(window) / most) * 40));
      const after = ((window.fromMs - lastFaultMs) / 1_000).toFixed(0);
      return `${row([after, mean('receipts'), mean('doubts'), mean('outcomes')])}  ${bar}`;
    }),
  ];
}
