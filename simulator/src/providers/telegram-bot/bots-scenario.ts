// Behavior of the simulated Telegram Bot API. It can change at any time, and a change with an unknown name or a value out
// of range is refused as a whole.

export type BotsScenario = {
  /** Answered with 429. */
  throttledPercent: number;
  retryAfterSeconds: number;
  /** Answered with 502 and a page, without effect. */
  failedPercent: number;
  /** The connection is closed before a call has any effect. */
  resetPercent: number;
  /** The connection is closed in place of an answer, after a message was sent. */
  lostAnswerPercent: number;
  /** Calls of a bot per second above which 429 is answered; 0: unlimited. */
  callsPerSecond: number;
};

export const defaultBotsScenario: BotsScenario = {
  throttledPercent: 0,
  retryAfterSeconds: 1,
  failedPercent: 0,
  resetPercent: 0,
  lostAnswerPercent: 0,
  callsPerSecond: 0,
};

const max: Readonly<Record<keyof BotsScenario, number>> = {
  throttledPercent: 100,
  retryAfterSeconds: 3_600,
  failedPercent: 100,
  resetPercent: 100,
  lostAnswerPercent: 100,
  callsPerSecond: 10_000,
};

const isInRange = (name: string, value: unknown): boolean =>
  Object.hasOwn(max, name) &&
  typeof value === 'number' &&
  value >= 0 &&
  // Checked above to be one of its names.
  value <= max[name as keyof BotsScenario];

/** The names of unknown settings and of values out of range. */
export function botsFaultsOf(change: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(change)
    .filter(([name, value]) => !isInRange(name, value))
    .map(([name]) => name);
}
