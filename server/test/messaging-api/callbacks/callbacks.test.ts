import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import type { EventKind, MessageEvent } from '../../../src/features/callbacks/feed/message-event.ts';
import { queueEvents } from '../../../src/features/callbacks/feed/queue-events.ts';
import { registerTarget } from '../../../src/features/callbacks/targets/register-target.ts';
import { rotateSecret } from '../../../src/features/callbacks/targets/signing-secrets.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import { useSharedCell } from '../../given/cell.ts';
import { deliveredEvents, messagingEndpoint, record, statusEvent } from '../../given/message-events.ts';
import type { ReceivedCallback } from '../../given/outside/callback-sink.ts';
import { givenAccount } from '../../given/people/account.ts';
import { until } from '../../given/until.ts';

const cell = useSharedCell({ workers: ['notifier'] });
let companyId: number;
beforeAll(async () => {
  ({ companyId } = await givenAccount(cell(), {}));
});

const itemsUntil = (path: string, count: number, limitMs?: number) =>
  until(
    `${count} events have arrived at ${path}`,
    () => {
      const come = cell().sink.received(path);
      return come.reduce((sum, { items }) => sum + items.length, 0) >= count && come;
    },
    limitMs,
  );

async function calledBack(path: string, events: readonly MessageEvent[], wanted: readonly EventKind[]) {
  const endpointId = await messagingEndpoint(cell().platform, companyId, cell().sink.url(path));
  await record(cell().platform, companyId, events, { endpointId, wanted });
  const wantedCount = events.filter(({ kind }) => wanted.includes(kind)).length;
  return (await itemsUntil(path, wantedCount)).flatMap(({ items }) => items);
}

const about = {
  messageUuid: '5b0c6f0a-3d1e-4d1c-9a55-0e6d6f1f2a01',
  channelType: 'SMS',
  atMs: Date.UTC(2026, 6, 1, 10, 0, 2),
};
const shownAbout = { event_number: expect.any(Number), message_uuid: about.messageUuid, channel_type: 'SMS' };
const cascade = { cascadeRoot: 'b6a3bb56-12f6-4a94-8f3e-9b3d2a4c6f10', cascadeStep: 2, externalMessageId: 'ord-4711' };
const shownCascade = {
  cascade_message_uuid: cascade.cascadeRoot,
  cascade_step: 2,
  external_message_id: 'ord-4711',
};

describe('the body', () => {
  covers(
    'messaging.callback.status.message_uuid',
    'messaging.callback.status.channel_type',
    'messaging.callback.status.callback_event',
    'messaging.callback.status.status',
    'messaging.callback.status.status_time',
    'messaging.callback.status.error_code',
    'messaging.callback.times',
    'messaging.general.callbacks-snake-case',
    'messaging.callback.array',
  );
  test('of a status names message, channel, event, status and time, and an error only if there is one', async () => {
    const [first, second] = await calledBack(
      '/status',
      [
        { ...about, kind: 'sent', status: 'sent' },
        { ...about, kind: 'delivered', status: 'undelivered', errorCode: 508 },
      ],
      ['sent', 'delivered'],
    );
    const status_time = '2026-07-01T10:00:02Z';
    expect(first).toEqual({ ...shownAbout, callback_event: 'sent', status: 'sent', status_time });
    expect(second).toEqual({
      ...shownAbout,
      callback_event: 'delivered',
      status: 'undelivered',
      status_time,
      error_code: 508,
    });
    expect(cell().sink.received('/status')[0]?.text.startsWith('[{')).toBe(true);
  });

  covers(
    'messaging.callback.status.cascade_message_uuid',
    'messaging.callback.status.cascade_step',
    'messaging.callback.status.external_message_id',
    'messaging.send.param.externalMessageId.in-callbacks',
  );
  test('has the cascade and the client id if the message has them', async () => {
    const [item] = await calledBack('/cascade', [{ ...about, ...cascade, kind: 'read', status: 'unread' }], ['read']);
    expect(item).toEqual({
      ...shownAbout,
      ...shownCascade,
      callback_event: 'read',
      status: 'unread',
      status_time: '2026-07-01T10:00:02Z',
    });
  });

  covers(
    'messaging.callback.price.message_uuid',
    'messaging.callback.price.channel_type',
    'messaging.callback.price.callback_event',
    'messaging.callback.price.parts',
    'messaging.callback.price.price',
    'messaging.callback.price.currency',
    'messaging.callback.price.price_time',
    'messaging.callback.price.cascade_message_uuid',
    'messaging.callback.price.cascade_step',
    'messaging.callback.price.external_message_id',
  );
  test('of a price names the message, the price and its time', async () => {
    const price = { kind: 'price', parts: 2, priceMicros: 7_345_678n, currency: 'RUB' } as const;
    const items = await calledBack(
      '/price',
      [
        { ...about, ...price },
        { ...about, ...cascade, ...price },
      ],
      ['price'],
    );
    const shown = {
      callback_event: 'price',
      parts: 2,
      price: 7.345678,
      currency: 'RUB',
      price_time: '2026-07-01T10:00:02Z',
    };
    expect(items).toEqual([
      { ...shownAbout, ...shown },
      { ...shownAbout, ...shownCascade, ...shown },
    ]);
  });

  covers(
    'messaging.callback.click.message_uuid',
    'messaging.callback.click.channel_type',
    'messaging.callback.click.callback_event',
    'messaging.callback.click.url',
    'messaging.callback.click.short_url',
    'messaging.callback.click.click_time',
    'messaging.callback.click.cascade_message_uuid',
    'messaging.callback.click.cascade_step',
    'messaging.callback.click.external_message_id',
  );
  test('of a click names the message and the address', async () => {
    const click = { kind: 'click', url: 'https://shop.example/a?b=1', shortUrl: 'https://s.example/Ab3dEf7h' } as const;
    const items = await calledBack(
      '/click',
      [
        { ...about, ...click },
        { ...about, ...cascade, ...click },
      ],
      ['click'],
    );
    const shown = {
      callback_event: 'click',
      url: click.url,
      short_url: click.shortUrl,
      click_time: '2026-07-01T10:00:02Z',
    };
    expect(items).toEqual([
      { ...shownAbout, ...shown },
      { ...shownAbout, ...shownCascade, ...shown },
    ]);
  });

  test('of an inbound message has the message itself in camelCase', async () => {
    const item = { messageUuid: about.messageUuid, direction: 'inbound', content: 'Hi\nthere', totalParts: 1 };
    const items = await calledBack(
      '/inbound',
      [{ ...about, channelType: 'WHATSAPP', kind: 'inbound_sent', item }],
      ['inbound_sent'],
    );
    expect(items).toEqual([
      {
        ...shownAbout,
        channel_type: 'WHATSAPP',
        callback_event: 'inbound_sent',
        status: 'inbound_sent',
        status_time: '2026-07-01T10:00:02Z',
        item,
      },
    ]);
  });

  covers('messaging.callback.not-selected');
  test('has only selected events', async () => {
    const events = [statusEvent('sent'), statusEvent('delivered'), statusEvent('sent')];
    const items = await calledBack('/selected', events, ['delivered']);
    await cell().settle();
    expect(items.map((item) => item['message_uuid'])).toEqual([events[1]?.messageUuid]);
    expect(cell().sink.received('/selected')).toHaveLength(1);
  });
});

describe('a request', () => {
  covers('messaging.callback.post', 'messaging.callback.headers', 'messaging.callback.signature');
  test('is a POST with the documented headers, signed once the account has a secret, by both secrets during a change', async () => {
    const { platform, sink } = cell();
    const account = await givenAccount(cell(), {});
    const endpointId = await messagingEndpoint(platform, account.companyId, sink.url('/signed'));
    const once = async (count: number): Promise<ReceivedCallback> => {
      await record(platform, account.companyId, deliveredEvents(1), { endpointId });
      const come = await itemsUntil('/signed', count);
      return come[count - 1] as ReceivedCallback; // the line above waited for this count
    };
    const rotate = () => inTransaction(platform.db, (tx) => rotateSecret(tx, platform.secrets, account.companyId));
    const plain = await once(1);
    expect([
      plain.method,
      plain.headers['content-type'],
      plain.headers['user-agent'],
      plain.headers['x-attempt'],
    ]).toEqual(['POST', 'application/json', 'Volley-callback/1', '1']);
    expect(plain.headers['webhook-signature']).toBeUndefined();
    const first = await rotate();
    const second = await rotate();
    const signed = await once(2);
    const [id, timestamp] = [String(signed.headers['webhook-id']), String(signed.headers['webhook-timestamp'])];
    const signatureBy = ({ secret }: { secret: string }) =>
      `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
        .update(`${id}.${timestamp}.${signed.text}`)
        .digest('base64')}`;
    expect(signed.headers['webhook-signature']).toBe(`${signatureBy(second)} ${signatureBy(first)}`);
    expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(10);
    const third = await rotate();
    const later = await once(3);
    expect(String(later.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect(third.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  });

  covers('messaging.callback.url.basic', 'messaging.callback.url.ip-and-port');
  test('carries login and password of the URL as Basic authorization, to an address with a port', async () => {
    const url = cell().sink.url('/basic').replace('http://', 'http://user:p%40ss@');
    const endpointId = await messagingEndpoint(cell().platform, companyId, url);
    await record(cell().platform, companyId, deliveredEvents(1), { endpointId });
    const [come] = await itemsUntil('/basic', 1);
    expect(come?.headers['authorization']).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`);
  });

  covers('messaging.callback.order');
  test('with the later event of a message never arrives before the one with the earlier', async () => {
    const { platform, sink } = cell();
    const endpointId = await messagingEndpoint(platform, companyId, sink.url('/order'));
    const uuids = Array.from({ length: 600 }, () => randomUUID());
    for (const kind of ['sent', 'delivered', 'read'] as const) {
      const events = uuids.map((messageUuid) => statusEvent(kind, { messageUuid }));
      await record(platform, companyId, events, { endpointId, wanted: ['sent', 'delivered', 'read'] });
    }
    const items = (await itemsUntil('/order', 1_800)).flatMap((request) => request.items);
    const byMessage = Map.groupBy(items, (item) => item['message_uuid']);
    expect(byMessage.size).toBe(600);
    for (const own of byMessage.values())
      expect(own.map((item) => item['callback_event'])).toEqual(['sent', 'delivered', 'read']);
  });
});

test('to one address has events of one API only', async () => {
  const { platform, sink } = cell();
  const url = sink.url('/both');
  const partner = await inTransaction(platform.db, (tx) =>
    registerTarget(tx, platform, { companyId, form: 'PARTNER' }, url),
  );
  const messaging = await messagingEndpoint(platform, companyId, url);
  expect(messaging).not.toBe(partner);
  expect(await messagingEndpoint(platform, companyId, url)).toBe(messaging);
  const line = `d ${randomUUID()} 79161230000 1800000000000 0`;
  await inTransaction(platform.db, (tx) =>
    queueEvents(tx, [{ endpointId: partner, dispatchId: 1, count: 1, events: line }]),
  );
  await record(platform, companyId, deliveredEvents(1), { endpointId: messaging });
  const come = await itemsUntil('/both', 2);
  expect(come.filter(({ body }) => Array.isArray(body))).toHaveLength(1);
  expect(come).toHaveLength(2);
});
