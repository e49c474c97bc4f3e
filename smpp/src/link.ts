// The byte side of a session: one socket, split into frames on reading, collected on writing. Guarantees: reading stops
// while too many requests of the peer are unanswered or the peer does not read the answers, and resumes after. The end
// of the socket is reported exactly once, and no socket event throws.
import type { Socket } from 'node:net';
import { FrameSplitter } from './codec/frame-splitter.ts';
import { Output } from './session/output.ts';

export type LinkEvents = {
  onFrame(buffer: Buffer, start: number, end: number): void;
  /** The stream has lost its framing; the receiver must call `finish`. */
  onBroken(): void;
  /** All frames of a chunk are handled, or the socket has drained. */
  onTurn(): void;
  onEnd(reason: string): void;
};

/** Time for the last bytes to leave before the socket is destroyed. */
const lingerMs = 1_000;

export class Link {
  readonly output: Output;
  receivedAtMs = performance.now();
  ended = false;

  readonly #socket: Socket;
  readonly #maxUnanswered: number;
  readonly #events: LinkEvents;
  readonly #splitter = new FrameSplitter();
  #unanswered = 0;
  #reading = false;
  #pausedAtMs: number | undefined;

  constructor(socket: Socket, maxUnanswered: number, events: LinkEvents) {
    this.output = new Output(socket);
    this.#socket = socket;
    this.#maxUnanswered = maxUnanswered;
    this.#events = events;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('drain', () => this.#drained());
    socket.on('error', (error: Error) => this.#report(`connection error: ${error.message}`));
    socket.on('end', () => this.finish('connection ended by peer'));
    socket.on('close', () => this.#report('connection closed'));
  }

  /** How long reading has been paused; 0 if it is not. */
  pausedForMs(nowMs: number): number {
    return this.#pausedAtMs === undefined ? 0 : nowMs - this.#pausedAtMs;
  }

  requestTaken(): void {
    this.#unanswered += 1;
  }

  requestAnswered(): void {
    this.#unanswered -= 1;
    if (this.#pausedAtMs !== undefined) this.#resumeWhenFree();
  }

  /** Sends the written bytes, then closes. */
  finish(reason: string): void {
    if (this.ended) return;
    this.output.flush();
    this.#socket.end();
    this.#socket.resume();
    const timer = setTimeout(() => this.#socket.destroy(), lingerMs);
    this.#socket.once('close', () => clearTimeout(timer));
    this.#report(reason);
  }

  destroy(reason: string): void {
    this.#socket.destroy();
    this.#report(reason);
  }

  #report(reason: string): void {
    if (this.ended) return;
    this.ended = true;
    this.#events.onEnd(reason);
  }

  #receive(chunk: Buffer): void {
    if (this.ended) return;
    this.receivedAtMs = performance.now();
    this.#splitter.push(chunk);
    this.#readFrames();
  }

  #readFrames(): void {
    // A handler may answer and thereby resume from inside the loop; the running loop then continues.
    if (this.#reading) return;
    this.#reading = true;
    const splitter = this.#splitter;
    while (!this.ended && !this.#mustPause() && splitter.next()) {
      this.#events.onFrame(splitter.buffer, splitter.start, splitter.end);
    }
    this.#reading = false;
    if (this.ended) return;
    if (splitter.broken) {
      this.#events.onBroken();
      return;
    }
    if (this.#mustPause()) this.#pause();
    this.#events.onTurn();
  }

  #mustPause(): boolean {
    return this.#unanswered >= this.#maxUnanswered || this.output.overfull;
  }

  #pause(): void {
    if (this.#pausedAtMs !== undefined) return;
    this.#pausedAtMs = performance.now();
    this.#socket.pause();
  }

  #resumeWhenFree(): void {
    if (this.#pausedAtMs === undefined || this.ended) return;
    if (this.#unanswered > this.#maxUnanswered / 2 || this.output.overfull) return;
    this.#pausedAtMs = undefined;
    this.receivedAtMs = performance.now();
    setImmediate(() => {
      this.#readFrames();
      if (this.#pausedAtMs === undefined && !this.ended) this.#socket.resume();
    });
  }

  #drained(): void {
    if (this.ended) return;
    this.#resumeWhenFree();
    this.#events.onTurn();
  }
}
