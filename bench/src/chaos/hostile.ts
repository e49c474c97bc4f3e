// How the operators behave. Steadily they take their time: a full window of unanswered submits is what a kill has to
// find. In a spell they are hostile, each in its own way; settings of two spells do not overlap, so each is healed by
// itself.
// `repeatedIdPercent` is left out: with an id given twice nobody can say which message a receipt is about, and neither
// extra submits nor final states could be counted exactly.
import { commandStatus } from '@volley/smpp/commands.ts';

type Settings = Readonly<Record<string, number | boolean>>;

export const SPELLS = {
  /** Receipts that break the standard, come early, twice and out of order, over any session. */
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
  /** Of use only with a cut, which comes with it. */
  bindRefused: { bindStatus: commandStatus.bindFailed, bindStatusMs: 4_000 },
  unbinds: { unbindAfterSubmits: 60 },
} as const satisfies Record<string, Settings>;

export type Spell = keyof typeof SPELLS;
// The keys of an object literal are known to be these.
export const SPELL_NAMES = Object.keys(SPELLS) as readonly Spell[];

/** Room for the answers of one link, between an operator at work and one that `SUBMIT_TIMEOUT_MS` gives up. */
const ANSWER_MS = { low: 10, high: 300 };

/** Everything that a spell changes, as it is without one; answers so slow that this many messages last so long. */
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

/** What ends a spell: the steady value of each of its settings. */
export const healing = (spell: Spell, calm: Settings): Settings =>
  Object.fromEntries(Object.keys(SPELLS[spell]).map((name) => [name, calm[name] ?? 0]));
