// Latency from a start to the first message at the operator: from sending the request to the arrival of the submit, by
// the clock of this machine.

import type { Harness } from './harness/harness.ts';
import type { PartnerClient } from './harness/partner-client.ts';
import { waitFor } from './harness/wait.ts';
import { percentile } from './statistics.ts';
import { dispatchText, type Subscribers } from './subscribers.ts';

export type FirstSubmit = { p50Ms: number; p99Ms: number; maxMs: number; starts: number };

const RECIPIENTS = 4;
const ARRIVAL_MS = 30_000;

export async function measureFirstSubmit(
  harness: Harness,
  partner: PartnerClient,
  subscribers: Subscribers,
  { starts, first }: { starts: number; first: number },
): Promise<FirstSubmit> {
  const waits: number[] = [];
  for (let at = 0; at < starts; at += 1) {
    const messages = subscribers.recipients(first + at * RECIPIENTS, RECIPIENTS);
    const { id } = await partner.createDispatch({ name: 'first submit', text: dispatchText, messages });
    const after = await harness.simulator.receivedTotal();
    const startMs = Date.now();
    await partner.startDispatch(id);
    const [arrived] = await waitFor(
      'first submit',
      async () => {
        const texts = await harness.simulator.received({ after, limit: 1 });
        return texts.length > 0 && texts;
      },
      { timeoutMs: ARRIVAL_MS, everyMs: 5 },
    );
    if (arrived !== undefined) waits.push(Math.max(0, arrived.atMs - startMs));
    // All messages of this dispatch must arrive before the next start, or they would be counted for it.
    await waitFor('rest', async () => (await harness.simulator.receivedTotal()) >= after + RECIPIENTS, {
      timeoutMs: ARRIVAL_MS,
      everyMs: 5,
    });
  }
  return {
    p50Ms: percentile(waits, 50),
    p99Ms: percentile(waits, 99),
    maxMs: Math.max(...waits),
    starts: waits.length,
  };
}
