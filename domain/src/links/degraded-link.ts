// Judges a link by its answers. It is degraded when, in the last minute and from 20 answers on, fewer than half of the
// messages were taken, more than 5 % of the answers were lost, or the median answer took more than 10 seconds. It
// recovers after 20 messages in a row that were taken in time.

export const DEGRADED_BECAUSE = ['failures', 'doubts', 'slow'] as const;
export type DegradedBecause = (typeof DEGRADED_BECAUSE)[number];

/** doubt: the answer was lost. */
export type LinkAnswer = 'taken' | 'failed' | 'doubt';

const SLOT_MS = 5_000;
const SLOTS = 12;
const ANSWERS_MIN = 20;
const TAKEN_SHARE_MIN = 0.5;
const DOUBT_SHARE_MAX = 0.05;
const SLOW_MS = 10_000;
const GOOD_IN_A_ROW = 20;

type AnswerCounts = { slot: number; answers: number; taken: number; doubts: number; slow: number };

const noAnswers = (slot: number): AnswerCounts => ({ slot, answers: 0, taken: 0, doubts: 0, slow: 0 });

export class LinkAnswers {
  #slots: AnswerCounts[] = [];
  #degraded: DegradedBecause | undefined;
  #good = 0;

  /** `since`: why it was degraded when another process counted its answers. */
  constructor(since?: DegradedBecause) {
    this.#degraded = since;
  }

  /** Undefined: not degraded. */
  get degraded(): DegradedBecause | undefined {
    return this.#degraded;
  }

  count(answer: LinkAnswer, tookMs: number, nowMs: number): void {
    if (this.#degraded === undefined) this.#judge(answer, tookMs, nowMs);
    else this.#recover(answer, tookMs);
  }

  #judge(answer: LinkAnswer, tookMs: number, nowMs: number): void {
    const slot = Math.floor(nowMs / SLOT_MS);
    this.#slots = this.#slots.filter((counts) => counts.slot > slot - SLOTS);
    let current = this.#slots.at(-1);
    if (current?.slot !== slot) {
      current = noAnswers(slot);
      this.#slots.push(current);
    }
    current.answers += 1;
    if (answer === 'taken') current.taken += 1;
    if (answer === 'doubt') current.doubts += 1;
    if (tookMs > SLOW_MS) current.slow += 1;
    this.#degraded = judge(this.#slots);
    if (this.#degraded !== undefined) this.#slots = [];
    this.#good = 0;
  }

  /** Answers to probes do not count for the next minute: counting starts again after the recovery. */
  #recover(answer: LinkAnswer, tookMs: number): void {
    this.#good = answer === 'taken' && tookMs <= SLOW_MS ? this.#good + 1 : 0;
    if (this.#good >= GOOD_IN_A_ROW) this.#degraded = undefined;
  }
}

function judge(slots: readonly AnswerCounts[]): DegradedBecause | undefined {
  const all = noAnswers(0);
  for (const { answers, taken, doubts, slow } of slots) {
    all.answers += answers;
    all.taken += taken;
    all.doubts += doubts;
    all.slow += slow;
  }
  if (all.answers < ANSWERS_MIN) return undefined;
  if (all.doubts > all.answers * DOUBT_SHARE_MAX) return 'doubts';
  if (all.taken < all.answers * TAKEN_SHARE_MIN) return 'failures';
  return all.slow > all.answers / 2 ? 'slow' : undefined;
}
