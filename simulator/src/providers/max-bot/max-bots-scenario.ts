// Behavior of the simulated Bot API of MAX. It can change at any time, and a change with an unknown name or a value out
// of range is refused as a whole.
import { isLostAnswers, type LostAnswers } from '../../lost-answer.ts';

export type MaxBotsScenario = {
  /** Answered with 429. */
  throttledPercent: number;
  /** Answered with 503, without effect. */
  failedPercent: number;
  /** The connection is closed before a call has any effect. */
  resetPercent: number;
  /** The answer is lost after a message was sent. */
  lostAnswerPercent: number;
  lostAnswers: LostAnswers;
  /** Calls of a bot per second above which 429 is answered; 0: unlimited. */
  callsPerSecond: number;
  /** HTTP code, code and message that answer every message, without effect: `403 chat.denied …`; empty: none. */
  sendError: string;
};

export const defaultMaxBotsScenario: MaxBotsScenario = {
  throttledPercent: 0,
  failedPercent: 0,
  resetPercent: 0,
  lostAnswerPercent: 0,
  lostAnswers: 'closed',
  callsPerSecond: 30,
  sendError: '',
};

const percentMax = 100;
const callsPerSecondMax = 10_000;

const errorForm = /^(?:[45]\d\d \S+ .{0,200})?$/;

function isInRange(name: string, value: unknown): boolean {
  if (name === 'lostAnswers') return isLostAnswers(value);
  if (name === 'sendError') return typeof value === 'string' && errorForm.test(value);
  const most = name === 'callsPerSecond' ? callsPerSecondMax : percentMax;
  return Object.hasOwn(defaultMaxBotsScenario, name) && typeof value === 'number' && value >= 0 && value <= most;
}

/** The names of unknown settings and of values out of range. */
export function maxBotsFaultsOf(change: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(change)
    .filter(([name, value]) => !isInRange(name, value))
    .map(([name]) => name);
}
