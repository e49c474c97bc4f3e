// Checks the backlog in periods of ten samples, one per second: after the faults and the waits they caused, no period
// may have a larger backlog than the period before.
import type { Backlog } from './backlog.ts';

export type Look = Backlog & { readonly atMs: number };
export type Window = Backlog & { readonly fromMs: number };

const LOOKS = 10;

/** Sums of ten samples each, from `fromMs` on; an incomplete period is omitted. */
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
 * Periods that grew. Even without a backlog a sample may contain outcomes reported since the recorder's last round:
 * `noise`, at most one SMPP window per link. A sum of ten samples may contain it ten times.
 */
export function growths(windows: readonly Window[], noise: number): Window[] {
  return windows.filter((window, at) => {
    const before = windows[at - 1];
    return before !== undefined && sizeOf(window) > sizeOf(before) + LOOKS * noise;
  });
}

/** Means per period, the waits included, one line each. */
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
