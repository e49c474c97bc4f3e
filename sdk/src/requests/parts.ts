// A list that is longer than the service takes in one request goes in parts, one after the other. Every part has a key
// of its own, made from the key of the call, so that a repeated call sends no item twice.
import { randomUUID } from 'node:crypto';
import { ApiFailure } from '../errors/api-failure.ts';
import { InvalidArgument } from '../errors/invalid-argument.ts';
import { type ListRange, PartialFailure, type ResumeOptions } from '../errors/partial-failure.ts';
import { VolleyError } from '../errors/volley-error.ts';
import type { Called, Requester } from '../requester.ts';
import type { RequestInput } from './request.ts';
import { settles } from './retries.ts';

type Parts = {
  readonly called: Called;
  readonly input: RequestInput;
  readonly list: readonly unknown[];
  readonly size: number;
  readonly key: string;
  /** Results of the parts so far. */
  readonly results: readonly unknown[];
  /** The service may have taken the next part: its answer was lost in the call that is resumed. */
  readonly isOpen: boolean;
};

/** A key is at most 255 characters long, with the number of the part. */
const KEY_LENGTH_MAX = 240;

export async function requestInParts(requester: Requester, called: Called, input: RequestInput): Promise<unknown> {
  const { body, idempotencyKey: key = randomUUID() } = input;
  const size = called.route.cut;
  if (!Array.isArray(body) || size === undefined || body.length <= size) return requester.request(called, input);
  if (key.length > KEY_LENGTH_MAX) {
    const reason = `must be at most ${KEY_LENGTH_MAX} characters long for a list above ${size} items`;
    throw new InvalidArgument(called.method, [{ field: 'options.idempotencyKey', reason, code: 'too-long' }]);
  }
  // Nothing was sent yet, so nothing can be taken.
  input.signal?.throwIfAborted();
  // A copy: the parts of a resumed call must be those of the first attempt.
  return sendParts(requester, { called, input, list: [...(body as unknown[])], size, key, results: [], isOpen: false });
}

async function sendParts(requester: Requester, parts: Parts): Promise<unknown> {
  const { called, input, list, size, key } = parts;
  const results = [...parts.results];
  for (let from = results.length * size; from < list.length; from += size) {
    const part = { ...input, body: list.slice(from, from + size), idempotencyKey: `${key}.${results.length + 1}` };
    try {
      results.push(await requester.request(called, part));
    } catch (error) {
      const isOpen = parts.isOpen && results.length === parts.results.length;
      throw failureOf(requester, { ...parts, results, isOpen }, error);
    }
  }
  return merged(requester, key, results);
}

function failureOf(requester: Requester, parts: Parts, error: unknown): unknown {
  const { called, list, size, key, input, results } = parts;
  const isSettled = error instanceof ApiFailure && settles(error);
  const isUnknown = !(error instanceof VolleyError) || error.mayBeDone || (parts.isOpen && !isSettled);
  // Nothing was taken: the error of the first part says all.
  if (results.length === 0 && !isUnknown) return error;
  const end = results.length * size;
  const unknown: ListRange | undefined = isUnknown ? { from: end, to: Math.min(end + size, list.length) } : undefined;
  return new PartialFailure({
    method: called.method,
    result: results.length === 0 ? undefined : merged(requester, key, results),
    taken: { from: 0, to: end },
    unknown,
    notTaken: { from: unknown?.to ?? end, to: list.length },
    idempotencyKey: key,
    cause: error,
    resume: ({ signal }: ResumeOptions = {}) =>
      sendParts(requester, { ...parts, input: { ...input, signal }, isOpen: isUnknown }),
  });
}

type Items = { readonly errors: boolean; readonly items: readonly unknown[] };

/** Answers are lists, or have one in `items`. */
function merged({ answers }: Requester, key: string, results: readonly unknown[]): unknown {
  const lists = results.map((result) => (Array.isArray(result) ? (result as unknown[]) : (result as Items).items));
  const [first] = results;
  const items = lists.flat();
  const result = Array.isArray(first)
    ? items
    : { ...(first as Items), errors: results.some((one) => (one as Items).errors), items };
  const parts = results.map((one) => answers.answerOf(one)).filter((one) => one !== undefined);
  const [answer] = parts;
  const warnings = [...new Set(parts.flatMap((one) => one.warnings))];
  const isReplayed = parts.every((one) => one.isReplayed);
  if (answer !== undefined) answers.record(result, { ...answer, idempotencyKey: key, isReplayed, warnings, parts });
  return result;
}
