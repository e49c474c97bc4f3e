// Behavior of operators at the edge of the standard and beyond it: refused binds, malformed receipts, receipts over
// another link of the account, one receipt for a text of several parts.
import { describe, expect, test } from 'vitest';
import { useCell } from '../../given/cell.ts';
import { givenShop } from '../../given/people/shop.ts';
import { partRefsOf, receiptComes } from '../../given/providers/operator-receipts.ts';
import { until } from '../../given/until.ts';

const BRANDS = ['mts', 'beeline', 'megafon', 'tele2'];
const MANY = 2_000;
const MANY_LIMIT_MS = 60_000;
const cell = useCell({ settings: { linkRetryMaxMs: 50 } });

const counters = (account: string) => cell().operators.counters(account);
const states = () =>
  cell().sql<{ name: string; bound: boolean; last_error: string | null; since: Date | null }>(
    'select name, bound, last_error, last_bound_at as since from operator_links order by name',
  );

describe('a refused bind', () => {
  test.each([
    ['ESME_RBINDFAIL', 13],
    ['ESME_RINVPASWD', 14],
  ])('with %s is repeated until the operator accepts it, on every link', async (name, bindStatus) => {
    const { operators } = cell();
    for (const brand of BRANDS) await cell().link(brand);
    const before = await Promise.all(BRANDS.map(counters));
    const boundAt = new Map((await states()).map((link) => [link.name, link.since]));
    for (const brand of BRANDS) await operators.behave(brand, { bindStatus });
    for (const brand of BRANDS) await operators.cut(brand);
    await until('every link was refused more than five times', async () => {
      const now = await Promise.all(BRANDS.map(counters));
      return now.every(({ bindsRefused }, at) => bindsRefused > (before[at]?.bindsRefused ?? 0) + 5);
    });
    await until('every link shows the reason', async () =>
      (await states()).every(({ bound, last_error }) => !bound && last_error?.includes(name) === true),
    );
    for (const brand of BRANDS) await operators.behave(brand, { bindStatus: 0 });
    await until('every link is bound', async () => (await states()).every(({ bound }) => bound));
    for (const { name: link, since } of await states())
      expect(since?.getTime()).toBeGreaterThan(boundAt.get(link)?.getTime() ?? 0);
    const shop = await givenShop(cell());
    await shop.untilStatus(await shop.run(10), 'COMPLETED');
  });
});

test('malformed receipts end no session and repeat no submit, and count if id and state are readable', async () => {
  const linkId = await cell().link('mts', { window: 100 });
  const before = await counters('mts');
  await cell().operators.behave('mts', { truncatedPercent: 5, paddedPercent: 3, oversizedPercent: 2 });
  const shop = await givenShop(cell());
  const id = await shop.run(MANY);
  await until(
    'all messages are with the operator',
    async () => (await counters('mts')).accepted === before.accepted + MANY,
    MANY_LIMIT_MS,
  );
  await until('no receipt waits', async () => (await counters('mts')).receiptsWaiting === 0, MANY_LIMIT_MS);
  await cell().operators.behave('mts', { truncatedPercent: 0, paddedPercent: 0, oversizedPercent: 0 });
  const after = await counters('mts');
  const rejected = after.receiptsRejected - before.receiptsRejected;
  expect(after.receiptsSpoiled - before.receiptsSpoiled).toBeGreaterThan(MANY / 15);
  expect(rejected).toBeGreaterThan(0);
  const { messages } = await shop.untilPending(id, rejected, MANY_LIMIT_MS);
  expect(messages).toEqual({ total: MANY, delivered: MANY - rejected, failed: 0, pending: rejected });
  await cell().settle();
  expect(await shop.dispatch(id)).toMatchObject({ messages });
  expect(await counters('mts')).toMatchObject({ binds: before.binds, submits: before.submits + MANY });
  await until('the refused PDUs are stored', async () => {
    const kept = await cell().sql<{ count: bigint }>('select count(*) from malformed_pdus where link_id = $1', [
      linkId,
    ]);
    return kept[0]?.count === BigInt(rejected);
  });
});

test('receipts that arrive over another link of the account, early or twice, all find their message', async () => {
  await cell().link('mts', { window: 100 });
  await cell().link('mts-second', { account: 'mts', brands: [1], window: 100 });
  const before = await counters('mts');
  const hostile = { randomSession: true, receiptBeforeAnswerPercent: 20, duplicatePercent: 2 };
  await cell().operators.behave('mts', hostile);
  const shop = await givenShop(cell());
  const id = await shop.run(MANY);
  const { messages } = await shop.untilStatus(id, 'COMPLETED', MANY_LIMIT_MS);
  await until('no receipt waits', async () => (await counters('mts')).receiptsWaiting === 0);
  await cell().operators.behave('mts', { randomSession: false, receiptBeforeAnswerPercent: 0, duplicatePercent: 0 });
  expect(messages).toEqual({ total: MANY, delivered: MANY, failed: 0, pending: 0 });
  expect((await counters('mts')).submits - before.submits).toBe(MANY);
  const accounts = await cell().sql<{ accounts: bigint }>(
    `select count(distinct account_id) as accounts from operator_links where name like 'mts%'`,
  );
  expect(accounts).toEqual([{ accounts: 1n }]);
});

test('if the operator confirms one part of a long text, one receipt ends the message', async () => {
  await cell().link('mts', { receiptsPerPart: 'one' });
  await cell().sql(`update operator_links set enabled = false where name = 'mts-second'`);
  await cell().operators.behave('mts', { noReceiptPercent: 100 });
  const shop = await givenShop(cell());
  const id = await shop.run(2, { text: 'л'.repeat(67 * 3) });
  await until('all messages are sent', async () => (await shop.messages(id)).every(({ status }) => status === 'SENT'));
  await cell().operators.behave('mts', { noReceiptPercent: 0 });
  const refs = await partRefsOf(cell(), id);
  expect(refs).toHaveLength(6);
  await receiptComes(cell(), refs[2], 'delivered');
  await receiptComes(cell(), refs[3], 'undelivered');
  await shop.untilStatus(id, 'COMPLETED');
  expect(await shop.messages(id)).toMatchObject([{ status: 'DELIVERED' }, { status: 'FAILED', errorCode: 508 }]);
});
