// Dispatches of the messaging API: filling, starting, stopping, and how they are shown.
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { useSharedCell } from '../given/cell.ts';
import {
  add,
  campaign,
  create,
  people,
  run,
  show,
  start,
  stop,
  untilCalled,
  untilCounted,
} from '../given/people/campaign.ts';
import { givenSeller, registerName, type Seller } from '../given/people/seller.ts';

const cell = useSharedCell();
let seller: Seller;
beforeAll(async () => {
  await cell().link('mts');
  seller = await givenSeller(cell());
});

const wallIn = (hours: number) =>
  new Date(cell().now().getTime() + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

describe('a dispatch', () => {
  covers(
    'messaging.dispatch.create',
    'messaging.dispatch.messages',
    'messaging.dispatch.messages.200',
    'messaging.dispatch.start',
    'messaging.dispatch.status.initiated',
    'messaging.dispatch.status.done',
    'messaging.dispatch.item',
    'messaging.dispatch.item.counters',
  );
  test('is created, filled, started and sent', async () => {
    const before = await seller.balance();
    const id = await create(seller, { content: '{name}, minus 20%' });
    expect((await show(seller, id)).status).toBe('initiated');
    const added = await add(seller, id, [
      { destination: '+7 916 124-00-01', substitutions: { name: 'Ann' }, externalMessageId: 'a-1' },
      { destination: '7916', substitutions: { name: 'Bob' } },
      { destination: '79161240002' },
      { destination: '79161240003', customText: 'Just for you' },
    ]);
    expect(added.map(({ destination, errorCode }) => [destination, errorCode])).toEqual([
      ['79161240001', undefined],
      ['7916', 7401],
      ['79161240002', 7403],
      ['79161240003', undefined],
    ]);
    const started = await start(seller, id);
    expect([started.status, started.body]).toEqual([200, { dispatchId: id }]);
    const done = await untilCalled(seller, id, 'done');
    const counts = { total: 2, delivered: 2, undelivered: 0, unsent: 0, sent: 0, sending: 0 };
    expect(done).toMatchObject({
      dispatchId: id,
      dispatchName: 'June sale',
      source: 'Shop',
      message: '{name}, minus 20%',
      useLocalTime: true,
      trafficCenterName: expect.any(String),
      messages: counts,
      parts: counts,
    });
    const [first] = added;
    expect(await seller.message(first?.messageUuid ?? '')).toMatchObject({
      content: 'Ann, minus 20%',
      externalMessageId: 'a-1',
      dispatchId: id,
      status: 'delivered',
    });
    expect(await seller.balance()).toBeCloseTo(before - 6.4, 2);
  });

  covers('messaging.dispatch.wrong-state', 'messaging.dispatch.stop', 'messaging.dispatch.status.stopped');
  test('takes no messages after its start, and starts and stops only in the right status', async () => {
    const id = await create(seller, { localSendTime: wallIn(30) });
    await add(seller, id, people(3));
    const early = await stop(seller, id);
    expect([early.status, early.body]).toEqual([403, { error: { code: 4031, msg: 'Inappropriate dispatch status' } }]);
    await start(seller, id);
    for (const [path, body] of [
      ['start', undefined],
      ['messages', people(1)],
    ] as const) {
      const reply = await seller.ask('POST', `/dispatch/${id}/${path}`, body);
      expect([path, reply.status, (reply.body as { error: object }).error]).toEqual([
        path,
        403,
        { code: 4031, msg: 'Inappropriate dispatch status' },
      ]);
    }
    const stopped = await stop(seller, id);
    expect([stopped.status, stopped.text]).toEqual([200, '']);
    const shown = await untilCalled(seller, id, 'stopped');
    expect(shown.messages.total).toBe(3);
    expect((await stop(seller, id)).status).toBe(403);
  });

  test('that is stopped leaves its messages unsent with 7002 and returns the money', async () => {
    const before = await seller.balance();
    const id = await run(seller, 5, { localSendTime: wallIn(30) });
    expect(await seller.balance()).toBeCloseTo(before - 16, 2);
    await stop(seller, id);
    await untilCounted(seller, id, 'unsent', 5);
    expect(await seller.balance()).toBeCloseTo(before, 2);
    const { items } = await seller.list(`dispatch_id=${id}`);
    expect(items.map(({ status, errorCode }) => [status, errorCode])).toEqual(Array(5).fill(['unsent', 7002]));
  });

  covers('messaging.dispatch.404');
  test('with an unknown id answers 404 with that id', async () => {
    const other = await givenSeller(cell());
    const theirs = await create(other);
    for (const id of [2_000_000_000, theirs])
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['POST', '/messages', people(1)],
        ['POST', '/start', undefined],
        ['POST', '/stop', undefined],
      ] as const) {
        const reply = await seller.ask(method, `/dispatch/${id}${path}`, body);
        expect([reply.status, reply.body]).toEqual([404, { error: { code: 4040, msg: `Dispatch ${id} not found` } }]);
      }
  });

  test('without money is not started, and nothing is reserved', async () => {
    const poor = await givenSeller(cell(), { balance: 3 });
    const id = await create(poor);
    await add(poor, id, people(1));
    const reply = await start(poor, id);
    expect([reply.status, reply.body]).toEqual([402, { error: { code: 4020, msg: 'Insufficient funds' } }]);
    expect([(await show(poor, id)).status, await poor.balance()]).toEqual(['initiated', 3]);
  });

  covers('messaging.dispatch.start.no-recipients');
  test.each([
    ['without recipients', []],
    ['whose recipients were all refused', [{ destination: '12' }, { destination: '7916' }]],
  ])('%s is not started, and is when a recipient is added', async (_, recipients) => {
    const id = await create(seller);
    if (recipients.length > 0) await add(seller, id, recipients);
    const reply = await start(seller, id);
    const reason = `must have at least one accepted recipient: add some with POST /dispatch/${id}/messages`;
    expect([reply.status, reply.body]).toEqual([
      400,
      {
        error: {
          code: 4000,
          msg: `Dispatch ${id} has no recipients`,
          details: [{ field: 'messages', reason, code: 'no-recipients' }],
        },
      },
    ]);
    expect((await show(seller, id)).status).toBe('initiated');
    await add(seller, id, people(1));
    expect((await start(seller, id)).status).toBe(200);
    await untilCalled(seller, id, 'done');
  });
});

describe('content', () => {
  test('with placeholders is measured with the values of each recipient', async () => {
    const id = await create(seller, { content: `{${'name'.repeat(20)}}${'я'.repeat(660)}` });
    const named = (value: string, at: number) => ({
      destination: `7916124100${at}`,
      substitutions: { ['name'.repeat(20)]: value },
    });
    const added = await add(seller, id, [named('Аня', 1), named('Александра-Мария', 2)]);
    expect(added.map(({ errorCode }) => errorCode)).toEqual([undefined, 7403]);
    const plain = await seller.ask('POST', '/dispatch', campaign({ content: 'я'.repeat(671) }));
    expect(plain.status).toBe(400);
  });

  test('has its links shortened for each recipient, and an object keeps its form', async () => {
    const own = await givenSeller(cell());
    await registerName(cell(), own, { channelType: 'VIBER' });
    await cell().channel('VIBER');
    const id = await create(own, {
      channelType: 'VIBER',
      content: { contentType: 'text', text: '{name}: https://nord.example/sale', footer: { text: 'Nord' } },
      shortUrl: true,
      tags: ['sale'],
    });
    const added = await add(
      own,
      id,
      people(2).map((one, at) => ({ ...one, substitutions: { name: `N${at}` } })),
    );
    await start(own, id);
    await untilCalled(own, id, 'done');
    const shown = await Promise.all(added.map(({ messageUuid }) => own.message(messageUuid ?? '')));
    const texts = shown.map((message) => String(message['content']));
    expect(new Set(texts.map((text) => text.slice(4))).size).toBe(2);
    for (const [at, message] of shown.entries()) {
      expect(texts[at]).toMatch(new RegExp(`^N${at}: http\\S+/\\w{8}$`));
      expect(message).toMatchObject({
        tags: ['sale'],
        specialContent: { contentType: 'text', text: texts[at], footer: { text: 'Nord' } },
      });
    }
  });
});

describe('lists of dispatches', () => {
  covers('messaging.dispatch.list', 'messaging.dispatch.list.filters');
  test('are filtered by status, channel, name, center and time', async () => {
    const own = await givenSeller(cell());
    const filled = await create(own, { dispatchName: 'filled' });
    const done = await run(own, 1, { dispatchName: 'done' });
    await untilCalled(own, done, 'done');
    const list = async (query: string) => {
      const reply = await own.ask('GET', `/dispatch?${query}`);
      expect(reply.status).toBe(200);
      const { items, ...page } = reply.body as { items: { dispatchId: number }[] };
      return { ...page, ids: items.map(({ dispatchId }) => dispatchId) };
    };
    expect(await list('')).toEqual({ page: 1, perPage: 10, total: 2, ids: [done, filled] });
    expect(await list('per_page=1&page=2')).toEqual({ page: 2, perPage: 1, total: 2, ids: [filled] });
    expect((await list('status=initiated')).ids).toEqual([filled]);
    expect((await list('status=done&status=initiated')).ids).toEqual([done, filled]);
    expect((await list('status=sending')).ids).toEqual([]);
    expect((await list('channel_type=SMS&sender_name=Shop')).ids).toEqual([done, filled]);
    expect((await list('channel_type=VIBER')).ids).toEqual([]);
    expect((await list('sender_name=Other')).ids).toEqual([]);
    const { trafficCenterId } = await show(own, filled);
    expect((await list(`traffic_center_id=${String(trafficCenterId)}`)).ids).toEqual([done, filled]);
    expect((await list('traffic_center_id=2000000000')).ids).toEqual([]);
    const tomorrow = new Date(cell().now().getTime() + 86_400_000).toISOString();
    expect((await list(`time_from=${tomorrow}`)).ids).toEqual([]);
    expect((await list(`time_to=${tomorrow}`)).ids).toEqual([done, filled]);
    expect((await own.ask('GET', '/dispatch?status=finished')).status).toBe(400);
  });

  covers('messaging.dispatch.partner-status');
  test('of the partner API show the same dispatches under its own statuses', async () => {
    const own = await givenSeller(cell());
    const id = await run(own, 1);
    await untilCalled(own, id, 'done');
    const reply = await cell().call('GET', `/dispatches?companyId=${own.companyId}`, { token: own.token });
    const { items } = reply.body as { items: { id: number; status: string }[] };
    expect(items.map((item) => [item.id, item.status])).toEqual([[id, 'COMPLETED']]);
    const start = await cell().call('POST', `/dispatches/${await create(own)}/start`, { token: own.token });
    expect(start.status).toBe(404);
  });
});
