// The judgment of a storm. If its servers or the system did not start, or the broker ended by itself, it says nothing
// about the product.
import type { Claim } from './claims.ts';

export type Judgment = 'held' | 'violated' | 'not judged';

export const EXIT_CODES: Readonly<Record<Judgment, number>> = { held: 0, violated: 1, 'not judged': 2 };

/** Ends a storm without a judgment of the product. */
export class NotJudged extends Error {
  override readonly name = 'NotJudged';
}

/** A failure of the start is none of the product under the storm. */
export async function started<Value>(what: string, start: () => Promise<Value>): Promise<Value> {
  try {
    return await start();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new NotJudged(`${what} did not start: ${reason}`, { cause: error });
  }
}

/** The claims of `run`, unless the broker of the storm ends by itself before. */
export async function unlessEnded(ownEnd: Promise<string>, run: () => Promise<Claim[]>): Promise<Claim[]> {
  const claims = run();
  // It goes on without the broker after the race, and its failure says no more.
  claims.catch(() => undefined);
  const ended = ownEnd.then((lines): never => {
    throw new NotJudged(`the broker ended by itself: ${lines}`);
  });
  return Promise.race([claims, ended]);
}

export const judgmentOf = (claims: readonly Claim[]): Judgment =>
  claims.every(([, holds]) => holds) ? 'held' : 'violated';

export const judgmentOfError = (error: unknown): Judgment => (error instanceof NotJudged ? 'not judged' : 'violated');
