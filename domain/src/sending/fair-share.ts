// Allocates sending credit to companies in equal shares, so one large campaign cannot starve the others. A company
// gets at most the number of messages it wants; the rest of its share goes to the other companies. Shares are whole
// messages: the fraction owed or overpaid is carried to the next allocation as a deficit, so even a credit of one
// rotates. A company that gets all it wants loses its deficit, so an idle company accumulates no claim.

import { must } from '../must.ts';

export type ShareQueue = { key: number; wanting: number };

/** Credit per company; companies that get none are absent. Updates the deficits. */
export function allocateFairly(
  queues: readonly ShareQueue[],
  credit: number,
  deficits: Map<number, number>,
): Map<number, number> {
  const hungry = queues.filter((queue) => queue.wanting >= 1);
  assertWholeWants(hungry);
  const carried = carriedOver(hungry, deficits);
  deficits.clear();
  const total = Math.min(Math.max(0, Math.floor(credit)), sum(hungry.map((queue) => queue.wanting)));
  const shares = idealShares(hungry, total);
  const grants = hungry.map((queue, at) => {
    const due = must(shares[at], 'ideal share') + must(carried[at], 'carried deficit');
    return { queue, due, given: Math.min(queue.wanting, Math.max(0, Math.floor(due))) };
  });
  balance(grants, total);
  const allocated = new Map<number, number>();
  for (const { queue, due, given } of grants) {
    if (given > 0) allocated.set(queue.key, given);
    if (given < queue.wanting) deficits.set(queue.key, due - given);
  }
  return allocated;
}

type Grant = { queue: ShareQueue; due: number; given: number };

/** Moves single messages until exactly `total` are given: first to those owed most, from those owed least. */
function balance(grants: readonly Grant[], total: number): void {
  let open = total - grants.reduce((given, grant) => given + grant.given, 0);
  while (open !== 0) {
    const step = Math.sign(open);
    const movable = grants
      .filter((grant) => (step > 0 ? grant.given < grant.queue.wanting : grant.given > 0))
      .toSorted((a, b) => step * (b.due - b.given - (a.due - a.given)));
    for (const grant of movable.slice(0, Math.abs(open))) {
      grant.given += step;
      open -= step;
    }
  }
}

/** Deficits of the companies present, shifted so that they sum to zero: only differences between companies matter. */
function carriedOver(hungry: readonly ShareQueue[], deficits: ReadonlyMap<number, number>): number[] {
  const carried = hungry.map((queue) => deficits.get(queue.key) ?? 0);
  const surplus = sum(carried);
  return carried.map((deficit) => deficit - surplus / hungry.length);
}

/** Equal shares of the credit, filled from the smallest want upwards. */
function idealShares(hungry: readonly ShareQueue[], credit: number): number[] {
  const shares = hungry.map(() => 0);
  const order = hungry.map((queue, at) => ({ at, ...queue })).toSorted((a, b) => a.wanting - b.wanting);
  let left = credit;
  order.forEach(({ at, wanting }, before) => {
    const share = Math.min(wanting, left / (order.length - before));
    shares[at] = share;
    left -= share;
  });
  return shares;
}

function assertWholeWants(queues: readonly ShareQueue[]): void {
  for (const { key, wanting } of queues) {
    if (!Number.isSafeInteger(wanting)) throw new RangeError(`company ${key} wants ${wanting} messages`);
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
