// Long work on the loop that gives everybody else a turn: after every few milliseconds the loop runs once around before
// the next item. Of several long works one goes on in each round, so that ten of them hold nobody up longer than one. A
// list of one costs nothing.
import { setImmediate } from 'node:timers/promises';

const TURN_MS = 10;

const waiting: (() => void)[] = [];

export async function inTurns<Item>(items: readonly Item[], work: (item: Item, at: number) => void): Promise<void> {
  let beganMs = performance.now();
  for (const [at, item] of items.entries()) {
    work(item, at);
    if (performance.now() - beganMs < TURN_MS) continue;
    await nextTurn();
    beganMs = performance.now();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) void giveTurns();
  });
}

/** A work that has had its turn and wants another stands behind the others. */
async function giveTurns(): Promise<void> {
  do {
    await setImmediate();
    waiting.shift()?.();
  } while (waiting.length > 0);
}
