// Merges reports for one transaction of the recorder: pieces of one batch and attempt become one outcome, and a piece
// delivered twice counts once. Another attempt of a batch waits for the next transaction, which sees the rows of this
// one.
import type { Outcome } from '../../features/queue/batches/outcome.ts';

export type GatheredOutcomes = { readonly outcomes: readonly Outcome[] };

type MergedBatch = {
  last: Outcome;
  readonly messageIds: Set<string>;
  readonly sent: Outcome['sent'][number][];
  readonly failed: Outcome['failed'][number][];
};

export const messagesIn = (outcomes: readonly Outcome[]): number =>
  outcomes.reduce((sum, { sent, failed }) => sum + sent.length + failed.length, 0);

/** `taken`: number of merged reports, from the first. */
export function mergeOutcomes(
  reports: readonly GatheredOutcomes[],
  messagesMax: number,
): { readonly merged: readonly Outcome[]; readonly taken: number } {
  const byBatch = new Map<string, MergedBatch>();
  let messages = 0;
  let taken = 0;
  for (const { outcomes } of reports) {
    if (messages >= messagesMax || outcomes.some((outcome) => isOtherAttempt(byBatch, outcome))) break;
    for (const outcome of outcomes) byBatch.set(outcome.batchId, append(byBatch.get(outcome.batchId), outcome));
    messages += messagesIn(outcomes);
    taken += 1;
  }
  return { merged: [...byBatch.values()].map(({ last, sent, failed }) => ({ ...last, sent, failed })), taken };
}

/** Splits a report so that no part has two attempts of one batch. */
export function separateAttempts(outcomes: readonly Outcome[]): readonly (readonly Outcome[])[] {
  const parts: Map<string, Outcome>[] = [];
  for (const outcome of outcomes) {
    const free = parts.find((part) => !part.has(outcome.batchId));
    if (free === undefined) parts.push(new Map([[outcome.batchId, outcome]]));
    else free.set(outcome.batchId, outcome);
  }
  return parts.map((part) => [...part.values()]);
}

function isOtherAttempt(byBatch: ReadonlyMap<string, MergedBatch>, { batchId, attempt }: Outcome): boolean {
  const known = byBatch.get(batchId);
  return known !== undefined && known.last.attempt !== attempt;
}

function append(before: MergedBatch | undefined, next: Outcome): MergedBatch {
  const merged: MergedBatch = before ?? { last: next, messageIds: new Set(), sent: [], failed: [] };
  for (const sent of next.sent) if (isNew(merged, sent[0])) merged.sent.push(sent);
  for (const failed of next.failed) if (isNew(merged, failed[0])) merged.failed.push(failed);
  // A repeated piece may arrive after the last piece.
  const end = next.rest === 'open' ? merged.last : next;
  merged.last = { ...end, atMs: Math.max(merged.last.atMs, next.atMs) };
  return merged;
}

function isNew({ messageIds }: MergedBatch, messageId: string): boolean {
  if (messageIds.has(messageId)) return false;
  messageIds.add(messageId);
  return true;
}
