// The rate of a dispatch: spread evenly, by business time, and kept across pacers.
import { beforeAll, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { useCell } from '../given/cell.ts';
import { run, show, untilCalled } from '../given/people/campaign.ts';
import { givenSeller, type Seller } from '../given/people/seller.ts';
import { until } from '../given/until.ts';

const cell = useCell({ workers: ['clock', 'notifier', 'recorder', 'connector'] });
let seller: Seller;
beforeAll(async () => {
  await cell().link('mts');
  seller = await givenSeller(cell());
});

const gone = async (id: number) => {
  const { messages } = await show(seller, id);
  return messages.delivered + messages.sent;
};

const untilGone = (id: number, count: number) =>
  until(`${count} messages of dispatch ${id} are sent`, async () => (await gone(id)) === count);

covers('messaging.dispatch.rateTerm');
test('a minute has at most the rate, spread over the minute', async () => {
  const pacer = await cell().join(['pacer']);
  const id = await run(seller, 10, { rate: 6, rateTerm: 'm' });
  await untilGone(id, 1);
  await cell().settle();
  expect(await gone(id)).toBe(1);
  await cell().advance(10);
  await untilGone(id, 2);
  // A whole minute passes at once: unused rate is not carried over.
  await cell().advance(60);
  await untilGone(id, 3);
  await cell().settle();
  expect(await gone(id)).toBe(3);
  await pacer.leave();
  const other = await cell().join(['pacer']);
  await cell().settle();
  expect(await gone(id)).toBe(3);
  for (let left = 7; left > 0; left -= 1) {
    await cell().advance(10);
    await untilGone(id, 11 - left);
  }
  await untilCalled(seller, id, 'done');
  await other.leave();
});

test('a paced dispatch may take longer than a week', async () => {
  const pacer = await cell().join(['pacer']);
  const id = await run(seller, 2, { rate: 1, rateTerm: 'd' });
  await untilGone(id, 1);
  await pacer.leave();
  await cell().advance(9 * 86_400);
  await cell().settle();
  expect((await show(seller, id)).messages).toMatchObject({ delivered: 1, unsent: 0, sending: 1 });
  const other = await cell().join(['pacer']);
  await untilCalled(seller, id, 'done');
  await other.leave();
});
