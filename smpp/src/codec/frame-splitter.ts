// Splits the byte stream into PDUs. A PDU inside one chunk is never copied; a PDU across chunks is collected once into
// a buffer of its exact size, so a byte-by-byte sender costs as much as the PDU itself. Buffers are never reused, so
// returned views stay valid. Pull style: the session stops calling `next()` when it is full.
import { headerBytes, maxPduBytes } from './commands.ts';

const lengthBytes = 4;

export class FrameSplitter {
  /** The frame found by the last `next()` that returned true: bytes `start` to `end` of `buffer`. */
  buffer: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  /** The length field was outside 16 to 65,536: the stream has lost its framing. */
  broken = false;

  #chunk: Buffer = Buffer.alloc(0);
  #at = 0;
  readonly #later: Buffer[] = [];
  #partial: Buffer | undefined;
  #partialFilled = 0;
  #partialLength = 0;

  push(chunk: Buffer): void {
    if (this.#at < this.#chunk.length) {
      this.#later.push(chunk);
      return;
    }
    this.#chunk = chunk;
    this.#at = 0;
  }

  next(): boolean {
    while (!this.broken) {
      if (this.#at >= this.#chunk.length) {
        const chunk = this.#later.shift();
        if (chunk === undefined) return false;
        this.#chunk = chunk;
        this.#at = 0;
      }
      if (this.#partial === undefined ? this.#takeWhole() : this.#takeRest(this.#partial)) return true;
    }
    return false;
  }

  #takeWhole(): boolean {
    const chunk = this.#chunk;
    const left = chunk.length - this.#at;
    if (left < lengthBytes) {
      this.#begin(lengthBytes, 0);
      return false;
    }
    const length = chunk.readUInt32BE(this.#at);
    if (!this.#accept(length)) return false;
    if (left < length) {
      this.#begin(length, length);
      return false;
    }
    this.#found(chunk, this.#at, this.#at + length);
    this.#at += length;
    return true;
  }

  /** Starts collecting; `length` 0: the length field itself is incomplete. */
  #begin(size: number, length: number): void {
    this.#partial = Buffer.allocUnsafe(size);
    this.#partialFilled = 0;
    this.#partialLength = length;
  }

  #takeRest(partial: Buffer): boolean {
    const taken = this.#chunk.copy(partial, this.#partialFilled, this.#at, this.#chunk.length);
    this.#at += taken;
    this.#partialFilled += taken;
    if (this.#partialFilled < partial.length) return false;
    if (this.#partialLength === 0) {
      const length = partial.readUInt32BE(0);
      if (!this.#accept(length)) return false;
      this.#begin(length, length);
      this.#partialFilled = partial.copy(this.#partial ?? partial);
      return false;
    }
    this.#partial = undefined;
    this.#found(partial, 0, partial.length);
    return true;
  }

  #accept(length: number): boolean {
    this.broken = length < headerBytes || length > maxPduBytes;
    return !this.broken;
  }

  #found(buffer: Buffer, start: number, end: number): void {
    this.buffer = buffer;
    this.start = start;
    this.end = end;
  }
}
