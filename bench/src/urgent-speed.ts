// Latency of a code to the operator while a large advertising dispatch fills the same link: from sending the request to
// the arrival of the submit, by the clock of this machine.
import { fillDispatch } from './end-to-end.ts';
import type { Harness } from './harness/harness.ts';
import { memberAt } from './harness/json.ts';
import type { MessagingAccount } from './harness/messaging-account.ts';
import type { PartnerClient } from './harness/partner-client.ts';
import { waitFor } from './harness/wait.ts';
import { callAtPace } from './open-loop.ts';
import { percentile } from './statistics.ts';
import type { Subscribers } from './subscribers.ts';

export type UrgentRun = {
  p50: number;
  p99: number;
  max: number;
  messages: number;
  /** Advertising sent while codes were sent, and advertising still waiting afterwards. */
  promoPerSecond: number;
  promoLeft: number;
};

const PER_SECOND = 40;
const ARRIVAL_MS = 60_000;
const UNDER_WAY = 1_000;
const CODE_FIRST = 8_000_000;

export async function measureUrgent(
  harness: Harness,
  { partner, account, subscribers }: { partner: PartnerClient; account: MessagingAccount; subscribers: Subscribers },
  {
    count,
    codes,
    senderName,
    textOf,
  }: { count: number; codes: number; senderName: string; textOf: (at: number) => string },
): Promise<UrgentRun> {
  const { simulator } = harness;
  const { id } = await fillDispatch(partner, subscribers, { first: 0, count });
  const before = await simulator.receivedTotal();
  await partner.startDispatch(id);
  await waitFor('advertising under way', async () => (await simulator.receivedTotal()) - before >= UNDER_WAY, {
    timeoutMs: ARRIVAL_MS,
  });
  const recipients = subscribers.recipients(CODE_FIRST, codes);
  const waits: number[] = [];
  const fromTotal = await simulator.receivedTotal();
  const fromMs = performance.now();
  const paced = await callAtPace({ perSecond: PER_SECOND, calls: codes }, async (at) => {
    const destination = recipients[at]?.destination ?? '';
    const after = await simulator.receivedTotal();
    const sentMs = Date.now();
    const item = { channelType: 'SMS', senderName, destination, content: textOf(at) };
    const answer = await account.call('POST', '/message', [item]);
    if (memberAt(answer, 'errors') !== false) throw new Error(`refused: ${JSON.stringify(answer).slice(0, 300)}`);
    const [arrived] = await waitFor(
      'the code',
      async () => {
        const texts = await simulator.received({ after, destination, limit: 1 });
        return texts.length > 0 && texts;
      },
      { timeoutMs: ARRIVAL_MS, everyMs: 200 },
    );
    if (arrived !== undefined) waits.push(Math.max(0, arrived.atMs - sentMs));
  });
  if (paced.failures > 0) throw new Error(`${paced.failures} of ${codes} codes did not arrive`);
  const promoPerSecond = (((await simulator.receivedTotal()) - fromTotal) * 1_000) / (performance.now() - fromMs);
  const { pending } = await partner.progress(id);
  if (pending > 0) await partner.stopDispatch(id);
  return {
    p50: percentile(waits, 50),
    p99: percentile(waits, 99),
    max: Math.max(...waits),
    messages: waits.length,
    promoPerSecond,
    promoLeft: pending,
  };
}
