// Changes that can be repeated: their key, and what was taken of a list that failed in the middle.
import { PartialFailure } from '@volley/sdk/errors/partial-failure.ts';
import type { ChangeOptions } from '@volley/sdk/route.ts';
import type { Context, Options } from './command.ts';

export const KEY_OPTION = {
  'idempotency-key': {
    type: 'string',
    value: 'KEY',
    about: 'repeats a command that may be done already: nothing is done twice',
  },
} as const satisfies Options;

export function changeOptions({ given, signal }: Pick<Context, 'given' | 'signal'>): ChangeOptions {
  const idempotencyKey = given.text('idempotency-key');
  return { signal, ...(idempotencyKey !== undefined && { idempotencyKey }) };
}

/** Prints what the service took of a long list, before its failure goes on. */
export async function printingTaken<Result>(call: Promise<Result>, print: (result: Result) => void): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    // The result of the parts so far has the form of the whole result.
    if (error instanceof PartialFailure && error.result !== undefined) print(error.result as Result);
    throw error;
  }
}
