// Limits against SMS pumping: rates, and how numbers and addresses are counted. The limits are settings of a profile.

export type Rate = {
  readonly most: number;
  readonly windowSeconds: number;
  /** Shortest time between two codes. */
  readonly pauseSeconds: number;
};

/** Wrong codes per number of a company per day; later codes are harder to guess. */
export const WRONG_CHECKS_MAX = 20;

export const NUMBER_WINDOW_SECONDS = 600;
export const ADDRESS_WINDOW_SECONDS = 3_600;
export const PREFIX_WINDOW_SECONDS = 3_600;
/** Visitors of a prefix stay under suspicion for this long after the last sign of pumping. */
export const SUSPECT_SECONDS = 3_600;

/** Seconds until the next code is allowed; 0 if allowed now. */
export function waitSeconds(times: readonly Date[], { most, windowSeconds, pauseSeconds }: Rate, now: Date): number {
  const inWindow = times
    .map((time) => time.getTime())
    .filter((time) => time > now.getTime() - windowSeconds * 1000)
    .sort((a, b) => a - b);
  // Without a pause, only the rate counts: of two calls at once, the one with the later time may be counted first.
  const newest = pauseSeconds === 0 ? undefined : inWindow.at(-1);
  const pauseEnd = newest === undefined ? 0 : newest + pauseSeconds * 1000;
  const leaves = inWindow.length < most ? undefined : inWindow.at(-most);
  const windowEnd = leaves === undefined ? 0 : leaves + windowSeconds * 1000;
  return Math.max(0, Math.ceil((Math.max(pauseEnd, windowEnd) - now.getTime()) / 1000));
}

/** Block of ten thousand consecutive numbers: pumping services own such blocks, people do not. */
export function numberPrefix(destination: string): string {
  return destination.slice(0, -4);
}

type EnteredShare = { readonly enteredShareMin: number; readonly enteredShareAfter: number };

/** Whether the share of entered codes among today's earlier codes of a prefix is too low. */
export function isSeldomEntered(
  { sent, entered }: { readonly sent: number; readonly entered: number },
  { enteredShareMin, enteredShareAfter }: EnteredShare,
): boolean {
  return sent >= enteredShareAfter && entered * 100 < sent * enteredShareMin;
}

const MOSCOW_OFFSET_MS = 3 * 3_600_000;
const DAY_MS = 86_400_000;

/** Day in Europe/Moscow, such as `2026-11-15`, and its remaining seconds. */
export function countingDay(now: Date): { readonly day: string; readonly secondsLeft: number } {
  const local = now.getTime() + MOSCOW_OFFSET_MS;
  return {
    day: new Date(local).toISOString().slice(0, 10),
    secondsLeft: Math.ceil((DAY_MS - (local % DAY_MS)) / 1000),
  };
}
