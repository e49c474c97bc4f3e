// Cascades: the next step follows once when the step before it fails, with the members it inherits.
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { useCell } from '../given/cell.ts';
import { givenSeller, registerName, type Seller, type Shown, sms } from '../given/people/seller.ts';
import { until } from '../given/until.ts';

const cell = useCell();
let seller: Seller;
beforeAll(async () => {
  await cell().link('mts');
  await cell().channel('VIBER');
  seller = await givenSeller(cell(), { balance: 100_000 });
  await registerName(cell(), seller, { channelType: 'VIBER' });
});

const viber = (change: object = {}) => ({ ...sms(), channelType: 'VIBER', content: 'Over Viber', ...change });
const step = (change: object = {}) => ({ channelType: 'SMS', senderName: 'Shop', content: 'Over SMS', ...change });
const refusing = { refusedPercent: 100, undeliveredPercent: 0, readPercent: 0, noStatusPercent: 0 };
const silent = { refusedPercent: 0, undeliveredPercent: 0, readPercent: 0, noStatusPercent: 100 };
const unread = { refusedPercent: 0, undeliveredPercent: 0, readPercent: 0, noStatusPercent: 0 };
const behave = (change: object) => cell().operators.channels.behave('viber', change);

let last = 79_161_250_000;
const someone = () => String((last += 1));

const steps = async (root: string): Promise<Shown[]> => {
  const { items } = await seller.list(`cascade_message_uuid=${root}&sort=created_time`);
  return items;
};
const untilSteps = (root: string, count: number, status: string) =>
  until(`cascade ${root} has ${count} steps, the last ${status}`, async () => {
    const found = await steps(root);
    return found.length === count && found.at(-1)?.status === status && found;
  });

describe('a cascade step', () => {
  covers(
    'messaging.cascade.send',
    'messaging.cascade.condition.not_delivered',
    'messaging.cascade.next-on-failure',
    'messaging.cascade.step.inherits',
    'messaging.cascade.uuid',
    'messaging.cascade.step-from-1',
    'messaging.cascade.answer-root-only',
    'messaging.cascade.money',
    'messaging.version.v5',
  );
  test('that is undelivered is followed by the next, which inherits missing members', async () => {
    await behave(refusing);
    const before = await seller.balance();
    const destination = someone();
    const inherited = {
      tags: ['orders'],
      hours: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
      useLocalTime: false,
      externalMessageId: 'ord-1',
      callbackUrl: cell().sink.url('/inherits').replace('://', '://hook:secret@'),
      callbackEvents: ['delivered', 'price'],
    };
    const root = await seller.sendOne(viber({ destination, ...inherited, cascade: [step()] }));
    const [first, second] = await untilSteps(root, 2, 'delivered');
    expect(first).toMatchObject({ messageUuid: root, status: 'unsent', cascadeMessageUuid: root, cascadeStep: 1 });
    expect(second).toMatchObject({
      channelType: 'SMS',
      content: 'Over SMS',
      destination,
      cascadeMessageUuid: root,
      cascadeStep: 2,
      tags: ['orders'],
      hours: inherited.hours,
      useLocalTime: false,
      externalMessageId: 'ord-1',
      callbackEvents: ['delivered', 'price'],
      price: { totalPrice: 3.2, final: true },
    });
    expect(first).toMatchObject({ price: { totalPrice: 0, final: true } });
    expect(await seller.balance()).toBeCloseTo(before - 3.2, 2);
    const told = await until('the events of both steps have arrived', () => {
      const events = cell()
        .sink.received('/inherits')
        .flatMap(({ items, headers }) => items.map((item) => ({ ...item, authorization: headers['authorization'] })));
      const ends = events.filter((event) => (event as { callback_event?: string }).callback_event === 'delivered');
      return ends.length === 2 && ends;
    });
    const basic = `Basic ${Buffer.from('hook:secret').toString('base64')}`;
    expect(told).toEqual([
      expect.objectContaining({
        cascade_step: 1,
        status: 'unsent',
        external_message_id: 'ord-1',
        authorization: basic,
      }),
      expect.objectContaining({
        cascade_step: 2,
        status: 'delivered',
        cascade_message_uuid: root,
        authorization: basic,
      }),
    ]);
  });

  covers('messaging.cascade.step.own-ttl');
  test('that is undelivered within its own lifetime is followed when that ends, and costs nothing', async () => {
    await behave(silent);
    const before = await seller.balance();
    const root = await seller.sendOne(viber({ destination: someone(), ttl: 600, cascade: [step()] }));
    await seller.untilStatus(root, 'sent');
    await cell().settle();
    expect(await steps(root)).toHaveLength(1);
    await cell().advance(601);
    const [first, second] = await untilSteps(root, 2, 'delivered');
    expect([first?.status, first?.['errorCode'], second?.['cascadeStep']]).toEqual(['undelivered', 7060, 2]);
    expect(first).toMatchObject({ price: { totalPrice: 0, final: true } });
    expect(await seller.balance()).toBeCloseTo(before - 3.2, 2);
  });

  covers('messaging.cascade.late-receipt');
  test('that is delivered too late, after the next was created, changes nothing', async () => {
    await behave({ ...unread, statusDelayMs: 3_000 });
    const root = await seller.sendOne(viber({ destination: someone(), ttl: 600, cascade: [step()] }));
    await seller.untilStatus(root, 'sent');
    const { statusesAcked } = await cell().operators.channels.counters('viber');
    await cell().advance(601);
    await untilSteps(root, 2, 'delivered');
    await until('the late status has arrived', async () => {
      const counters = await cell().operators.channels.counters('viber');
      return counters.statusesAcked > statusesAcked;
    });
    await cell().settle();
    await behave({ statusDelayMs: 0 });
    const found = await steps(root);
    expect(found.map(({ status }) => status)).toEqual(['undelivered', 'delivered']);
  });

  covers('messaging.cascade.no-next-on-success');
  test('that is delivered ends the cascade', async () => {
    await behave(unread);
    const root = await seller.sendOne(viber({ destination: someone(), ttl: 600, cascade: [step()] }));
    await seller.untilStatus(root, 'delivered');
    await cell().advance(601);
    await cell().settle();
    expect(await steps(root)).toHaveLength(1);
  });

  covers('messaging.cascade.nested');
  test('may be the third of a nested cascade, and each is followed once', async () => {
    await behave(refusing);
    const cascade = { ...viber(), cascade: { ...viber(), cascade: step() } };
    const root = await seller.sendOne(viber({ destination: someone(), cascade }));
    const found = await untilSteps(root, 4, 'delivered');
    expect(found.map(({ cascadeStep, status }) => [cascadeStep, status])).toEqual([
      [1, 'unsent'],
      [2, 'unsent'],
      [3, 'unsent'],
      [4, 'delivered'],
    ]);
    expect(await cell().sql('select * from cascade_due')).toEqual([]);
  });
});

describe('a cascade step that is not read', () => {
  covers('messaging.cascade.condition.not_read');
  test('is followed at the end of its lifetime if not_read is the condition', async () => {
    await behave(unread);
    const root = await seller.sendOne(
      viber({ destination: someone(), ttl: 600, cascadeCondition: 'not_read', cascade: [step()] }),
    );
    await seller.untilStatus(root, 'delivered');
    await cell().settle();
    expect(await steps(root)).toHaveLength(1);
    await cell().advance(601);
    const [first] = await untilSteps(root, 2, 'delivered');
    expect(first).toMatchObject({ status: 'delivered', readStatus: 'unread' });
  });

  test('is not followed if it was read in time', async () => {
    await behave({ ...unread, readPercent: 100 });
    const root = await seller.sendOne(
      viber({ destination: someone(), ttl: 600, cascadeCondition: 'not_read', cascade: [step()] }),
    );
    await until('the message is read', async () => (await seller.message(root))['readStatus'] === 'read');
    await cell().advance(601);
    await cell().settle();
    expect(await steps(root)).toHaveLength(1);
  });
});

describe('a cascade is refused', () => {
  const refused = async (change: object) => {
    const reply = await seller.send(viber({ destination: someone(), ...change }));
    expect(reply.status).toBe(400);
    return (reply.body as { error: { code: number } }).error.code;
  };
  covers('messaging.cascade.steps-max');
  test('with five further steps', async () => {
    expect(await refused({ cascade: Array(5).fill(step()) })).toBe(4000);
    expect(await seller.results(viber({ destination: someone(), cascade: Array(4).fill(step()) }))).toMatchObject([
      { code: 201 },
    ]);
  });
  covers('messaging.cascade.condition.not_read-channels');
  test('with not_read on a channel without read status', async () => {
    expect(await refused({ ...sms(), cascadeCondition: 'not_read', cascade: [step()] })).toBe(4000);
    expect(await refused({ ...sms(), cascadeCondition: 'not_read' })).toBe(4000);
  });
  covers('messaging.cascade.condition.last-step');
  test('with a condition of the last step', async () => {
    expect(await refused({ cascade: [step({ cascadeCondition: 'not_delivered' })] })).toBe(4000);
  });
  covers('messaging.cascade.step.required');
  test.each(['channelType', 'senderName', 'content'])('with a step without %s', async (member) => {
    const body: Record<string, unknown> = step();
    delete body[member];
    expect(await refused({ cascade: [body] })).toBe(4000);
  });
});

describe('a cascade step that cannot be created', () => {
  test('for lack of money is unsent with 7402, and the step after it is tried', async () => {
    await behave(silent);
    const poor = await givenSeller(cell(), { balance: 3.3 });
    await registerName(cell(), poor, { channelType: 'VIBER' });
    const [sent] = await poor.results(
      viber({ destination: someone(), ttl: 600, cascade: [step({ content: 'я'.repeat(71) }), step()] }),
    );
    const root = sent?.messageUuid ?? '';
    await poor.untilStatus(root, 'sent');
    await cell().advance(601);
    // Two parts cost more than the balance, one does not.
    const found = await until('the last step is delivered', async () => {
      const { items } = await poor.list(`cascade_message_uuid=${root}&sort=created_time`);
      return items[2]?.status === 'delivered' && items;
    });
    expect(found.map(({ cascadeStep, status, errorCode }) => [cascadeStep, status, errorCode])).toEqual([
      [1, 'undelivered', 7060],
      [2, 'unsent', 7402],
      [3, 'delivered', undefined],
    ]);
  });
});

describe('a stop of a cascade', () => {
  const stopOne = async (uuid: string) => {
    const reply = await seller.ask('POST', '/message/stop', { uuids: [uuid] });
    return (reply.body as { items: { code: number }[] }).items[0]?.code;
  };
  covers('messaging.stop.cascade-root');
  test('by its first message ends it, even after the submit', async () => {
    await behave(silent);
    const root = await seller.sendOne(viber({ destination: someone(), ttl: 600, cascade: [step()] }));
    await seller.untilStatus(root, 'sent');
    expect(await stopOne(root)).toBe(200);
    await cell().advance(601);
    await seller.untilStatus(root, 'undelivered');
    await cell().settle();
    expect(await steps(root)).toHaveLength(1);
    expect(await stopOne(root)).toBe(403);
  });

  covers('messaging.stop.cascade-step');
  test('by a later step prevents the steps after it', async () => {
    await behave(silent);
    const other = await seller.sendOne(
      viber({ destination: someone(), ttl: 600, cascade: [viber({ ttl: 900 }), step()] }),
    );
    await seller.untilStatus(other, 'sent');
    await cell().advance(601);
    const [, second] = await untilSteps(other, 2, 'sent');
    expect(await stopOne(second?.messageUuid ?? '')).toBe(200);
    await cell().advance(901);
    await untilSteps(other, 2, 'undelivered');
    await cell().settle();
    expect(await steps(other)).toHaveLength(2);
  });
});

describe('many cascades', () => {
  test('are each followed exactly once, by any number of sweepers', async () => {
    await behave(refusing);
    const others = await Promise.all([cell().join(['clock']), cell().join(['clock'])]);
    const items = Array.from({ length: 200 }, () => viber({ destination: someone(), cascade: [step()] }));
    const roots = (await seller.results(...items)).map(({ messageUuid }) => messageUuid ?? '');
    const counted = () =>
      cell().sql<{ steps: bigint; roots: bigint }>(
        'select count(*) as steps, count(distinct cascade_root) as roots from messages where cascade_step = 2 and cascade_root = any($1::uuid[])',
        [roots],
      );
    await until('every message is followed', async () => Number((await counted())[0]?.roots) === 200);
    await until('no step is due', async () => (await cell().sql('select * from cascade_due')).length === 0);
    expect(await counted()).toEqual([{ steps: 200n, roots: 200n }]);
    await Promise.all(others.map((other) => other.leave()));
  });
});
