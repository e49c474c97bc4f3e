// Behavior of the simulated Telegram Bot API. It can change at any time, and a change with an unknown name or a value
// out of range is refused as a whole.
import { isLostAnswers, type LostAnswers } from '../../lost-answer.ts';

export type BotsScenario = {
  /** Answered with 429. */
  throttledPercent: number;
  retryAfterSeconds: number;
  /** Answered with 500, without effect. */
  failedPercent: number;
  /** The connection is closed before a call has any effect. */
  resetPercent: number;
  /** The answer is lost after a message was sent. */
  lostAnswerPercent: number;
  lostAnswers: LostAnswers;
  /** Calls of a bot per second above which 429 is answered; 0: unlimited. */
  callsPerSecond: number;
  /** Code and description that answer every message, without effect, such as `403 Forbidden`; empty: none. */
  sendError: string;
};

export const defaultBotsScenario: BotsScenario = {
  throttledPercent: 0,
  retryAfterSeconds: 1,
  failedPercent: 0,
  resetPercent: 0,
  lostAnswerPercent: 0,
  lostAnswers: 'closed',
  callsPerSecond: 0,
  sendError: '',
};

const max: Readonly<Record<Exclude<keyof BotsScenario, 'sendError' | 'lostAnswers'>, number>> = {
  throttledPercent: 100,
  retryAfterSeconds: 3_600,
  failedPercent: 100,
  resetPercent: 100,
  lostAnswerPercent: 100,
  callsPerSecond: 10_000,
};

const errorForm = /^(?:[45]\d\d \S.{0,200})?$/;

function isInRange(name: string, value: unknown): boolean {
  if (name === 'lostAnswers') return isLostAnswers(value);
  if (name === 'sendError') return typeof value === 'string' && errorForm.test(value);
  // Checked to be one of its names.
  return Object.hasOwn(max, name) && typeof value === 'number' && value >= 0 && value <= max[name as keyof typeof max];
}

/** The names of unknown settings and of values out of range. */
export function botsFaultsOf(change: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(change)
    .filter(([name, value]) => !isInRange(name, value))
    .map(([name]) => name);
}
