import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useCell } from '../given/cell.ts';
import { deliveredEvents, messagingEndpoint, record, statusEvent } from '../given/message-events.ts';
import { type Account, givenAccount } from '../given/people/account.ts';
import { actionsOf, type GivenStaff, givenStaff } from '../given/people/staff.ts';
import { until } from '../given/until.ts';

const cell = useCell({ workers: ['notifier'], settings: { staffTokenHours: 0 } });
let account: Account;
let admin: GivenStaff;
beforeAll(async () => {
  account = await givenAccount(cell(), {});
  admin = await givenStaff(cell(), 'admin');
});

const numbersAt = (path: string) =>
  cell()
    .sink.received(path)
    .flatMap(({ items }) => items.map((item) => Number(item['event_number'])));

const untilCame = (path: string, count: number) =>
  until(`${count} events have arrived at ${path}`, () => numbersAt(path).length >= count && numbersAt(path));

const replay = async (body: object) =>
  (await admin.ask('POST', `/companies/${account.companyId}/callback-replays`, body)).body;

test('a secret is shown once; its successor signs beside it for a day', async () => {
  const path = `/companies/${account.companyId}/callback-secrets`;
  const first = await admin.ask('POST', path);
  expect([first.status, first.body]).toMatchObject([201, { secret: expect.stringMatching(/^whsec_/), endsAt: null }]);
  await admin.ask('POST', path);
  const listed = await admin.ask('GET', path);
  expect(listed.body).toMatchObject({ items: [{ endsAt: null }, { endsAt: expect.any(String) }] });
  expect(listed.text).not.toContain('whsec_');
  expect((await actionsOf(cell().platform, admin.staffId)).map(({ action }) => action)).toContain(
    'callbacks.rotate-secret',
  );
  expect((await admin.ask('POST', '/companies/2000000000/callback-secrets')).status).toBe(404);
});

test('callback targets are listed with their waiting events, and requests with their results', async () => {
  const { platform, sink } = cell();
  sink.answer('/listed', () => 503);
  const url = sink.url('/listed').replace('http://', 'http://user:secret@');
  const endpointId = await messagingEndpoint(platform, account.companyId, url);
  await record(platform, account.companyId, deliveredEvents(2), { endpointId });
  const listed = await until('the callback target is listed as failing', async () => {
    const { body, text } = await admin.ask('GET', `/companies/${account.companyId}/callback-endpoints`);
    expect(text).not.toContain('secret');
    const found = (body as { items: { id: number; failingSince: string | null }[] }).items.find(
      ({ id }) => id === endpointId,
    );
    return typeof found?.failingSince === 'string' && found;
  });
  expect(listed).toMatchObject({ form: 'MESSAGING', url: sink.url('/listed'), hasCredentials: true, waiting: 2 });
  const attempts = await admin.ask(
    'GET',
    `/companies/${account.companyId}/callback-attempts?endpointId=${endpointId}&result=failed`,
  );
  expect(attempts.body).toMatchObject({ items: [{ endpointId, attempt: 1, events: 2, status: 503, error: null }] });
});

describe('resending', () => {
  const messageUuid = randomUUID();
  let endpointId: number;
  let first: number[];
  beforeAll(async () => {
    const { platform, sink } = cell();
    endpointId = await messagingEndpoint(platform, account.companyId, sink.url('/again'));
    const wanted = ['sent', 'delivered'] as const;
    const events = [
      statusEvent('sent', { messageUuid }),
      statusEvent('sent'),
      statusEvent('read'),
      ...deliveredEvents(3),
    ];
    await record(platform, account.companyId, events, { endpointId, wanted });
    await record(platform, account.companyId, [statusEvent('delivered', { messageUuid })], { endpointId, wanted });
    first = await untilCame('/again', 6);
  });

  test('brings one event, under its number', async () => {
    const before = numbersAt('/again').length;
    expect(await replay({ what: 'event', eventNumber: first[1] })).toEqual({ events: 1 });
    expect((await untilCame('/again', before + 1)).slice(before)).toEqual([first[1]]);
    // The third event was of a kind that no target wants.
    expect(await replay({ what: 'event', eventNumber: (first[1] ?? 0) + 1 })).toEqual({ events: 0 });
  });

  test('brings the events of one message and no event between them', async () => {
    const before = numbersAt('/again').length;
    expect(await replay({ what: 'message', messageUuid, endpointId })).toEqual({ events: 2 });
    await untilCame('/again', before + 2);
    await cell().settle();
    expect(numbersAt('/again').slice(before)).toEqual([first[0], first[5]]);
  });

  test('brings every event of a period', async () => {
    const before = numbersAt('/again').length;
    const around = (ms: number) => new Date(cell().now().getTime() + ms).toISOString();
    const period = { what: 'period', endpointId, from: around(-3_600_000), to: around(60_000) };
    expect(await replay(period)).toEqual({ events: 6 });
    expect((await untilCame('/again', before + 6)).slice(before)).toEqual(first);
    expect(
      (
        await admin.ask('POST', `/companies/${account.companyId}/callback-replays`, {
          ...period,
          to: around(8 * 86_400_000),
        })
      ).status,
    ).toBe(400);
  });

  test('brings events that were given up', async () => {
    const { platform, sink } = cell();
    let status = 500;
    sink.answer('/given-up', () => status);
    const id = await messagingEndpoint(platform, account.companyId, sink.url('/given-up'));
    await record(platform, account.companyId, deliveredEvents(3), { endpointId: id });
    await untilCame('/given-up', 3);
    await cell().settle();
    await cell().advance(25 * 3_600);
    await until('the event is given up', async () => {
      const rows = await cell().sql(
        'select id from callback_ranges where endpoint_id = $1 and given_up_at is not null',
        [id],
      );
      return rows.length > 0;
    });
    status = 200;
    expect(await replay({ what: 'given-up', endpointId: id })).toEqual({ events: 3 });
    expect(new Set((await untilCame('/given-up', 9)).slice(6)).size).toBe(3);
    expect(await replay({ what: 'given-up', endpointId: id })).toEqual({ events: 0 });
  });

  test.each([{ what: 'event' }, { what: 'message' }, { what: 'period', from: '2026-07-01T00:00:00Z' }])(
    'refuses a selection of %j',
    async (body) => {
      expect((await admin.ask('POST', `/companies/${account.companyId}/callback-replays`, body)).status).toBe(400);
    },
  );
});
