// What one transaction of the recorder takes from the reports that have come: pieces of one batch and one attempt become
// one outcome. Another attempt of a batch waits for the next transaction: it is judged by what this one has stored.
import type { Outcome } from '../../features/dispatches/outcome.ts';

export type GatheredOutcomes = { readonly outcomes: readonly Outcome[] };

type Growing = Outcome & { readonly sent: Outcome['sent'][number][]; readonly failed: Outcome['failed'][number][] };

export const messagesIn = (outcomes: readonly Outcome[]): number =>
  outcomes.reduce((sum, { sent, failed }) => sum + sent.length + failed.length, 0);

/** `taken`: how many of the reports, from the first, are in it. */
export function mergeOutcomes(
  reports: readonly GatheredOutcomes[],
  messagesMax: number,
): { readonly merged: readonly Outcome[]; readonly taken: number } {
  const byBatch = new Map<string, Growing>();
  let messages = 0;
  let taken = 0;
  for (const { outcomes } of reports) {
    if (messages >= messagesMax || outcomes.some((outcome) => isOtherAttempt(byBatch, outcome))) break;
    for (const outcome of outcomes) byBatch.set(outcome.batchId, grown(byBatch.get(outcome.batchId), outcome));
    messages += messagesIn(outcomes);
    taken += 1;
  }
  return { merged: [...byBatch.values()], taken };
}

function isOtherAttempt(byBatch: ReadonlyMap<string, Outcome>, { batchId, attempt }: Outcome): boolean {
  const known = byBatch.get(batchId);
  return known !== undefined && known.attempt !== attempt;
}

function grown(before: Growing | undefined, next: Outcome): Growing {
  if (before === undefined) return { ...next, sent: [...next.sent], failed: [...next.failed] };
  before.sent.push(...next.sent);
  before.failed.push(...next.failed);
  // A repeated piece may come after the last one.
  const last = next.rest === 'open' ? before : next;
  return { ...before, ...next, rest: last.rest, sent: before.sent, failed: before.failed };
}
