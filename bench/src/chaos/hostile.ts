// Behavior of the operators. The steady setting answers slowly, so that a kill meets a full window of unanswered
// submits. In a spell the operators are hostile, each spell in its own way; settings of two spells do not overlap, so
// each is healed separately. `repeatedIdPercent` is not used: with a repeated id a receipt cannot be attributed to a
// message, so neither extra submits nor final states could be counted exactly.
import { commandStatus } from '@volley/smpp/codec/commands.ts';

type Settings = Readonly<Record<string, number | boolean>>;

export const SPELLS = {
  /** Receipts that break the standard, arrive early, twice, out of order and over any session. */
  receipts: {
    paddedPercent: 10,
    oversizedPercent: 10,
    truncatedPercent: 3,
    receiptBeforeAnswerPercent: 30,
    duplicatePercent: 20,
    randomSession: true,
    receiptDelayMeanMs: 1_500,
    receiptDelayMaxMs: 4_000,
  },
  throttling: { ratePerSecond: 40 },
  /** Needs a cut, which comes with it. */
  bindRefused: { bindStatus: commandStatus.bindFailed, bindStatusMs: 4_000 },
  unbinds: { unbindAfterSubmits: 60 },
} as const satisfies Record<string, Settings>;

export type Spell = keyof typeof SPELLS;
// The keys of an object literal.
export const SPELL_NAMES = Object.keys(SPELLS) as readonly Spell[];

/** Range of answer delays, from a working operator to one below `SUBMIT_TIMEOUT_MS`. */
const ANSWER_MS = { low: 10, high: 300 };

/** Values outside spells of all settings that spells change; answers are so slow that `messages` last for `forMs`. */
export function steady(messages: number, forMs: number, windows: number): Settings {
  const meanMs = Math.min(ANSWER_MS.high, Math.max(ANSWER_MS.low, (forMs * windows) / messages));
  return {
    answerDelayMs: Math.round(meanMs * 0.6),
    answerSpreadMs: Math.round(meanMs * 0.8),
    receiptDelayMinMs: 50,
    receiptDelayMeanMs: 200,
    receiptDelayMaxMs: 1_000,
    paddedPercent: 0,
    oversizedPercent: 0,
    truncatedPercent: 0,
    receiptBeforeAnswerPercent: 0,
    duplicatePercent: 0,
    randomSession: false,
    ratePerSecond: 0,
    bindStatus: 0,
    bindStatusMs: 0,
    unbindAfterSubmits: 0,
  };
}

/** Settings that end a spell: the steady value of each. */
export const healing = (spell: Spell, calm: Settings): Settings =>
  Object.fromEntries(Object.keys(SPELLS[spell]).map((name) => [name, calm[name] ?? 0]));
