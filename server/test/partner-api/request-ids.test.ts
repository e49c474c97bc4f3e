// The id of a request in its answer, its log lines, and in the lines that join it with dispatches and messages.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { createHttpServer } from '../../src/surfaces/http/http-server.ts';
import { mountMessagingApi } from '../../src/surfaces/messaging-api/messaging-api.ts';
import { mountPartnerApi } from '../../src/surfaces/partner-api/partner-api.ts';
import { type Api, givenCompany, sharedApi } from '../given/api.ts';
import { type Call, callerOf, numberAt } from '../given/http-client.ts';
import { givenSeller, type Seller, type ShownItem, sms } from '../given/people/seller.ts';
import { recipients } from '../given/people/shop.ts';

type Line = Readonly<Record<string, unknown>>;

let api: Api;
let call: Call;
let close: () => Promise<void>;
let seller: Seller;
const lines: Line[] = [];

// A server whose lines the test reads.
beforeAll(async () => {
  api = await sharedApi();
  seller = await givenSeller(api);
  const log = createLog('info', 'api', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const platform: Platform = { ...api.platform, log };
  const app = createHttpServer(platform);
  mountPartnerApi(app, platform);
  mountMessagingApi(app, platform);
  call = callerOf(await app.http.listen({ host: '127.0.0.1', port: 0 }));
  close = () => app.http.close();
});
afterAll(async () => {
  await close();
  await api.close();
});

const linesOf = (requestId: string) => lines.filter((line) => line['requestId'] === requestId);

async function givenDispatch(requestId: string, count: number, text: string) {
  const companyId = await givenCompany(api, seller.token);
  const name = { companyId, senderName: 'Shop', brand: 'MTS', channelType: 'SMS', commonType: 'COMMON' };
  const sender = await call('POST', '/senders', {
    token: seller.token,
    body: { ...name, dateFrom: '2024-07-01T00:00:00Z' },
  });
  const draft = { companyId, name: 'July', senderIds: [numberAt(sender.body, 'id')], channelType: 'SMS', text };
  const reply = await call('POST', '/dispatches', {
    token: seller.token,
    body: { ...draft, messages: recipients(count).map((one) => ({ ...one, customText: text })) },
    headers: { 'x-request-id': requestId },
  });
  return { companyId, reply, id: numberAt(reply.body, 'id') };
}

// The second body is parsed by another thread.
test.each([
  ['small', 3, 'Hi'],
  ['large', 4_000, 'x'.repeat(300)],
])('a %s dispatch is joined with its request, and its start with its own', async (_size, count, text) => {
  const created = randomUUID();
  const { reply, companyId, id } = await givenDispatch(created, count, text);
  expect(reply.headers.get('x-request-id')).toBe(created);
  // The client has checked the reply against the contract.
  const { messages } = reply.body as { messages: { messageUuid: string }[] };
  expect(linesOf(created)).toMatchObject([
    {
      msg: 'messages accepted',
      companyId,
      dispatchId: id,
      messages: count,
      firstMessage: messages[0]?.messageUuid,
      lastMessage: messages.at(-1)?.messageUuid,
    },
  ]);
  const started = await call('POST', `/dispatches/${id}/start`, { token: seller.token });
  const [line] = linesOf(started.headers.get('x-request-id') ?? '');
  expect(line).toMatchObject({ msg: 'dispatch started', dispatchId: id });
});

test('calls that share a transaction keep their own ids', async () => {
  const ids = Array.from({ length: 8 }, () => randomUUID());
  const replies = await Promise.all(
    ids.map((requestId) =>
      call('POST', '/api/v1/message', {
        token: seller.keys.MESSAGES,
        body: [sms()],
        headers: { 'x-request-id': requestId },
      }),
    ),
  );
  for (const [at, { headers, body }] of replies.entries()) {
    const requestId = ids[at] ?? '';
    expect(headers.get('x-request-id')).toBe(requestId);
    // The client has checked the reply against the contract.
    const [item] = (body as { items: ShownItem[] }).items;
    expect(linesOf(requestId)).toMatchObject([
      { msg: 'messages accepted', companyId: seller.companyId, messages: 1, firstMessage: item?.messageUuid },
    ]);
  }
});

test('no line has a text or a number', () => {
  expect(lines.length).toBeGreaterThan(0);
  expect(JSON.stringify(lines)).not.toMatch(/7916123|xxxx/);
});

test.each(['order 17', 'x'.repeat(200), '0192f1c4'])('the id %s of a caller is replaced', async (given) => {
  const reply = await call('GET', '/api/v1/ping', { headers: { 'x-request-id': given } });
  expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
});
