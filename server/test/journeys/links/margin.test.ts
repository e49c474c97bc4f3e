// Costs by the prices of routes, the margin report that adds up to the messages, and exchange rates, by which the
// margin guard and the report compare currencies.
import { beforeAll, expect, test } from 'vitest';
import { auditMoney } from '../../../src/features/settlement/audit/audit.ts';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller, sms } from '../../given/people/seller.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { moneyOf, priceLink, untilMarginsAddUp, untilPricesAreKnown } from '../../given/providers/costs.ts';
import { countOpen } from '../../given/rows/message-ends.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ settings: { moderation: 'auto' } });

let seller: Seller;
let staff: GivenStaff;

beforeAll(async () => {
  await cell().link('mts');
  for (const channel of ['VIBER', 'VK'] as const) await cell().channel(channel);
  seller = await givenSeller(cell(), { balance: 1_000_000 });
  staff = await givenStaff(cell(), 'admin');
  for (const channelType of ['VIBER', 'VK']) await registerName(cell(), seller, { channelType });
  await priceLink(cell(), staff, 'mts', [{ price: { value: 2.05, currency: 'RUB' } }]);
});

const send = (channelType: string, change: object = {}) => seller.sendOne(sms({ channelType, ...change }));
const untilDelivered = (id: string) => seller.untilStatus(id, 'delivered');

type Sums = { messages: number; revenue: number; cost: number; margin: number; costUnknown: number };
type Report = { items: (Sums & { key: string; name: string | null })[]; total: Sums };

async function report(change: string): Promise<Report> {
  const [row] = await cell().sql<{ day: string }>('select max(day)::text as day from margin_days');
  const { status, body } = await staff.ask('GET', `/margin?from=${row?.day}&to=${row?.day}${change}`);
  expect(status).toBe(200);
  return body as Report; // checked against the contract by the client
}

test('an SMS costs the price of its route for each part, and a link without a price has no known cost', async () => {
  const id = await send('SMS', { content: 'Your parcel has arrived. '.repeat(8) });
  await untilDelivered(id);
  expect(await moneyOf(staff, id)).toMatchObject({ cost: { value: 4.1, currency: 'RUB' }, linkName: 'mts' });
  const unpriced = await send('VK');
  await untilDelivered(unpriced);
  expect(await moneyOf(staff, unpriced)).toMatchObject({ cost: null, linkName: 'vk' });
});

test('a new price holds for later messages only', async () => {
  const before = await send('SMS');
  await untilDelivered(before);
  await priceLink(cell(), staff, 'mts', [{ price: { value: 3, currency: 'RUB' } }]);
  const after = await send('SMS');
  await untilDelivered(after);
  expect(await moneyOf(staff, before)).toMatchObject({ cost: { value: 2.05 } });
  expect(await moneyOf(staff, after)).toMatchObject({ cost: { value: 3 } });
});

test('the report adds up to the messages of a dispatch and of single messages', async () => {
  const numbers = Array.from({ length: 500 }, (_, at) => String(79_161_500_000 + at));
  const { uuids } = await seller.dispatch('Hi', numbers, { channelType: 'SMS' });
  for (const uuid of [uuids[0], uuids.at(-1)]) await untilDelivered(uuid ?? '');
  await until('every message is final', async () => (await countOpen(cell())) === 0);
  await untilMarginsAddUp(cell());
  const [byChannel, byLink, byDay] = [await report('&by=channel'), await report('&by=link'), await report('&by=day')];
  const [text, vk] = ['SMS', 'VK'].map((channel) => byChannel.items.find(({ key }) => key === channel));
  expect([text?.messages, text?.cost, text?.costUnknown]).toEqual([503, 4.1 + 2.05 + 3 * 501, 0]);
  expect([vk?.messages, vk?.cost, vk?.costUnknown]).toEqual([1, 0, 1]);
  expect(byLink.items.map(({ name, messages }) => [name, messages])).toEqual([
    ['mts', 503],
    ['vk', 1],
  ]);
  for (const { total } of [byChannel, byLink, byDay]) {
    expect([total.messages, total.costUnknown]).toEqual([504, 1]);
    expect(total.margin).toBeCloseTo(total.revenue - total.cost, 6);
  }
  const { items } = await report(`&by=company&companyId=${seller.companyId}&channelType=SMS`);
  expect(items).toMatchObject([{ key: String(seller.companyId), messages: 503, cost: text?.cost }]);
});

test('a rate converts the report, and lets the margin guard compare prices in another currency', async () => {
  await priceLink(cell(), staff, 'viber', [{ price: { value: 1_000, currency: 'KZT' } }]);
  const first = await seller.dispatch('Hi', ['79161230101'], { channelType: 'VIBER' });
  await untilDelivered(first.uuids[0] ?? '');
  await untilMarginsAddUp(cell());
  const unconverted = [{ currency: 'KZT', revenue: 0, cost: 1_000 }];
  expect(await report('&channelType=VIBER')).toMatchObject({ total: { cost: 0, unconverted } });

  const set = await staff.ask('PUT', '/exchange-rates', { currency: 'RUB', base: 'KZT', rate: 5 });
  expect([set.status, set.body]).toMatchObject([200, { rate: 5 }]);
  expect(await report('&channelType=VIBER')).toMatchObject({ total: { cost: 200, unconverted: [] } });
  await untilPricesAreKnown();
  const second = await seller.dispatch('Hi', ['79161230102'], { channelType: 'VIBER' });
  await until('a dispatch waits, because its link costs more than the client pays', async () => {
    const waiting = 'select strand from strands where dispatch_id = $1 and margin_since is not null';
    return (await cell().sql(waiting, [second.dispatchId])).length > 0;
  });
});

test.each([
  ['messages', 'update margin_days set messages = messages + 1'],
  ['revenue', 'update margin_days set revenue_micros = revenue_micros - 1'],
  ['messages with a cost', 'update margin_days set costed = costed + 1'],
  ['cost', 'update margin_days set cost_micros = cost_micros + 1'],
  ['no row', 'delete from margin_days'],
])('the audit finds a day with wrong sums: %s', async (_what, spoil) => {
  await untilDelivered(await send('SMS'));
  await cell().settle();
  type Row = { key: string; day: string; link_id: number };
  const [row] = await cell().sql<Row>(
    `select concat_ws(' ', day, company_id, link_id, channel_type, currency) as key, day::text, link_id
     from margin_days where channel_type = 'SMS'`,
  );
  const place = [row?.day, row?.link_id];
  const kept = await cell().sql('select to_jsonb(d) as row from margin_days d where day = $1 and link_id = $2', place);
  const restore = async () => {
    await cell().sql('delete from margin_days where day = $1 and link_id = $2', place);
    await cell().sql(
      'insert into margin_days select r.* from jsonb_populate_recordset(null::margin_days, $1::jsonb) r',
      [JSON.stringify(kept.map((one) => one['row']))],
    );
  };
  expect(await auditMoney(cell().platform)).toEqual([]);
  await cell().sql(`${spoil} where day = $1 and link_id = $2`, place);
  const findings = await auditMoney(cell().platform);
  await restore();
  expect(findings).toMatchObject([{ what: 'margin of a day', id: row?.key }]);
  expect(findings[0]?.found).not.toBe(findings[0]?.expected);
});
