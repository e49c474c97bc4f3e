// The page's side of the worker: requests as promises.
import { ApiError } from '../../../api/api-error.ts';
import { FileProblem } from './file-problem.ts';
import type { QuestionName, Questions, Told } from './import-protocol.ts';
import { Cancelled } from './row-source.ts';

type Waiting = {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: ((share: number) => void) | undefined;
};

export class ImportClient {
  readonly #worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  isClosed = false;

  constructor() {
    this.#worker.addEventListener('message', (event: MessageEvent<Told>) => this.#hear(event.data));
    this.#worker.addEventListener('error', ({ message }) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(message));
      this.#waiting.clear();
    });
  }

  ask<Name extends QuestionName>(
    name: Name,
    ask: Questions[Name]['ask'],
    onProgress?: (share: number) => void,
  ): Promise<Questions[Name]['answer']> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { resolve, reject, onProgress });
    this.#worker.postMessage({ id, name, ask });
    // The worker answers each request with the type of the protocol.
    return promise as Promise<Questions[Name]['answer']>;
  }

  close(): void {
    this.isClosed = true;
    this.#worker.terminate();
  }

  #hear(told: Told): void {
    const waiting = this.#waiting.get(told.id);
    if (waiting === undefined) return;
    if ('progress' in told) {
      waiting.onProgress?.(told.progress);
      return;
    }
    this.#waiting.delete(told.id);
    if ('answer' in told) waiting.resolve(told.answer);
    else if ('problem' in told) waiting.reject(new FileProblem(told.problem.kind, told.problem.row));
    else if ('refused' in told) waiting.reject(new ApiError(told.refused, told.refused.message));
    else if ('cancelled' in told) waiting.reject(new Cancelled());
    else waiting.reject(new Error(told.error));
  }
}
