// Behavior of the simulated VK API. It can change at any time, and a change with an unknown name or a value out of
// range is refused as a whole.
import { isLostAnswers, type LostAnswers } from '../../lost-answer.ts';

export type VkBotsScenario = {
  /** Answered with error 6. */
  throttledPercent: number;
  /** Answered with error 10, without effect. */
  failedPercent: number;
  /** The connection is closed before a call has any effect. */
  resetPercent: number;
  /** The answer is lost after a message was sent. */
  lostAnswerPercent: number;
  lostAnswers: LostAnswers;
  /** Calls of a community per second above which error 6 is answered; 0: unlimited. */
  callsPerSecond: number;
  /** Code of the error that answers every message, without effect; 0: none. */
  sendError: number;
};

export const defaultVkBotsScenario: VkBotsScenario = {
  throttledPercent: 0,
  failedPercent: 0,
  resetPercent: 0,
  lostAnswerPercent: 0,
  lostAnswers: 'closed',
  callsPerSecond: 20,
  sendError: 0,
};

const percentMax = 100;
/** Of settings that are not a percentage. */
const max: Readonly<Record<string, number>> = { callsPerSecond: 10_000, sendError: 100_000 };

function isInRange(name: string, value: unknown): boolean {
  if (name === 'lostAnswers') return isLostAnswers(value);
  if (!Object.hasOwn(defaultVkBotsScenario, name) || typeof value !== 'number') return false;
  return value >= 0 && value <= (max[name] ?? percentMax);
}

/** The names of unknown settings and of values out of range. */
export function vkBotsFaultsOf(change: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(change)
    .filter(([name, value]) => !isInRange(name, value))
    .map(([name]) => name);
}
