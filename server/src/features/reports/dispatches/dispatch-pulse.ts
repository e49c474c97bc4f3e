// Rate of watched dispatches and the time since their last progress, from readings of their counters within this
// process. The first reading yields no rate; a dispatch without viewers for FORGET_AFTER_MS starts over.

const RATE_OVER_MS = 15_000;
/** Minimum time between two readings for a rate. */
const RATE_AFTER_MS = 2_000;
const FORGET_AFTER_MS = 120_000;
const WATCHED_MAX = 5_000;

type Look = { readonly atMs: number; readonly handedOver: number };
type Pulse = { looks: Look[]; signature: string; changedAtMs: number };

export type PulseReading = {
  /** Messages per second; null until it is known. */
  readonly ratePerSecond: number | null;
  readonly unchangedMs: number;
};

export class DispatchPulses {
  /** In the order of their last reading. */
  readonly #pulses = new Map<number, Pulse>();

  /** `signature` changes with any progress; `nowMs` is monotonic. */
  look(id: number, handedOver: number, signature: string, nowMs: number): PulseReading {
    const pulse = this.#pulses.get(id) ?? { looks: [], signature, changedAtMs: nowMs };
    if (pulse.signature !== signature) {
      pulse.signature = signature;
      pulse.changedAtMs = nowMs;
    }
    pulse.looks = [...pulse.looks.filter(({ atMs }) => atMs >= nowMs - RATE_OVER_MS), { atMs: nowMs, handedOver }];
    this.#pulses.delete(id);
    this.#pulses.set(id, pulse);
    this.#forget(nowMs);
    return { ratePerSecond: rateOf(pulse.looks), unchangedMs: nowMs - pulse.changedAtMs };
  }

  #forget(nowMs: number): void {
    for (const [id, { looks }] of this.#pulses) {
      const lastMs = looks.at(-1)?.atMs ?? 0;
      if (this.#pulses.size <= WATCHED_MAX && lastMs >= nowMs - FORGET_AFTER_MS) return;
      this.#pulses.delete(id);
    }
  }
}

function rateOf(looks: readonly Look[]): number | null {
  const first = looks[0];
  const last = looks.at(-1);
  if (first === undefined || last === undefined || last.atMs - first.atMs < RATE_AFTER_MS) return null;
  const rate = ((last.handedOver - first.handedOver) / (last.atMs - first.atMs)) * 1000;
  return rate >= 10 ? Math.round(rate) : Math.round(rate * 10) / 10;
}
