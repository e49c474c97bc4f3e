// Holds items until they are due, in slots of 10 ms with one shared timer: a timer per receipt would cost more than the
// receipt.

const slotMs = 10;

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
    const nowSlot = Math.floor(performance.now() / slotMs);
    if (this.size === 0) this.#passed = nowSlot;
    const slot = Math.max(this.#passed + 1, Math.ceil((performance.now() + delayMs) / slotMs));
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
    const nowSlot = Math.floor(performance.now() / slotMs);
    while (this.#passed < nowSlot) {
      this.#passed += 1;
      const items = this.#slots.get(this.#passed);
      if (items === undefined) continue;
      this.#slots.delete(this.#passed);
      this.size -= items.length;
      this.#onDue(items);
    }
    if (this.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
