// What one transaction of the recorder takes from the reports that have come: pieces of one batch and one attempt become
// one outcome, and a piece that the broker has delivered twice counts once. Another attempt of a batch waits for the
// next transaction: it is judged by what this one has stored.
import type { Outcome } from '../../features/dispatches/outcome.ts';

export type GatheredOutcomes = { readonly outcomes: readonly Outcome[] };

type Growing = {
  last: Outcome;
  readonly told: Set<string>;
  readonly sent: Outcome['sent'][number][];
  readonly failed: Outcome['failed'][number][];
};

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
    for (const outcome of outcomes) byBatch.set(outcome.batchId, grow(byBatch.get(outcome.batchId), outcome));
    messages += messagesIn(outcomes);
    taken += 1;
  }
  return { merged: [...byBatch.values()].map(({ last, sent, failed }) => ({ ...last, sent, failed })), taken };
}

/** Parts of a report, so that none names two attempts of one batch. */
export function partAttempts(outcomes: readonly Outcome[]): readonly (readonly Outcome[])[] {
  const parts: Map<string, Outcome>[] = [];
  for (const outcome of outcomes) {
    const free = parts.find((part) => !part.has(outcome.batchId));
    if (free === undefined) parts.push(new Map([[outcome.batchId, outcome]]));
    else free.set(outcome.batchId, outcome);
  }
  return parts.map((part) => [...part.values()]);
}

function isOtherAttempt(byBatch: ReadonlyMap<string, Growing>, { batchId, attempt }: Outcome): boolean {
  const known = byBatch.get(batchId);
  return known !== undefined && known.last.attempt !== attempt;
}

function grow(before: Growing | undefined, next: Outcome): Growing {
  const growing: Growing = before ?? { last: next, told: new Set(), sent: [], failed: [] };
  for (const one of next.sent) if (isNew(growing, one[0])) growing.sent.push(one);
  for (const one of next.failed) if (isNew(growing, one[0])) growing.failed.push(one);
  // A repeated piece may come after the last one.
  const end = next.rest === 'open' ? growing.last : next;
  growing.last = { ...end, atMs: Math.max(growing.last.atMs, next.atMs) };
  return growing;
}

function isNew({ told }: Growing, messageId: string): boolean {
  if (told.has(messageId)) return false;
  told.add(messageId);
  return true;
}
