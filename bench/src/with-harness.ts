// A complete system for one measurement, and what all measurements share: the numbers of subscribers and the progress
// on standard error.
import { fourLinks, type Harness, type HarnessOptions, startHarness } from './harness/harness.ts';
import type { HarnessLink, Role } from './harness/server-program.ts';
import { openSubscribers } from './subscribers.ts';

/** Roles are distributed so that two cores are busy and no role waits for another. */
const LAYOUT: readonly (readonly Role[])[] = [
  ['api', 'pacer', 'connector'],
  ['recorder', 'notifier', 'clock'],
];

export const subscribers = openSubscribers();

export const report = (text: string): boolean =>
  process.stderr.write(`${(performance.now() / 1_000).toFixed(1)} s ${text}\n`);

export async function withHarness<Result>(
  work: (harness: Harness) => Promise<Result>,
  links: readonly HarnessLink[] = fourLinks,
  layout = LAYOUT,
  more: Partial<HarnessOptions> = {},
): Promise<Result> {
  const harness = await startHarness({ what: 'bench', layout, links, ...more });
  const onSignal = () => void harness.stop().finally(() => process.exit(1));
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    return await work(harness);
  } catch (error) {
    process.stderr.write(`${harness.logTails()}\n`);
    throw error;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await harness.stop();
  }
}
