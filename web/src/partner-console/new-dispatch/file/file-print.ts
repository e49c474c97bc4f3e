// Fingerprint of a file, to detect that it was sent before. Two 32-bit lanes over every byte and the length need no
// secure origin and are ready when the file is read.

export class FilePrint {
  #one = 0x811c9dc5;
  #two = 0x9747b28c;
  #length = 0;

  add(bytes: Uint8Array): void {
    let one = this.#one;
    let two = this.#two;
    for (const byte of bytes) {
      one = Math.imul(one ^ byte, 0x01000193);
      two = Math.imul((two ^ byte) + 0x7f4a7c15, 0x5bd1e995);
    }
    this.#one = one;
    this.#two = two;
    this.#length += bytes.length;
  }

  toString(): string {
    const hex = (lane: number) => (lane >>> 0).toString(16).padStart(8, '0');
    return `${this.#length.toString(16)}-${hex(this.#one)}${hex(this.#two)}`;
  }
}
