// Writes a line per accepted submit: account,destination,reference,messageId,monotonicMs. Lines are buffered and
// written every 50 ms, so that the log does not slow down accepting.
import { closeSync, openSync, writeSync } from 'node:fs';

const flushMs = 50;

export class AcceptLog {
  readonly #file: number;
  readonly #timer: NodeJS.Timeout;
  #lines = '';

  constructor(path: string) {
    this.#file = openSync(path, 'a');
    this.#timer = setInterval(() => this.#flush(), flushMs);
  }

  add(account: string, destination: string, reference: number | undefined, messageId: string): void {
    const atMs = performance.now().toFixed(3);
    this.#lines += `${account},${destination},${reference ?? ''},${messageId},${atMs}\n`;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    if (this.#lines === '') return;
    writeSync(this.#file, this.#lines);
    this.#lines = '';
  }
}
