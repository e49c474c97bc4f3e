// A set of phone numbers in one typed array: 16 bytes each instead of over a hundred in a Set of strings, so counting
// distinct destinations of millions of submits stays cheap. Bounded: a full set reports that it is no longer exact.

const maxLoad = 0.5;

export class NumberSet {
  readonly #max: number;
  #table = new Float64Array(1_024);
  size = 0;
  exact = true;

  constructor(max: number) {
    this.#max = max;
  }

  /** Numbers must be integers above 0 and below 2^53. */
  add(value: number): void {
    const at = this.#find(this.#table, value);
    if (this.#table[at] === value) return;
    if (this.size >= this.#max) {
      this.exact = false;
      return;
    }
    this.#table[at] = value;
    this.size += 1;
    if (this.size > this.#table.length * maxLoad) this.#grow();
  }

  clear(): void {
    this.#table = new Float64Array(1_024);
    this.size = 0;
    this.exact = true;
  }

  #find(table: Float64Array, value: number): number {
    const mask = table.length - 1;
    const mixed = Math.imul((value % 0x1_0000_0000) ^ (value / 0x1_0000_0000), 0x9e3779b1);
    let at = (mixed ^ (mixed >>> 15)) & mask;
    while (table[at] !== 0 && table[at] !== value) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const larger = new Float64Array(this.#table.length * 2);
    for (const value of this.#table) if (value !== 0) larger[this.#find(larger, value)] = value;
    this.#table = larger;
  }
}
