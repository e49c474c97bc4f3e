// Large bodies are parsed in a thread of their own, so that one partner's forty megabytes do not hold up
// everybody else's requests. The value comes back in portions, one per turn of the loop: handing it over in
// one piece would block the loop nearly as long as parsing it there. One body is parsed at a time and callers take
// turns: the thread holds one value only, and a caller with many bodies waits for itself.
import { Worker } from 'node:worker_threads';
import type { Faults } from '@volley/domain/fault.ts';
import { Refusal, type RefusalDetails, type RefusalReason } from '@volley/domain/refusal.ts';
import { FairQueue } from '../platform/fair-queue.ts';

/** Below this, the way to the thread and back costs more than parsing. */
export const OFF_LOOP_BYTES = 1024 * 1024;
const HEAP_MB_MAX = 1024;
const WAITING_MAX = 200;

export type ParserRequest = { readonly id: number; readonly bytes?: Uint8Array };

/** Where in the value a list or an object stands: the way to it from the outside. */
export type Path = readonly (string | number)[];

/** The shell is the value without what follows: its heavy lists and objects are empty and are filled in portions. */
export type ParserReply =
  | {
      readonly id: number;
      readonly kind: 'refused';
      readonly reason: RefusalReason;
      readonly details: RefusalDetails;
      readonly found: Faults;
    }
  | { readonly id: number; readonly kind: 'shell'; readonly shell: unknown }
  | { readonly id: number; readonly kind: 'items'; readonly path: Path; readonly items: readonly unknown[] }
  | {
      readonly id: number;
      readonly kind: 'members';
      readonly path: Path;
      readonly members: Readonly<Record<string, unknown>>;
    }
  | { readonly id: number; readonly kind: 'end' };

type Job = { shell: unknown; resolve(value: unknown): void; reject(error: Error): void };

export class BodyParser {
  #worker: Worker | undefined;
  #lastId = 0;
  readonly #jobs = new Map<number, Job>();
  readonly #queue = new FairQueue(
    { runningMax: 1, waitingMax: WAITING_MAX },
    () => new Refusal('too-many-requests', { retryAfterSeconds: 1 }),
  );

  /** Takes the bytes over: nobody may use the buffer afterwards. Bodies of one caller wait for each other. */
  parse(bytes: Buffer, caller: string): Promise<unknown> {
    return this.#queue.run(caller, () => this.#parse(bytes));
  }

  #parse(bytes: Buffer): Promise<unknown> {
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
      if (reply.kind === 'refused') job.reject(new Refusal(reply.reason, reply.details, { found: reply.found }));
      else job.resolve(job.shell);
      return;
    }
    if (reply.kind === 'shell') job.shell = reply.shell;
    else append(job.shell, reply);
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

type Portion = Extract<ParserReply, { kind: 'items' | 'members' }>;

function append(shell: unknown, portion: Portion): void {
  const target = portion.path.reduce<unknown>(
    (at, name) => Object.getOwnPropertyDescriptor(at, name)?.value as unknown,
    shell,
  );
  // The thread made this place in a portion before, empty and of the right kind.
  if (portion.kind === 'members') Object.assign(target as object, portion.members);
  else for (const item of portion.items) (target as unknown[]).push(item);
}
