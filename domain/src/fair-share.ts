// Deals sending credit to companies by weight, so one large campaign cannot starve the others. In each deal a company
// gets its weighted share, never more than it wants, and what it leaves goes to the rest. Shares are whole messages:
// the fraction owed or overpaid is carried to the next deal as a deficit, so even a credit of one goes round. A
// company whose wants are met starts afresh: nobody saves up a claim while idle.

export type ShareQueue = { key: number; weight: number; wanting: number };

/** How much of the credit each company gets; companies that get nothing are left out. Updates the deficits. */
export function dealFairly(
  queues: readonly ShareQueue[],
  credit: number,
  deficits: Map<number, number>,
): Map<number, number> {
  const hungry = queues.filter((queue) => queue.wanting >= 1);
  refuseNonsense(hungry);
  const carried = carriedOver(hungry, deficits);
  deficits.clear();
  const total = Math.min(Math.max(0, Math.floor(credit)), sum(hungry.map((queue) => queue.wanting)));
  const shares = idealShares(hungry, total);
  const hands = hungry.map((queue, at) => {
    const due = (shares[at] ?? 0) + (carried[at] ?? 0);
    return { queue, due, given: Math.min(queue.wanting, Math.max(0, Math.floor(due))) };
  });
  balance(hands, total);
  const dealt = new Map<number, number>();
  for (const { queue, due, given } of hands) {
    if (given > 0) dealt.set(queue.key, given);
    if (given < queue.wanting) deficits.set(queue.key, due - given);
  }
  return dealt;
}

type Hand = { queue: ShareQueue; due: number; given: number };

/** Moves single messages until exactly `total` are given: first to those owed most, from those owed least. */
function balance(hands: readonly Hand[], total: number): void {
  let open = total - hands.reduce((given, hand) => given + hand.given, 0);
  while (open !== 0) {
    const step = Math.sign(open);
    const movable = hands
      .filter((hand) => (step > 0 ? hand.given < hand.queue.wanting : hand.given > 0))
      .toSorted((a, b) => step * (b.due - b.given - (a.due - a.given)));
    for (const hand of movable.slice(0, Math.abs(open))) {
      hand.given += step;
      open -= step;
    }
  }
}

/** Deficits of those present, shifted so that they sum to zero: only differences between companies matter. */
function carriedOver(hungry: readonly ShareQueue[], deficits: ReadonlyMap<number, number>): number[] {
  const carried = hungry.map((queue) => deficits.get(queue.key) ?? 0);
  const surplus = sum(carried);
  const weights = hungry.reduce((total, queue) => total + queue.weight, 0);
  return carried.map((deficit, at) => deficit - (surplus * (hungry[at]?.weight ?? 0)) / weights);
}

/** Weighted shares of the credit, filled from the most modest want upwards. */
function idealShares(hungry: readonly ShareQueue[], credit: number): number[] {
  const shares = hungry.map(() => 0);
  const order = hungry
    .map((queue, at) => ({ at, ...queue }))
    .toSorted((a, b) => b.wanting / b.weight - a.wanting / a.weight);
  let left = credit;
  // Weights are summed from the end that is dealt to last, never subtracted, so rounding cannot empty the sum.
  let weights = 0;
  const steps = order.map((queue) => {
    weights += queue.weight;
    return { ...queue, part: queue.weight / weights };
  });
  for (const { at, wanting, part } of steps.toReversed()) {
    const share = Math.min(wanting, left * part);
    shares[at] = share;
    left -= share;
  }
  return shares;
}

function refuseNonsense(queues: readonly ShareQueue[]): void {
  for (const { key, weight, wanting } of queues) {
    if (!(weight > 0 && Number.isFinite(weight))) throw new RangeError(`company ${key} has weight ${weight}`);
    if (!Number.isSafeInteger(wanting)) throw new RangeError(`company ${key} wants ${wanting} messages`);
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
