// Holds items until they are due, in slots of 10 ms with one shared timer: a timer per receipt would cost more than the
// receipt. The time of all wheels of a process can be moved ahead, as a sandbox moves its clock.

const slotMs = 10;

let aheadMs = 0;

const nowMs = (): number => performance.now() + aheadMs;
const slotNow = (): number => Math.floor(nowMs() / slotMs);

/** Items of the time that is skipped are due at once, in their order. */
export function skipDelays(ms: number): void {
  aheadMs += ms;
}

export class DelayWheel<Item> {
  readonly #onDue: (items: Item[]) => void;
  readonly #slots = new Map<number, Item[]>();
  #timer: NodeJS.Timeout | undefined;
  #passed = 0;
  size = 0;

  constructor(onDue: (items: Item[]) => void) {
    this.#onDue = onDue;
  }

  add(item: Item, delayMs: number): void {
    if (this.size === 0) this.#passed = slotNow();
    const slot = Math.max(this.#passed + 1, Math.ceil((nowMs() + delayMs) / slotMs));
    const items = this.#slots.get(slot);
    if (items === undefined) this.#slots.set(slot, [item]);
    else items.push(item);
    this.size += 1;
    this.#timer ??= setInterval(() => this.#turn(), slotMs);
  }

  clear(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#slots.clear();
    this.size = 0;
  }

  #turn(): void {
    const due = this.#dueSlots(slotNow());
    for (const slot of due) {
      const items = this.#slots.get(slot);
      if (items === undefined) continue;
      this.#slots.delete(slot);
      this.size -= items.length;
      this.#onDue(items);
    }
    if (this.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Passes them first: what is added meanwhile belongs to a later slot. A skip of days has more slots than items. */
  #dueSlots(nowSlot: number): number[] {
    const first = this.#passed + 1;
    this.#passed = Math.max(this.#passed, nowSlot);
    if (nowSlot - first >= this.#slots.size)
      return [...this.#slots.keys()].filter((slot) => slot <= nowSlot).toSorted((one, other) => one - other);
    return Array.from({ length: nowSlot - first + 1 }, (_, at) => first + at);
  }
}
