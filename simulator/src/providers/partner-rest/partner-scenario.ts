// Behavior of the simulated aggregator. It can change at any time, and a change with an unknown name or a value out of
// range is refused as a whole.
import { isLostAnswers, type LostAnswers } from '../../lost-answer.ts';

export type PartnerScenario = {
  /** Answered with 429, without effect. */
  throttledPercent: number;
  /** Answered with 503 and an error of either form, without effect. */
  failedPercent: number;
  /** The connection is closed before a call has any effect. */
  resetPercent: number;
  /** The answer is lost after a message was taken. */
  lostAnswerPercent: number;
  lostAnswers: LostAnswers;
  /** Login and key are refused. */
  lockedOut: boolean;
  /** The form `login` takes each id once, and refuses it afterwards. */
  duplicateControl: boolean;
  /** The form `login`: the error of every message; 0: none. */
  loginError: number;
  /** The form `key`: the code of every result; empty: none. */
  resultCode: string;
  /** Devices of a person on Viber; each reports the delivery. */
  devices: number;
  deliveryDelayMs: number;
  undeliveredPercent: number;
  readPercent: number;
  readDelayMs: number;
};

export const defaultPartnerScenario: PartnerScenario = {
  throttledPercent: 0,
  failedPercent: 0,
  resetPercent: 0,
  lostAnswerPercent: 0,
  lostAnswers: 'closed',
  lockedOut: false,
  duplicateControl: false,
  loginError: 0,
  resultCode: '',
  devices: 2,
  deliveryDelayMs: 0,
  undeliveredPercent: 0,
  readPercent: 0,
  readDelayMs: 200,
};

const dayMs = 86_400_000;
const maxima: Partial<Record<keyof PartnerScenario, number>> = {
  deliveryDelayMs: dayMs,
  readDelayMs: dayMs,
  loginError: 1_000,
  devices: 10,
};

function isInRange(name: string, value: unknown): boolean {
  if (name === 'lostAnswers') return isLostAnswers(value);
  if (!Object.hasOwn(defaultPartnerScenario, name)) return false;
  // Checked above to be one of its names.
  const key = name as keyof PartnerScenario;
  if (typeof value !== typeof defaultPartnerScenario[key]) return false;
  if (typeof value === 'string') return /^\w{0,64}$/.test(value);
  return typeof value !== 'number' || (value >= 0 && value <= (maxima[key] ?? 100));
}

/** The names of unknown settings and of values out of range. */
export function partnerFaultsOf(change: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(change)
    .filter(([name, value]) => !isInRange(name, value))
    .map(([name]) => name);
}
