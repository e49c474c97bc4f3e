// Behavior of a simulated provider of an HTTP channel. Like the scenario of an SMPP account it can change at any time,
// and a change with an unknown name or a value out of range is refused as a whole.
import { isLostAnswers, type LostAnswers } from '../lost-answer.ts';

export type ChannelScenario = {
  answerDelayMs: number;
  /** Answered with 429. */
  throttledPercent: number;
  retryAfterSeconds: number;
  /** Answered with 500, before the message is accepted. */
  failedPercent: number;
  /** Requests answered with 500 between two that are accepted: a fixed share, without long runs of failures. */
  failedBetween: number;
  /** Never answered, but the message is accepted. */
  hangPercent: number;
  /** The answer is lost after the message was accepted. */
  lostAnswerPercent: number;
  lostAnswers: LostAnswers;
  /** The connection is closed before the message is accepted. */
  resetPercent: number;
  refusedPercent: number;
  refusedCode: number;
  /** Every call is refused as not authenticated. */
  lockedOut: boolean;
  statusDelayMs: number;
  undeliveredPercent: number;
  undeliveredCode: number;
  noStatusPercent: number;
  readPercent: number;
  readDelayMs: number;
  /** Every status of these messages is sent twice. */
  duplicatePercent: number;
  /** `read` comes before `delivered`. */
  outOfOrderPercent: number;
  /** `read` is sent, `delivered` never. */
  readOnlyPercent: number;
  /** The first status is sent before the answer. */
  statusBeforeAnswerPercent: number;
  /** Statuses in the form of Meta's webhooks; applies to WHATSAPP only. */
  metaForm: boolean;
};

export const defaultChannelScenario: ChannelScenario = {
  answerDelayMs: 0,
  throttledPercent: 0,
  retryAfterSeconds: 0,
  failedPercent: 0,
  failedBetween: 0,
  hangPercent: 0,
  lostAnswerPercent: 0,
  lostAnswers: 'closed',
  resetPercent: 0,
  refusedPercent: 0,
  refusedCode: 456,
  lockedOut: false,
  statusDelayMs: 0,
  undeliveredPercent: 0,
  undeliveredCode: 508,
  noStatusPercent: 0,
  readPercent: 100,
  readDelayMs: 200,
  duplicatePercent: 0,
  outOfOrderPercent: 0,
  readOnlyPercent: 0,
  statusBeforeAnswerPercent: 0,
  metaForm: false,
};

const dayMs = 86_400_000;
const wholesMax: Partial<Record<keyof ChannelScenario, number>> = {
  answerDelayMs: dayMs,
  statusDelayMs: dayMs,
  readDelayMs: dayMs,
  retryAfterSeconds: 3_600,
  failedBetween: 1_000,
  refusedCode: 999_999,
  undeliveredCode: 999_999,
};

function isInRange(name: string, value: unknown): boolean {
  if (name === 'lostAnswers') return isLostAnswers(value);
  if (!Object.hasOwn(defaultChannelScenario, name)) return false;
  // Checked above to be one of its names.
  const key = name as keyof ChannelScenario;
  if (typeof defaultChannelScenario[key] === 'boolean') return typeof value === 'boolean';
  if (typeof value !== 'number' || !(value >= 0)) return false;
  const max = wholesMax[key];
  return max === undefined ? value <= 100 : Number.isInteger(value) && value <= max;
}

export function channelFaultsOf(change: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(change)
    .filter(([name, value]) => !isInRange(name, value))
    .map(([name]) => name);
}

export function isChannelChange(change: Readonly<Record<string, unknown>>): change is Partial<ChannelScenario> {
  return channelFaultsOf(change).length === 0;
}
