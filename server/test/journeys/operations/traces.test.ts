// Traces from the request to the callback, received by an OTLP server of the test. Every role is a platform of its own,
// as in an installation with a process per role: nothing but the message's id joins their spans.
import { randomUUID } from 'node:crypto';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSampler, rootSpanIdOf, traceIdOf } from '../../../src/platform/traces/trace-id.ts';
import { type CellOptions, useCell } from '../../given/cell.ts';
import { type ReceivedSpan, startTraceReceiver, type TraceReceiver } from '../../given/outside/trace-receiver.ts';
import { givenReceiver } from '../../given/people/inbound-receiver.ts';
import { givenSeller, sms } from '../../given/people/seller.ts';
import { follow, SHORT_LINK_BASE } from '../../given/people/sent-short-link.ts';
import { givenShop, type Shop } from '../../given/people/shop.ts';
import { inboundIdsOf } from '../../given/rows/inbound.ts';
import { shortCodeOf } from '../../given/rows/short-links.ts';
import { until } from '../../given/until.ts';

const SHARE = 0.3;
const TEXT = 'Your parcel 4711 is here';
const settings = {
  otlpEndpoint: '',
  traceSample: SHARE,
  callbackGatherMs: 0,
  shortLinkBase: SHORT_LINK_BASE,
  trustedProxies: ['127.0.0.1'],
  instanceLeaseMs: 1_000,
  inDoubtWaitMs: 500,
};
const options: CellOptions = { settings, workers: [] };
let receiver: TraceReceiver;

// Before the cell reads its settings.
beforeAll(async () => {
  receiver = await startTraceReceiver();
  settings.otlpEndpoint = receiver.url;
});
const cell = useCell(options);
beforeAll(async () => {
  for (const role of ['pacer', 'connector', 'recorder', 'notifier', 'clock'] as const) await cell().join([role]);
  await cell().link('mts');
});
afterAll(() => receiver.close());

const isTraced = createSampler(SHARE);
const spansOf = (id: string) => receiver.spans.filter(({ traceId }) => traceId === traceIdOf(id));

/** Sends single messages until one is traced. */
async function givenTraced(send: () => Promise<string>): Promise<string> {
  for (;;) {
    const id = await send();
    if (isTraced(id)) return id;
  }
}

const untilSpans = (id: string, names: readonly string[]): Promise<readonly ReceivedSpan[]> =>
  until(`the trace of ${id} has ${names.join(', ')}`, () => {
    const spans = spansOf(id);
    return names.every((name) => spans.some((span) => span.name === name)) && spans;
  });

const byName = (spans: readonly ReceivedSpan[], name: string) => {
  const span = spans.find((one) => one.name === name);
  if (span === undefined) throw new Error(`no span ${name}`);
  return span;
};

const STAGES = ['accept', 'publish batch', 'begin batch', 'submit', 'record answer', 'record receipt', 'callback'];

test('one trace shows request, batch, submit, receipt and callback of a single message, by the process of each role', async () => {
  const seller = await givenSeller(cell());
  const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
  let requestId = '';
  const send = async () => {
    requestId = randomUUID();
    const item = sms({
      content: TEXT,
      callbackUrl: cell().sink.url('/traced'),
      callbackEvents: ['delivered'],
    });
    const reply = await cell().call('POST', '/api/v1/message', {
      token: seller.keys.MESSAGES,
      body: [item],
      headers: { 'x-request-id': requestId, traceparent: `00-${caller.traceId}-${caller.spanId}-01` },
    });
    expect(reply.headers.get('x-request-id')).toBe(requestId);
    // The client has checked the reply against the contract.
    return (reply.body as { items: { messageUuid: string }[] }).items[0]?.messageUuid ?? '';
  };
  const id = await givenTraced(send);
  const route = 'POST /api/v1/message';
  const spans = await untilSpans(id, [route, ...STAGES]);

  const request = byName(spans, route);
  expect(request).toMatchObject({
    spanId: rootSpanIdOf(id),
    kind: 2,
    links: [caller],
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/v1/message',
      'http.response.status_code': '200',
      'volley.request.id': requestId,
    },
  });
  expect(request).not.toHaveProperty('parentSpanId');
  for (const name of STAGES) expect(byName(spans, name).parentSpanId).toBe(request.spanId);
  for (const { attributes } of spans) expect(attributes['volley.message.id']).toBe(id);

  expect(byName(spans, 'submit').attributes).toMatchObject({
    'volley.link.protocol': 'SMPP',
    'volley.link.name': 'mts',
    'volley.answer': 'sent',
    'volley.parts': '1',
  });
  expect(byName(spans, 'record receipt').attributes).toMatchObject({ 'volley.receipt.state': 'delivered' });
  expect(byName(spans, 'callback').attributes).toMatchObject({
    'server.address': new URL(cell().sink.url('/')).host,
    'http.response.status_code': '200',
    'volley.callback.event': 'delivered',
    'volley.callback.attempt': '1',
  });

  const rolesOf = (name: string) => byName(spans, name).resource['volley.roles'];
  // The pacer publishes a message whose link was not ready when the API accepted it.
  const publisher = rolesOf('publish batch');
  expect(['api', 'pacer']).toContain(publisher);
  expect([route, ...STAGES].map(rolesOf)).toEqual([
    'api',
    'api',
    publisher,
    'connector',
    'connector',
    'recorder',
    'recorder',
    'notifier',
  ]);
  const instances = new Set(spans.map(({ resource }) => resource['service.instance.id']));
  expect(instances.size).toBe(publisher === 'api' ? 4 : 5);
  const startOf = (name: string) => BigInt(byName(spans, name).startTimeUnixNano);
  expect(startOf('callback')).toBeGreaterThan(startOf('submit'));
});

test('of a bulk dispatch exactly the drawn messages are traced, each from the request to the callback', async () => {
  const shop = await givenShop(cell());
  const id = await shop.run(60, { text: TEXT, callbackUrl: cell().sink.url('/bulk'), callbackEvents: ['delivered'] });
  await shop.untilStatus(id, 'COMPLETED');
  const messages = await shop.messages(id);
  const drawn = messages.filter(({ messageUuid }) => isTraced(messageUuid));
  // 60 draws of 0.3: none or all of them would need 10⁻⁹ of luck.
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn.length).toBeLessThan(60);
  for (const { messageUuid } of drawn) {
    const spans = await untilSpans(messageUuid, ['POST /dispatches', ...STAGES]);
    expect(byName(spans, 'publish batch').resource['volley.roles']).toBe('pacer');
    expect(byName(spans, 'publish batch').attributes).toMatchObject({
      'volley.dispatch.id': String(id),
      'messaging.batch.message_count': '60',
    });
  }
  for (const { messageUuid } of messages) if (!isTraced(messageUuid)) expect(spansOf(messageUuid)).toEqual([]);
});

test('a failed attempt of a callback is a span with its reason, and the next attempt is another', async () => {
  const seller = await givenSeller(cell());
  let calls = 0;
  cell().sink.answer('/failing', () => (++calls === 1 ? 503 : 200));
  const change = { callbackUrl: cell().sink.url('/failing'), callbackEvents: ['delivered'] };
  const id = await givenTraced(async () => {
    calls = 0;
    const uuid = await seller.sendOne(change);
    await until('the callback was tried', () => calls > 0);
    return uuid;
  });
  await until('the failed attempt is traced', () => spansOf(id).some(({ name }) => name === 'callback'));
  expect(byName(spansOf(id), 'callback')).toMatchObject({
    status: { code: 2, message: 'status 503' },
    attributes: { 'http.response.status_code': '503' },
  });
  await cell().advance(301);
  await until('the second attempt is traced', () => spansOf(id).filter(({ name }) => name === 'callback').length > 1);
  const again = spansOf(id).filter(({ name }) => name === 'callback')[1];
  expect(again?.attributes).toMatchObject({ 'volley.callback.attempt': '2', 'http.response.status_code': '200' });
  expect(again).not.toHaveProperty('status');
});

const END = 'end without answer';

/** The ends of the traced messages of a dispatch, and the roles that recorded them. */
async function endsOf(shop: Shop, dispatchId: number) {
  const drawn = (await shop.messages(dispatchId)).filter(({ messageUuid }) => isTraced(messageUuid));
  expect(drawn.length).toBeGreaterThan(0);
  const ends = await Promise.all(
    drawn.map(async ({ messageUuid: id }) => {
      const { parentSpanId, attributes, resource } = byName(await untilSpans(id, [END]), END);
      expect(parentSpanId).toBe(rootSpanIdOf(id));
      expect(spansOf(id).filter(({ name }) => name === END)).toHaveLength(1);
      return `${resource['volley.roles']}: ${attributes['volley.end']} ${attributes['volley.error.code']}`;
    }),
  );
  return [...new Set(ends)];
}

test('a message without a receipt has a span for the end of its lifetime', async () => {
  const seller = await givenSeller(cell());
  await cell().operators.behave('mts', { noReceiptPercent: 100 });
  const id = await givenTraced(() => seller.sendOne());
  await seller.untilStatus(id, 'sent');
  await cell().operators.behave('mts', { noReceiptPercent: 0 });
  await cell().advance(25 * 3_600 + 60);
  const spans = await untilSpans(id, ['record answer', END]);
  expect(byName(spans, END)).toMatchObject({
    parentSpanId: rootSpanIdOf(id),
    attributes: { 'volley.end': 'expired', 'volley.error.code': String(ERROR.lifetimeOver) },
    resource: { 'volley.roles': 'clock' },
  });
});

test('messages that a stop keeps from being sent have a span for their end', async () => {
  const shop = await givenShop(cell());
  const startAt = new Date(cell().now().getTime() + 3_600_000).toISOString().replace(/\.\d+Z/, 'Z');
  const everyHour = { startAt, hours: [...Array(24).keys()], days: [1, 2, 3, 4, 5, 6, 7] };
  const id = await shop.run(60, { schedule: everyHour });
  await shop.stop(id);
  await shop.untilPending(id, 0);
  expect(await endsOf(shop, id)).toEqual([`clock: unsent ${ERROR.stopped}`]);
});

test('messages whose doubt no evidence ends have a span when they count as handed over', async () => {
  const shop = await givenShop(cell());
  const { accepted } = await cell().operators.counters('mts');
  await cell().operators.behave('mts', { mute: true, noReceiptPercent: 100 });
  const id = await shop.run(40);
  await until(
    'the operator has all messages and answers none',
    async () => (await cell().operators.counters('mts')).accepted === accepted + 40,
  );
  await shop.stop(id);
  await cell().operators.behave('mts', { mute: false, noReceiptPercent: 0 });
  await cell().operators.cut('mts');
  expect(await endsOf(shop, id)).toEqual(['pacer: undecided undefined']);
});

test('a visit of a short link is a span of its message, with its verdict', async () => {
  const seller = await givenSeller(cell());
  const id = await givenTraced(() => seller.sendOne({ content: 'See https://shop.example/order.', shortUrl: true }));
  await untilSpans(id, ['record receipt']);
  await cell().advance(60);
  expect((await follow(cell(), `/l/${await shortCodeOf(cell(), id)}`)).status).toBe(302);
  expect(byName(await untilSpans(id, ['click']), 'click')).toMatchObject({
    parentSpanId: rootSpanIdOf(id),
    attributes: { 'volley.click.verdict': 'human', 'volley.message.id': id },
    resource: { 'volley.roles': 'api' },
  });
});

test('an inbound message has a trace from the call of the provider to the callback', async () => {
  const { companyId, senderName, defaultCenterId, addRule } = await givenReceiver(cell());
  await addRule({ trafficCenterId: defaultCenterId, callbackUrl: cell().sink.url('/written') });
  await cell().channel('WHATSAPP', { senderNames: { '79990001122': senderName } });
  let written = 0;
  const id = await givenTraced(async () => {
    written += 1;
    await cell().operators.channels.write('79161230001', '79990001122', TEXT);
    return until(`inbound message ${written} is stored`, async () => {
      const ids = await inboundIdsOf(cell(), companyId);
      return ids.length === written && ids[0];
    });
  });
  const route = 'POST /channels/v1/:linkName/whatsapp';
  const spans = await untilSpans(id, [route, 'receive', 'callback']);
  expect(byName(spans, route)).toMatchObject({ spanId: rootSpanIdOf(id), kind: 2 });
  for (const name of ['receive', 'callback']) expect(byName(spans, name).parentSpanId).toBe(rootSpanIdOf(id));
  expect(byName(spans, 'receive').attributes).toMatchObject({ 'volley.channel': 'WHATSAPP' });
  expect(byName(spans, 'callback').attributes).toMatchObject({ 'volley.callback.event': 'inbound_sent' });
});

test('a request that makes no message has a trace of its own, under its id', async () => {
  const seller = await givenSeller(cell());
  const asked: string[] = [];
  const drawn = await until('a request is drawn', async () => {
    const reply = await seller.ask('GET', '/balance');
    asked.push(reply.headers.get('x-request-id') ?? '');
    return asked.find((id) => spansOf(id).length > 0);
  });
  expect(spansOf(drawn)).toMatchObject([{ name: 'GET /api/v1/balance', kind: 2 }]);
});

test('no export contains a text, a number, a key or a path of a callback', () => {
  // Digits of a time or an id may equal those of a secret.
  const all = receiver.bodies.join('\n').replaceAll(/"(\w*TimeUnixNano|timeUnixNano|\w*[Ss]panId|traceId)":"\w*"/g, '');
  expect(receiver.bodies.length).toBeGreaterThan(0);
  const secrets = [TEXT, '7916123', '/traced', '/bulk', '/written', 'shop.example', 's.example', 'Bearer'];
  for (const secret of secrets) expect(all).not.toContain(secret);
});
