// A long list of which the service took a part.
import type { FailureDetail } from '../checks/fault.ts';
import { ApiFailure } from './api-failure.ts';
import { keyOption, VolleyError } from './volley-error.ts';

/** Positions in the list of the call, `to` not included. */
export type ListRange = { readonly from: number; readonly to: number };

export type PartialFacts<Result> = {
  readonly method: string;
  readonly result: Result | undefined;
  readonly taken: ListRange;
  readonly unknown: ListRange | undefined;
  readonly notTaken: ListRange;
  readonly idempotencyKey: string;
  readonly cause: unknown;
  readonly resume: (options?: ResumeOptions) => Promise<Result>;
};

export type ResumeOptions = { readonly signal?: AbortSignal };

/**
 * The client sent a long list in parts, and a part failed. `cause` is its failure, with the key of that part alone:
 * repeat the call under the key of this error.
 */
export class PartialFailure<Result = unknown> extends VolleyError {
  override readonly name = 'PartialFailure';
  /** The method, such as `messages.send`. */
  readonly method: string;
  /** The result for the taken items; undefined if none was taken for certain. */
  readonly result: Result | undefined;
  /** The service has answered for these items. */
  readonly taken: ListRange;
  /** The service may have taken these items: their answer was lost. */
  readonly unknown: ListRange | undefined;
  /** The service has not taken these items. */
  readonly notTaken: ListRange;
  /** Faults of the refused part, with their positions in the whole list. */
  readonly details: readonly FailureDetail[];
  readonly #resume: (options?: ResumeOptions) => Promise<Result>;

  constructor(facts: PartialFacts<Result>) {
    const { method, taken, unknown, notTaken, idempotencyKey, cause } = facts;
    const shown = cause instanceof Error ? cause.message : String(cause);
    const words = [
      `items ${rangeWords(taken)} were taken`,
      ...(unknown === undefined ? [] : [`items ${rangeWords(unknown)} may have been taken`]),
      `items ${rangeWords(notTaken)} were not`,
    ];
    const details = cause instanceof ApiFailure ? cause.details.map((one) => movedBy(notTaken.from, one)) : [];
    super(`${method}: ${words.filter((one) => !one.startsWith('items none')).join(', ')}: ${shown}`, {
      reason: cause instanceof VolleyError ? cause.reason : 'aborted',
      hint: details.length > 0 ? CORRECT_HINT : resumeHint(idempotencyKey),
      field: details[0]?.field,
      requestId: cause instanceof VolleyError ? cause.requestId : undefined,
      idempotencyKey,
      mayBeDone: true,
      cause,
    });
    this.method = method;
    this.result = facts.result;
    this.taken = taken;
    this.unknown = unknown;
    this.notTaken = notTaken;
    this.details = details;
    this.#resume = facts.resume;
  }

  /** Sends what was not taken, under the same keys. The result is that of the whole list. */
  resume(options?: ResumeOptions): Promise<Result> {
    return this.#resume(options);
  }
}

/** A list with other items has other parts, so it needs another key. */
const CORRECT_HINT =
  'Correct the items named in `details` and send the list from `notTaken.from` as a new call, under another key.';

const resumeHint = (idempotencyKey: string): string =>
  'Call resume() of this error, or repeat the call with the same list and ' +
  `${keyOption(idempotencyKey)} within 24 hours: the service takes each item at most once.`;

const rangeWords = ({ from, to }: ListRange): string => (from === to ? 'none' : `${from} to ${to - 1}`);

/** `[3].ttl` of a part is `[2003].ttl` of the list. */
function movedBy(offset: number, detail: FailureDetail): FailureDetail {
  const field = detail.field.replace(/^\[(\d+)\]/, (_, at: string) => `[${Number(at) + offset}]`);
  return { ...detail, field };
}
