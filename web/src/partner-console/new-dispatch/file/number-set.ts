// A set of phone numbers as doubles in a flat table: a million take 16 MB, a tenth of a Set of strings.

const FIRST_SIZE = 1 << 12;

export class NumberSet {
  #slots = new Float64Array(FIRST_SIZE);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns whether the number is new. Numbers must be positive. */
  add(value: number): boolean {
    if (this.#size * 2 >= this.#slots.length) this.#grow();
    if (!place(this.#slots, value)) return false;
    this.#size += 1;
    return true;
  }

  #grow(): void {
    const larger = new Float64Array(this.#slots.length * 2);
    for (const value of this.#slots) if (value !== 0) place(larger, value);
    this.#slots = larger;
  }
}

function place(slots: Float64Array, value: number): boolean {
  const mask = slots.length - 1;
  // Numbers of one operator differ in the last digits, so both halves are mixed to spread runs.
  const low = value % 4_294_967_296;
  let at = (Math.imul(low, 0x9e3779b1) ^ Math.imul(Math.floor(value / 4_294_967_296) + low, 0x85ebca6b)) >>> 0;
  at = (at ^ (at >>> 15)) & mask;
  while (slots[at] !== 0) {
    if (slots[at] === value) return false;
    at = (at + 1) & mask;
  }
  slots[at] = value;
  return true;
}
