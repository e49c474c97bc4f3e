// Behavior of an account of the simulated message center. Every setting can change at any time; a change with an
// unknown setting or a value out of range is refused as a whole.
import { type BindMode, bindModes } from '@volley/smpp/codec/pdus.ts';

export const messageIdFormats = ['decimal', 'hex', 'uuid'] as const;
export const receiptForms = ['text', 'tlv', 'both'] as const;
export const receiptDelayForms = ['exponential', 'log-normal'] as const;

export type Scenario = {
  modes: readonly BindMode[];
  maxSessions: number;
  /** Addresses that may bind; empty: all. */
  addresses: readonly string[];
  /** Status of bind answers; 0: normal. */
  bindStatus: number;
  /** How long `bindStatus` applies after the change that set it; 0: until the next change. */
  bindStatusMs: number;
  /** Submits per second above which 0x58 is answered; 0: unlimited. */
  ratePerSecond: number;
  /** Unanswered submits above which 0x58 is answered; only relevant with an answer delay. */
  window: number;
  answerDelayMs: number;
  /** Each answer is delayed by up to this much more, so that answers overtake each other. */
  answerSpreadMs: number;
  /** Submits are accepted but never answered or reported. */
  mute: boolean;
  /** Share of submits answered with the id of the submit before. */
  repeatedIdPercent: number;
  idFormat: (typeof messageIdFormats)[number];
  /** Ids are zero-padded to this width; 0: not padded. */
  idWidth: number;
  /** Format of numeric ids in receipts, independent of the answer. */
  receiptIdFormat: 'same' | 'decimal' | 'hex';
  receiptForm: (typeof receiptForms)[number];
  echoReference: boolean;
  /** Between the two limits; equal limits make the delays fixed. The mean is used by the exponential form only. */
  receiptDelayForm: (typeof receiptDelayForms)[number];
  receiptDelayMinMs: number;
  receiptDelayMeanMs: number;
  receiptDelayMaxMs: number;
  /** Receipts and texts of subscribers wait for the change that sets this to false. */
  receiptsHeld: boolean;
  duplicatePercent: number;
  /** Receipts truncated at any byte, with extra bytes, or with an overlong address. */
  truncatedPercent: number;
  paddedPercent: number;
  oversizedPercent: number;
  /** Sends a receipt to a random session of the account, not round robin. */
  randomSession: boolean;
  receiptBeforeAnswerPercent: number;
  lostAnswerPercent: number;
  queueFullPercent: number;
  refusedPercent: number;
  refusedStatus: number;
  undeliveredPercent: number;
  undeliveredError: number;
  noReceiptPercent: number;
  /** The connection is cut at every Nth submit, before its answer; 0: never. */
  cutAfterSubmits: number;
  /** The session is unbound after every Nth submit; 0: never. */
  unbindAfterSubmits: number;
  /** Zone of the dates in receipts, which do not state it. */
  zoneOffsetMinutes: number;
};

export const defaultScenario: Scenario = {
  modes: bindModes,
  maxSessions: 16,
  addresses: [],
  bindStatus: 0,
  bindStatusMs: 0,
  ratePerSecond: 0,
  window: 1_000,
  answerDelayMs: 0,
  answerSpreadMs: 0,
  mute: false,
  repeatedIdPercent: 0,
  idFormat: 'decimal',
  idWidth: 0,
  receiptIdFormat: 'same',
  receiptForm: 'both',
  echoReference: true,
  receiptDelayForm: 'exponential',
  receiptDelayMinMs: 0,
  receiptDelayMeanMs: 0,
  receiptDelayMaxMs: 0,
  receiptsHeld: false,
  duplicatePercent: 0,
  truncatedPercent: 0,
  paddedPercent: 0,
  oversizedPercent: 0,
  randomSession: false,
  receiptBeforeAnswerPercent: 0,
  lostAnswerPercent: 0,
  queueFullPercent: 0,
  refusedPercent: 0,
  refusedStatus: 0x65,
  undeliveredPercent: 0,
  undeliveredError: 8,
  noReceiptPercent: 0,
  cutAfterSubmits: 0,
  unbindAfterSubmits: 0,
  zoneOffsetMinutes: 180,
};

type Check = (value: unknown) => boolean;

const whole =
  (min: number, max: number): Check =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
const percent: Check = (value) => typeof value === 'number' && value >= 0 && value <= 100;
const flag: Check = (value) => typeof value === 'boolean';
const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && values.includes(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const dayMs = 86_400_000;

const checks: Record<keyof Scenario, Check> = {
  modes: listOf(oneOf(bindModes)),
  maxSessions: whole(0, 1_000),
  addresses: listOf((value) => typeof value === 'string'),
  bindStatus: whole(0, 0xffff_ffff),
  bindStatusMs: whole(0, dayMs),
  ratePerSecond: whole(0, 10_000_000),
  window: whole(1, 1_000_000),
  answerDelayMs: whole(0, dayMs),
  answerSpreadMs: whole(0, dayMs),
  mute: flag,
  repeatedIdPercent: percent,
  idFormat: oneOf(messageIdFormats),
  idWidth: whole(0, 64),
  receiptIdFormat: oneOf(['same', 'decimal', 'hex']),
  receiptForm: oneOf(receiptForms),
  echoReference: flag,
  receiptDelayForm: oneOf(receiptDelayForms),
  receiptDelayMinMs: whole(0, dayMs),
  receiptDelayMeanMs: whole(0, dayMs),
  receiptDelayMaxMs: whole(0, dayMs),
  receiptsHeld: flag,
  duplicatePercent: percent,
  truncatedPercent: percent,
  paddedPercent: percent,
  oversizedPercent: percent,
  randomSession: flag,
  receiptBeforeAnswerPercent: percent,
  lostAnswerPercent: percent,
  queueFullPercent: percent,
  refusedPercent: percent,
  refusedStatus: whole(1, 0xffff_ffff),
  undeliveredPercent: percent,
  undeliveredError: whole(0, 999),
  noReceiptPercent: percent,
  cutAfterSubmits: whole(0, 1_000_000_000),
  unbindAfterSubmits: whole(0, 1_000_000_000),
  zoneOffsetMinutes: whole(-840, 840),
};

function isSettingName(name: string): name is keyof Scenario {
  return Object.hasOwn(checks, name);
}

/** Names of settings that are unknown or out of range. */
export function faultsOf(change: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(change)
    .filter(([name, value]) => !isSettingName(name) || !checks[name](value))
    .map(([name]) => name);
}

export function isScenarioChange(change: Readonly<Record<string, unknown>>): change is Partial<Scenario> {
  return faultsOf(change).length === 0;
}
