// A short queue in front of expensive work that unauthenticated callers can request. Callers take turns, so a caller
// with a hundred jobs delays another by a single turn. When the queue is full, the caller with the most jobs loses one.

type Waiter = { go(): void; refuse(): void };

export type QueueSize = { readonly runningMax: number; readonly waitingMax: number };

export class FairQueue {
  readonly #size: QueueSize;
  readonly #overflow: () => Error;
  /** In the order of their turns; callers without a queued job have no entry. */
  readonly #waiting = new Map<string, Waiter[]>();
  #waitingCount = 0;
  #running = 0;

  constructor(size: QueueSize, overflow: () => Error) {
    this.#size = size;
    this.#overflow = overflow;
  }

  /** Throws `overflow()` when the queue is full for this caller. */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#size.runningMax) this.#running += 1;
    else await this.#place(caller);
    try {
      return await work();
    } finally {
      this.#handOn();
    }
  }

  #place(caller: string): Promise<void> {
    const own = this.#waiting.get(caller) ?? [];
    if (this.#waitingCount >= this.#size.waitingMax && !this.#evict(own.length + 1)) throw this.#overflow();
    return new Promise((go, reject) => {
      own.push({ go, refuse: () => reject(this.#overflow()) });
      this.#waiting.set(caller, own);
      this.#waitingCount += 1;
    });
  }

  /** Refuses the newest job of the caller with the most jobs, if that caller has more than `wanted`. */
  #evict(wanted: number): boolean {
    let most: Waiter[] = [];
    for (const places of this.#waiting.values()) if (places.length > most.length) most = places;
    if (most.length <= wanted) return false;
    most.pop()?.refuse();
    this.#waitingCount -= 1;
    return true;
  }

  /** Passes the turn on without releasing it, so that no new caller overtakes the queue. */
  #handOn(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    const [caller, places] = next;
    const waiter = places.shift();
    this.#waiting.delete(caller);
    if (places.length > 0) this.#waiting.set(caller, places);
    this.#waitingCount -= 1;
    waiter?.go();
  }
}
