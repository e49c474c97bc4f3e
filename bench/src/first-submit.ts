// How soon after a start the first message is at the operator: from sending the request to the arrival of the submit,
// both by the clock of this machine.
import type { PartnerClient } from './stand/partner-client.ts';
import type { Stand } from './stand/stand.ts';
import { waitFor } from './stand/wait.ts';
import { percentile } from './statistics.ts';
import { dispatchText, type Subscribers } from './subscribers.ts';

export type FirstSubmit = { p50Ms: number; p99Ms: number; maxMs: number; starts: number };

const RECIPIENTS = 4;
const ARRIVAL_MS = 30_000;

export async function measureFirstSubmit(
  stand: Stand,
  partner: PartnerClient,
  subscribers: Subscribers,
  { starts, first }: { starts: number; first: number },
): Promise<FirstSubmit> {
  const waits: number[] = [];
  for (let at = 0; at < starts; at += 1) {
    const messages = subscribers.recipients(first + at * RECIPIENTS, RECIPIENTS);
    const { id } = await partner.createDispatch({ name: 'first submit', text: dispatchText, messages });
    const after = await stand.simulator.receivedTotal();
    const startMs = Date.now();
    await partner.startDispatch(id);
    const [arrived] = await waitFor(
      'first submit',
      async () => {
        const texts = await stand.simulator.received({ after, limit: 1 });
        return texts.length > 0 && texts;
      },
      { timeoutMs: ARRIVAL_MS, everyMs: 5 },
    );
    if (arrived !== undefined) waits.push(Math.max(0, arrived.atMs - startMs));
    // All of this dispatch must have arrived before the next one is started, or they would be taken for it.
    await waitFor('rest', async () => (await stand.simulator.receivedTotal()) >= after + RECIPIENTS, {
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
