// Parses large bodies in a worker thread, so that a body of forty megabytes does not block other requests. The value
// returns in portions, one per turn of the loop: a single transfer would block the loop nearly as long as parsing.
// Bodies are parsed in sequence and callers take turns, so a caller with many bodies delays only itself.
import { Worker } from 'node:worker_threads';
import type { Faults } from '@volley/domain/refusals/fault.ts';
import { Refusal, type RefusalDetails, type RefusalReason } from '@volley/domain/refusals/refusal.ts';
import { FairQueue } from '../../../platform/fair-queue.ts';

/** Below this size the transfer to the thread costs more than parsing. */
export const OFF_LOOP_BYTES = 1024 * 1024;
const HEAP_MB_MAX = 1024;
const WAITING_MAX = 200;

export type ParserRequest = { readonly id: number; readonly bytes?: Uint8Array };

/** Path of a list or an object inside the value. */
export type Path = readonly (string | number)[];

/** The shell is the value with its heavy lists and objects empty; portions fill them. */
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

  /** Transfers the buffer, which must not be used afterwards. Bodies of one caller queue behind each other. */
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
      worker.postMessage(request, isWhole ? [bytes.buffer as ArrayBuffer] : []); // isWhole
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
    worker.on('exit', () => this.#lose(worker, new Error('the body parser thread exited')));
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
    // Portions are requested one by one, so that other requests get a turn in between.
    setImmediate(() => worker.postMessage({ id: reply.id } satisfies ParserRequest));
  }

  /** The next body starts a new thread. */
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
  // An earlier portion created this place, empty and of the right kind.
  if (portion.kind === 'members') Object.assign(target as object, portion.members);
  else for (const item of portion.items) (target as unknown[]).push(item);
}
