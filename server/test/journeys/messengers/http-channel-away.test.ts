// A provider whose health check passes while it accepts no message: its messages neither fail nor count as sent, and
// each is sent once.
import { beforeAll, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller } from '../../given/people/seller.ts';
import { linkNamed } from '../../given/rows/links.ts';
import { statusCountsAmong } from '../../given/rows/messages.ts';
import { pause, until } from '../../given/until.ts';

const cell = useCell({ settings: { moderation: 'auto', submitTimeoutMs: 2_000, inDoubtWaitMs: 15_000 } });

let seller: Seller;
beforeAll(async () => {
  await cell().channel('VIBER');
  seller = await givenSeller(cell(), { brands: [] });
  await registerName(cell(), seller, { channelType: 'VIBER' });
});

async function send(prefix: string, count: number): Promise<string[]> {
  const items = Array.from({ length: count }, (_, at) => ({
    channelType: 'VIBER',
    senderName: 'Shop',
    destination: `${prefix}${10 + at}`,
    content: 'Hi',
  }));
  return (await seller.results(...items)).map(({ messageUuid }) => messageUuid ?? '');
}

/** All messages are with the provider, each once. */
async function untilTaken(prefix: string, uuids: readonly string[]): Promise<void> {
  await until(
    'all messages are with the provider',
    async () => (await statusCountsAmong(cell(), uuids)).CREATED === undefined,
  );
  const received = await cell().operators.received('viber');
  const numbers = received.map(({ destination }) => destination).filter((number) => number.startsWith(prefix));
  expect([numbers.length, new Set(numbers).size]).toEqual([uuids.length, uuids.length]);
  expect(await statusCountsAmong(cell(), uuids)).not.toHaveProperty('FAILED');
}

test.each([
  ['fails every message', '791612302', { failedPercent: 100 }, { failedPercent: 0 }],
  ['answers nothing', '791612303', { hangPercent: 100, noStatusPercent: 100 }, { hangPercent: 0, noStatusPercent: 0 }],
])(
  'messages wait while the provider passes its health check and %s',
  async (_what, prefix, broken, mended) => {
    const { channels } = cell().operators;
    const before = await channels.counters('viber');
    await channels.behave('viber', broken);
    const uuids = await send(prefix, 40);
    await until('the link is down', async () => {
      const { bound } = await linkNamed(cell(), 'viber');
      return !bound;
    });
    await pause(3_000);
    // The window once, and one message per health check.
    expect((await channels.counters('viber')).requests - before.requests).toBeLessThan(20);
    const { DELIVERED = 0, FAILED = 0 } = await statusCountsAmong(cell(), uuids);
    expect([DELIVERED, FAILED]).toEqual([0, 0]);
    await channels.behave('viber', mended);
    await untilTaken(prefix, uuids);
  },
  180_000,
);
