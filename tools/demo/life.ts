// Background traffic of the demo: a message now and then, and one slow dispatch after another. About two messages per
// second, which a small machine hardly notices.
import { numberAt } from '@volley/bench/harness/json.ts';
import type { Receivers } from './receivers.ts';
import { sendSingles, startSlowDispatch } from './traffic.ts';
import type { World } from './world.ts';

const BEAT_MS = 4_000;

export type Life = { stop(): Promise<void> };

export function startLife(world: World, receivers: Receivers): Life {
  let beats = 0;
  let ended = false;
  let wake: (() => void) | undefined;
  const beat = async (): Promise<void> => {
    beats += 1;
    await sendSingles(world, beats % 10 === 0 ? receivers.failingUrl : receivers.healthyUrl, 1 + (beats % 3));
    if (beats % 5 === 0 && !(await hasRunning(world))) await startSlowDispatch(world, receivers.healthyUrl);
  };
  const live = async (): Promise<void> => {
    while (!ended) {
      // The demo continues if a call fails, for example while the API restarts.
      await beat().catch((error: unknown) => console.error(error));
      if (ended) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, BEAT_MS);
      });
    }
  };
  const living = live();
  return {
    stop: async () => {
      ended = true;
      wake?.();
      await living;
    },
  };
}

async function hasRunning({ messages }: World): Promise<boolean> {
  return numberAt(await messages('GET', '/dispatch?status=sending&status=changing&per_page=1'), 'total') > 0;
}
