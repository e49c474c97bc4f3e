// Large bodies are parsed in a thread of their own, so that one partner's forty megabytes do not hold up
// everybody else's requests. The value comes back in portions, one per turn of the loop: handing it over in
// one piece would block the loop nearly as long as parsing it there.
import { Worker } from 'node:worker_threads';
import { Refusal, type RefusalDetails, type RefusalReason } from '@volley/domain/refusal.ts';

/** Below this, the way to the thread and back costs more than parsing. */
export const OFF_LOOP_BYTES = 1024 * 1024;
const HEAP_MB_MAX = 1024;

export type ParserRequest = { readonly id: number; readonly bytes?: Uint8Array };

/** `list` says which member of the shell the items belong to; null: the shell is the list itself. */
export type ParserReply =
  | { readonly id: number; readonly kind: 'refused'; readonly reason: RefusalReason; readonly details: RefusalDetails }
  | { readonly id: number; readonly kind: 'shell'; readonly shell: unknown }
  | { readonly id: number; readonly kind: 'items'; readonly list: string | null; readonly items: readonly unknown[] }
  | { readonly id: number; readonly kind: 'end' };

type Job = { shell: unknown; resolve(value: unknown): void; reject(error: Error): void };

export class BodyParser {
  #worker: Worker | undefined;
  #lastId = 0;
  readonly #jobs = new Map<number, Job>();

  /** Takes the bytes over: nobody may use the buffer afterwards. */
  parse(bytes: Buffer): Promise<unknown> {
    const worker = this.#running();
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#jobs.set(id, { shell: undefined, resolve, reject });
      const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
      const request: ParserRequest = { id, bytes };
      worker.postMessage(request, isWhole ? [bytes.buffer as ArrayBuffer] : []); // checked just above
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #running(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL('./body-parser-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
    });
    worker.unref();
    worker.on('message', (reply: ParserReply) => this.#take(worker, reply));
    worker.on('error', (error: Error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('the thread that parses bodies has ended')));
    this.#worker = worker;
    return worker;
  }

  #take(worker: Worker, reply: ParserReply): void {
    const job = this.#jobs.get(reply.id);
    if (job === undefined) return;
    if (reply.kind === 'refused' || reply.kind === 'end') {
      this.#jobs.delete(reply.id);
      if (reply.kind === 'refused') job.reject(new Refusal(reply.reason, reply.details));
      else job.resolve(job.shell);
      return;
    }
    if (reply.kind === 'shell') job.shell = reply.shell;
    else append(job.shell, reply.list, reply.items);
    // The next portion is asked for, not sent by itself: in between everybody else has a turn.
    setImmediate(() => worker.postMessage({ id: reply.id } satisfies ParserRequest));
  }

  /** The next body gets a new thread. */
  #lose(worker: Worker, error: Error): void {
    if (this.#worker === worker) this.#worker = undefined;
    for (const job of this.#jobs.values()) job.reject(error);
    this.#jobs.clear();
  }
}

function append(shell: unknown, list: string | null, items: readonly unknown[]): void {
  const target: unknown = list === null ? shell : Object.getOwnPropertyDescriptor(shell, list)?.value;
  if (Array.isArray(target)) for (const item of items) target.push(item);
}
