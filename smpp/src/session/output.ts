// Collects the PDUs of one event-loop turn in a 64 kB buffer and passes them to the socket in one write. Written
// regions are never changed, because the socket may still hold them; a full buffer is replaced by a new one.
import type { Socket } from 'node:net';

const bufferBytes = 65_536;
/** Bytes queued in the socket above which no new request is accepted. */
const requestLimitBytes = 262_144;
/** Bytes queued in the socket above which reading stops: the peer does not read the answers. */
const answerLimitBytes = 1_048_576;

export class Output {
  readonly #socket: Socket;
  #buffer = Buffer.allocUnsafeSlow(bufferBytes);
  #start = 0;
  #at = 0;
  #scheduled = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  get full(): boolean {
    return this.#socket.writableLength > requestLimitBytes;
  }

  get overfull(): boolean {
    return this.#socket.writableLength > answerLimitBytes;
  }

  /** A buffer with at least `size` bytes left from `at`. Nothing is sent until `commit`. */
  reserve(size: number): Buffer {
    if (this.#buffer.length - this.#at < size) {
      this.flush();
      this.#buffer = Buffer.allocUnsafeSlow(Math.max(bufferBytes, size));
      this.#start = 0;
      this.#at = 0;
    }
    return this.#buffer;
  }

  get at(): number {
    return this.#at;
  }

  commit(end: number): void {
    this.#at = end;
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(this.#flushNow);
  }

  flush(): void {
    if (this.#at === this.#start) return;
    const bytes = this.#buffer.subarray(this.#start, this.#at);
    this.#start = this.#at;
    if (this.#socket.writable) this.#socket.write(bytes);
  }

  readonly #flushNow = (): void => {
    this.#scheduled = false;
    this.flush();
  };
}
