// Cascade dispatches: every message has its own steps, and the steps belong to the dispatch.
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { runErasure } from '../../src/features/messages/erasure/erase-number.ts';
import { listShownDispatches } from '../../src/features/reports/dispatches/dispatch-list.ts';
import { useCell } from '../given/cell.ts';
import { add, create, people, type ShownCampaign, show, start, stop, untilCalled } from '../given/people/campaign.ts';
import { givenSeller, registerName, type Seller, type Shown } from '../given/people/seller.ts';
import { until } from '../given/until.ts';

const cell = useCell();
let seller: Seller;
beforeAll(async () => {
  await cell().link('mts');
  await cell().channel('VIBER');
  seller = await givenSeller(cell(), { balance: 100_000 });
  await registerName(cell(), seller, { channelType: 'VIBER' });
});

const step = (change: object = {}) => ({ channelType: 'SMS', senderName: 'Shop', content: 'Over SMS', ...change });
const NORMAL = { refusedPercent: 0, undeliveredPercent: 0, readPercent: 0, noStatusPercent: 0 };
const behave = (change: object) => cell().operators.channels.behave('viber', { ...NORMAL, ...change });
const steps = async (root: string) => (await seller.list(`cascade_message_uuid=${root}&sort=created_time`)).items;

let last = 79_161_260_000;
/** A started dispatch of `count` messages over VIBER, followed by SMS. */
async function begin(count: number, change: object = {}) {
  const id = await create(seller, { channelType: 'VIBER', ttl: 600, cascade: [step()], ...change });
  last += count;
  const added = await add(seller, id, people(count, last));
  const reply = await start(seller, id);
  expect(reply.status).toBe(200);
  return { id, roots: added.map(({ messageUuid = '' }) => messageUuid) };
}

const NAMES = ['delivered', 'undelivered', 'unsent', 'sent', 'sending'] as const;
const countsOf = (items: readonly Shown[], of: (item: Shown) => number) => {
  const sum = (some: readonly Shown[]) => some.reduce((total, item) => total + of(item), 0);
  const inStatus = (name: string) => sum(items.filter(({ status }) => status === name));
  return { total: sum(items), ...Object.fromEntries(NAMES.map((name) => [name, inStatus(name)])) };
};
const partsOf = ({ totalParts }: Shown) => Number(totalParts);

/** Checks that counts, cost and bill of a dispatch equal those of its messages and steps. */
async function expectOneWhole(id: number): Promise<{ shown: ShownCampaign; items: readonly Shown[] }> {
  await cell().settle();
  const { items, total } = await seller.list(`dispatch_id=${id}&per_page=1000&sort=created_time`);
  const shown = await show(seller, id);
  expect(total).toBe(items.length);
  expect(shown.messages).toEqual(countsOf(items, () => 1));
  expect(shown.parts).toEqual(countsOf(items, partsOf));
  const [row] = await cell().sql<{ spent: bigint; billed: bigint; reserved: bigint; priced: bigint }>(
    `select coalesce(sum(l.spent_micros), 0)::bigint as spent, coalesce(sum(l.reserved_micros), 0)::bigint as reserved,
       (select -coalesce(sum(w.balance_micros), 0)::bigint from wallet_entries w where w.dispatch_id = any($1)) as billed,
       (select coalesce(sum(m.price_micros), 0)::bigint from messages m where m.dispatch_id = any($1)) as priced
     from ledger l where l.dispatch_id = any($1)`,
    [await familyOf(id)],
  );
  const actor = { kind: 'partner', partnerId: seller.partnerId, currency: 'RUB' } as const;
  const page = { sort: 'created', descending: true, page: 1, perPage: 100 } as const;
  const listed = (await listShownDispatches(cell().platform, actor, page)).items.find((one) => one.id === id);
  expect(listed?.spentMicros).toBe(row?.spent);
  expect(row?.spent).toBe(row?.priced);
  expect(row?.billed).toBe((row?.spent ?? 0n) + (row?.reserved ?? 0n));
  return { shown, items };
}

async function familyOf(id: number): Promise<number[]> {
  const rows = await cell().sql<{ id: number }>('select id from dispatches where id = $1 or steps_of = $1', [id]);
  return rows.map((row) => row.id);
}

const moscowTime = (inMs: number) =>
  new Date(cell().now().getTime() + inMs + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

const endOf = async (id: number) =>
  (await cell().sql<{ ended: boolean }>('select ended_at is not null as ended from dispatches where id = $1', [id]))[0]
    ?.ended;

describe('a dispatch', () => {
  covers('messaging.dispatch.cascade', 'messaging.version.v9');
  test('may be a cascade, with the values of each recipient', async () => {
    await behave({ refusedPercent: 100 });
    const cascade = [step({ content: '{name}, by SMS' })];
    const id = await create(seller, { channelType: 'VIBER', content: 'Hello {name}', cascade });
    const names = ['Ann', 'Bob'];
    const recipients = people(2, 79_161_280_000).map((one, at) => ({ ...one, substitutions: { name: names[at] } }));
    const added = await add(seller, id, recipients);
    await start(seller, id);
    await untilCalled(seller, id, 'done');
    for (const [at, { messageUuid = '' }] of added.entries()) {
      const [first, second] = await steps(messageUuid);
      expect(first).toMatchObject({ dispatchId: id, content: `Hello ${names[at]}`, cascadeStep: 1 });
      expect(second).toMatchObject({ dispatchId: id, content: `${names[at]}, by SMS`, cascadeStep: 2 });
    }
  });

  covers('messaging.dispatch.cascade.steps');
  test('counts its steps among its messages, and finds them by its id', async () => {
    await behave({ refusedPercent: 100 });
    const { id, roots } = await begin(2, { cascade: [step({ content: 'a'.repeat(200) })] });
    await untilCalled(seller, id, 'done');
    const { shown, items } = await expectOneWhole(id);
    expect(shown.messages).toMatchObject({ total: 4, unsent: 2, delivered: 2 });
    expect(shown.parts).toMatchObject({ total: 6, delivered: 4 });
    expect(new Set(items.map(({ dispatchId }) => dispatchId))).toEqual(new Set([id]));
    expect((await seller.list(`cascade_message_uuid=${roots[0]}&dispatch=true`)).total).toBe(2);
    expect((await seller.list(`cascade_message_uuid=${roots[0]}&dispatch=false`)).total).toBe(0);
    expect((await seller.list(`dispatch_id=${id}&root=false`)).total).toBe(2);
    expect((await seller.list(`dispatch_id=${id}&status=delivered`)).total).toBe(2);
  });

  test('keeps its steps apart from those of another dispatch and from single messages', async () => {
    await behave({ refusedPercent: 100 });
    const [one, other] = [await begin(1), await begin(1)];
    const single = await seller.sendOne({ destination: '79161290001', channelType: 'VIBER', cascade: [step()] });
    for (const { id } of [one, other]) {
      await untilCalled(seller, id, 'done');
      expect((await expectOneWhole(id)).shown.messages.total).toBe(2);
    }
    await until('the single cascade has ended', async () => (await steps(single))[1]?.status === 'delivered');
    expect((await steps(single)).map(({ dispatchId }) => dispatchId)).toEqual([undefined, undefined]);
    expect((await seller.list(`cascade_message_uuid=${single}&dispatch=false`)).total).toBe(2);
  });

  covers('messaging.dispatch.cascade.done');
  test('is not done while a step may follow, and is done when none can', async () => {
    await behave({});
    const { id, roots } = await begin(2, { cascadeCondition: 'not_read' });
    for (const root of roots) await seller.untilStatus(root, 'delivered');
    await cell().settle();
    expect((await show(seller, id)).status).toBe('awaiting');
    await cell().advance(601);
    await untilCalled(seller, id, 'done');
    const { shown } = await expectOneWhole(id);
    expect(shown.messages).toMatchObject({ total: 4, delivered: 4 });
  });

  test('is done as soon as every recipient has read its message', async () => {
    await behave({ readPercent: 100 });
    const { id } = await begin(2, { cascadeCondition: 'not_read' });
    await untilCalled(seller, id, 'done');
    expect((await expectOneWhole(id)).shown.messages).toMatchObject({ total: 2, delivered: 2 });
  });

  test('is done when a message that waits to be read is stopped', async () => {
    await behave({});
    const { id, roots } = await begin(1, { cascadeCondition: 'not_read' });
    await seller.untilStatus(roots[0] ?? '', 'delivered');
    const stopOne = async () => {
      const reply = await seller.ask('POST', '/message/stop', { uuids: roots });
      return (reply.body as { items: { code: number }[] }).items[0]?.code;
    };
    expect(await stopOne()).toBe(200);
    await untilCalled(seller, id, 'done');
    expect(await stopOne()).toBe(403);
    await expectOneWhole(id);
  });

  test('runs all of its steps, the last of which may be refused', async () => {
    await behave({ undeliveredPercent: 100 });
    const { id } = await begin(2, {
      cascade: [{ ...step(), channelType: 'VIBER', ttl: 60 }, step({ channelType: 'WHATSAPP', senderName: 'Nobody' })],
    });
    await untilCalled(seller, id, 'done');
    const { shown } = await expectOneWhole(id);
    expect(shown.messages).toMatchObject({ total: 6, undelivered: 4, unsent: 2 });
  });

  test('is done after the number of a recipient who might still read it was erased', async () => {
    await behave({});
    const { id, roots } = await begin(1, { cascadeCondition: 'not_read' });
    const { destination } = await seller.untilStatus(roots[0] ?? '', 'delivered');
    await cell().sql('insert into erasures (destination, requested_at, due_at) values ($1, $2, $2)', [
      destination,
      cell().now(),
    ]);
    while (await runErasure(cell().platform));
    expect(await seller.message(roots[0] ?? '')).toMatchObject({ destination: '' });
    await cell().advance(601);
    await untilCalled(seller, id, 'done');
    expect((await expectOneWhole(id)).shown.messages.total).toBe(1);
  });
});

describe('a stop of a cascade dispatch', () => {
  const expectStopped = async (id: number, total: number) => {
    await cell().advance(601);
    await until('the dispatch has ended', () => endOf(id));
    const { shown } = await expectOneWhole(id);
    expect([shown.status, shown.messages.total]).toEqual(['stopped', total]);
    expect(await cell().sql('select * from cascade_due')).toEqual([]);
    return shown.messages;
  };
  const stopped = async (id: number) => (await stop(seller, id)).status;

  test('before the first step leaves nothing sent', async () => {
    await behave({});
    const { id } = await begin(2, { useLocalTime: false, localSendTime: moscowTime(86_400_000) });
    expect((await show(seller, id)).status).toBe('scheduled');
    expect(await stopped(id)).toBe(200);
    expect(await expectStopped(id, 2)).toMatchObject({ unsent: 2 });
  });

  covers('messaging.dispatch.cascade.stop', 'messaging.version.v10');
  test('after the first step was sent prevents further steps', async () => {
    await behave({ noStatusPercent: 100 });
    const { id, roots } = await begin(1);
    await seller.untilStatus(roots[0] ?? '', 'sent');
    expect(await stopped(id)).toBe(200);
    expect(await expectStopped(id, 1)).toMatchObject({ undelivered: 1 });
  });

  test('while the first step waits to be read prevents further steps', async () => {
    await behave({});
    const { id, roots } = await begin(1, { cascadeCondition: 'not_read' });
    await seller.untilStatus(roots[0] ?? '', 'delivered');
    await cell().settle();
    expect(await stopped(id)).toBe(200);
    expect(await endOf(id)).toBe(true);
    expect(await expectStopped(id, 1)).toMatchObject({ delivered: 1 });
  });

  describe('between two steps', () => {
    const accept = (isOn: boolean) =>
      cell().sql(
        `insert into feature_switches (name, company_id, is_on, changed_at) values ('accept-messages', $1, $2, now())
         on conflict (name, company_id) where company_id is not null do update set is_on = excluded.is_on`,
        [seller.companyId, isOn],
      );
    beforeEach(() => accept(false));
    afterEach(() => accept(true));

    test('prevents further steps', async () => {
      await behave({ refusedPercent: 100 });
      const { id, roots } = await begin(1);
      await seller.untilStatus(roots[0] ?? '', 'unsent');
      const delayed = 'select from cascade_due where due_at > since';
      await until('the next step is delayed', async () => (await cell().sql(delayed)).length > 0);
      expect((await show(seller, id)).status).toBe('awaiting');
      expect(await stopped(id)).toBe(200);
      await accept(true);
      expect(await expectStopped(id, 1)).toMatchObject({ unsent: 1 });
    });
  });

  test('while the second step waits stops it too, and returns its money', async () => {
    await behave({ refusedPercent: 100 });
    // No link serves SMS of TELE2 here.
    const id = await create(seller, { channelType: 'VIBER', ttl: 600, cascade: [step(), step()] });
    const [added] = await add(seller, id, [{ destination: '79000000001' }]);
    const root = added?.messageUuid ?? '';
    await start(seller, id);
    await until('the second step waits', async () => (await steps(root)).length === 2);
    expect((await show(seller, id)).status).toBe('sending');
    const before = await seller.balance();
    expect(await stopped(id)).toBe(200);
    expect(await expectStopped(id, 2)).toMatchObject({ unsent: 2 });
    expect((await steps(root))[1]).toMatchObject({ errorCode: 7002, cascadeStep: 2 });
    expect(await seller.balance()).toBeGreaterThan(before);
  });

  test('while the second step is in flight lets it end, and prevents a third', async () => {
    await behave({ refusedPercent: 100 });
    await cell().operators.behave('mts', { noReceiptPercent: 100 });
    const { id, roots } = await begin(1, { cascade: [step({ ttl: 300 }), step()] });
    await until('the second step is sent', async () => (await steps(roots[0] ?? ''))[1]?.status === 'sent');
    expect(await stopped(id)).toBe(200);
    expect(await endOf(id)).toBe(false);
    await cell().operators.behave('mts', { noReceiptPercent: 0 });
    expect(await expectStopped(id, 2)).toMatchObject({ unsent: 1, undelivered: 1 });
  });

  test('at any moment, beside several sweepers, leaves no open step', async () => {
    await behave({ refusedPercent: 100 });
    const others = await Promise.all([cell().join(['clock']), cell().join(['clock'])]);
    for (const made of [0, 1, 40, 80]) {
      const { id } = await begin(80);
      await until(`${made} steps exist`, async () => (await seller.list(`dispatch_id=${id}&root=false`)).total >= made);
      const reply = await stop(seller, id);
      expect([200, 403]).toContain(reply.status);
      await until('the dispatch has ended', () => endOf(id));
      const { shown } = await expectOneWhole(id);
      expect(shown.status).toBe(reply.status === 200 ? 'stopped' : 'done');
      expect(shown.messages).toMatchObject({ sent: 0, sending: 0 });
    }
    await Promise.all(others.map((other) => other.leave()));
  });

  test('is refused after its end', async () => {
    await behave({ refusedPercent: 100 });
    const { id } = await begin(1);
    await untilCalled(seller, id, 'done');
    expect(await stop(seller, id)).toMatchObject({ status: 403, body: { error: { code: 4031 } } });
    expect((await expectOneWhole(id)).shown.messages).toMatchObject({ unsent: 1, delivered: 1 });
  });
});
