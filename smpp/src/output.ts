// Collects the PDUs of one event-loop turn in a 64 kB buffer and hands them to the socket in one write. Written
// regions are not touched again, because the socket may still hold them; a new buffer is taken when one is used up.
import type { Socket } from 'node:net';

const bufferBytes = 65_536;
/** Bytes waiting in the socket above which no new request is taken. */
const requestLimitBytes = 262_144;
/** Bytes waiting in the socket above which the peer is not read either: it does not read our answers. */
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

  /** A buffer with at least `room` bytes left from `at`. Nothing is sent until `commit`. */
  reserve(room: number): Buffer {
    if (this.#buffer.length - this.#at < room) {
      this.flush();
      this.#buffer = Buffer.allocUnsafeSlow(Math.max(bufferBytes, room));
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
