// Long synchronous work that yields to the event loop every few milliseconds. Of several such jobs one resumes per
// iteration of the loop, so ten of them block the loop no longer than one. A single item costs nothing extra.
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

/** A job that yields again queues behind the others. */
async function giveTurns(): Promise<void> {
  do {
    await setImmediate();
    waiting.shift()?.();
  } while (waiting.length > 0);
}
