// Behavior of the simulated Cloud API. It can change at any time, and a change with an unknown name or a value out of
// range is refused as a whole.
import { isLostAnswers, type LostAnswers } from '../../lost-answer.ts';

export type CloudScenario = {
  /** Answered with 130429. */
  throttledPercent: number;
  /** Answered with 503 and code 2, without effect. */
  failedPercent: number;
  /** The connection is closed before a call has any effect. */
  resetPercent: number;
  /** The answer is lost after a message was accepted. */
  lostAnswerPercent: number;
  lostAnswers: LostAnswers;
  /** Messages of a business number per second above which 130429 is answered; 0: unlimited. */
  messagesPerSecond: number;
  /** Messages to one person at once; after that one in six seconds, else 131056. 0: unlimited. */
  pairBurst: number;
  /** Numbers without an account: failed with 131026, without `sent`. */
  noAccountPercent: number;
  /** Failed after `sent`, with `failedCode`. */
  failedAfterSentPercent: number;
  failedCode: number;
  deliveryDelayMs: number;
  readPercent: number;
  readDelayMs: number;
  /** Of read messages: `read` comes without `delivered`. */
  readOnlyPercent: number;
  /** The statuses of a call are in the opposite order, and `read` comes before `delivered`. */
  outOfOrderPercent: number;
  /** A call comes twice. */
  duplicatePercent: number;
  /** Statuses without the number of the person. */
  noRecipientPercent: number;
  /** Statuses that are due together share a call. */
  statusesPerCall: number;
};

export const defaultCloudScenario: CloudScenario = {
  throttledPercent: 0,
  failedPercent: 0,
  resetPercent: 0,
  lostAnswerPercent: 0,
  lostAnswers: 'closed',
  messagesPerSecond: 80,
  pairBurst: 45,
  noAccountPercent: 0,
  failedAfterSentPercent: 0,
  failedCode: 131_049,
  deliveryDelayMs: 0,
  readPercent: 0,
  readDelayMs: 200,
  readOnlyPercent: 0,
  outOfOrderPercent: 0,
  duplicatePercent: 0,
  noRecipientPercent: 0,
  statusesPerCall: 1,
};

const dayMs = 86_400_000;
const wholes: Partial<Record<keyof CloudScenario, readonly [min: number, max: number]>> = {
  messagesPerSecond: [0, 10_000],
  pairBurst: [0, 10_000],
  failedCode: [1, 999_999],
  deliveryDelayMs: [0, dayMs],
  readDelayMs: [0, dayMs],
  statusesPerCall: [1, 1_000],
};

function isInRange(name: string, value: unknown): boolean {
  if (name === 'lostAnswers') return isLostAnswers(value);
  if (!Object.hasOwn(defaultCloudScenario, name) || typeof value !== 'number') return false;
  // Checked above to be one of its names.
  const bounds = wholes[name as keyof CloudScenario];
  const [min, max] = bounds ?? [0, 100];
  return value >= min && value <= max && (bounds === undefined || Number.isInteger(value));
}

/** The names of unknown settings and of values out of range. */
export function cloudFaultsOf(change: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(change)
    .filter(([name, value]) => !isInRange(name, value))
    .map(([name]) => name);
}
