import { describe, expect, test } from 'vitest';
import type { ProviderReply, ProviderRequest } from '../../platform/http/provider-http.ts';
import type { Answer } from '../dialect.ts';
import { openFiles } from '../files.ts';
import type { Submission } from '../link-job.ts';
import { telegramGateway } from './dialect.ts';

const TOKEN = 'token-of-the-account';
const HOOKS_URL = 'https://volley.example/channels/v1/telegram';
const dialect = telegramGateway({ basePath: '', secret: TOKEN, settings: {}, hooksUrl: HOOKS_URL });
const PREPARED = { requestId: 'r1' };
const code: Submission = {
  messageId: '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f',
  channelType: 'TELEGRAM',
  trafficType: 'AUTHORIZE',
  senderName: 'Shop',
  destination: '79161230001',
  text: 'Code 4711',
  special: { contentType: 'authentication', text: 'Code 4711', code: '4711' },
  reference: 40_502,
  ttlSeconds: 600,
};

const answer = (body: unknown, status = 200): Answer => ({ kind: 'answer', status, retryAfterMs: 2_000, body });
const failed = (error: string, status = 200) => answer({ ok: false, error }, status);
const fine = (result: unknown) => answer({ ok: true, result });
const parameters = ({ body = '' }: ProviderRequest): unknown => JSON.parse(body);
const sent = (change: Partial<Submission> = {}) => parameters(dialect.commit({ ...code, ...change }, 0, PREPARED));

async function prepare(reply: ProviderReply, change: Partial<Submission> = {}) {
  const asked: ProviderRequest[] = [];
  const ask = (request: ProviderRequest) => {
    asked.push(request);
    return Promise.resolve(reply);
  };
  const files = openFiles({ allow: [], sourceAddress: '' });
  const ending = await dialect.prepare?.({ ...code, ...change }, ask, files);
  return { asked, ending };
}

describe('a code', () => {
  test('is sent under the request that the check of its number made', async () => {
    const { asked, ending } = await prepare(fine({ request_id: 'r1', request_cost: 0.01 }));
    expect(asked).toEqual([
      {
        method: 'POST',
        path: '/checkSendAbility',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: '{"phone_number":"+79161230001"}',
      },
    ]);
    expect(ending).toEqual({ kind: 'prepared', facts: { ...PREPARED, fee: '10000' } });
    expect(sent()).toEqual({
      phone_number: '+79161230001',
      request_id: 'r1',
      code: '4711',
      ttl: 600,
      payload: '40502',
      callback_url: `${HOOKS_URL}/gateway`,
    });
  });

  test.each([
    [undefined, 3_600],
    [1, 30],
    [30, 30],
    [59.9, 59],
    [86_400, 3_600],
  ])('with a lifetime of %s s has %i s at the provider', (ttlSeconds, ttl) => {
    const { ttlSeconds: _own, ...rest } = code;
    const request = dialect.commit({ ...rest, ...(ttlSeconds !== undefined && { ttlSeconds }) }, 0, PREPARED);
    expect(parameters(request)).toMatchObject({ ttl });
  });

  test.each([
    [{}],
    [{ hooksUrl: 'http://volley.example/channels/v1/telegram' }],
    [{ hooksUrl: `https://volley.example/${'x'.repeat(256)}` }],
  ])('goes without an address for reports that the provider would refuse: %j', (link) => {
    const bare = telegramGateway({ basePath: '/v2', secret: TOKEN, settings: { senderUsername: 'shop' }, ...link });
    const request = bare.commit(code, 0, PREPARED);
    expect(request.path).toBe('/v2/sendVerificationMessage');
    expect(parameters(request)).not.toHaveProperty('callback_url');
    expect(parameters(request)).toMatchObject({ sender_username: 'shop' });
  });

  test.each([
    [{ contentType: 'text', text: 'Code 4711' }],
    [{ contentType: 'authentication', text: 'Code', code: 4_711 }],
    [{ contentType: 'authentication', text: 'Code', code: '471' }],
    [{ contentType: 'authentication', text: 'Code', code: 'ABCD' }],
    [{ contentType: 'authentication', text: 'Code', code: '123456789' }],
  ])('must have 4 to 8 digits: %j is not carried, without a call', async (special) => {
    const { asked, ending } = await prepare(fine({ request_id: 'r1' }), { special });
    expect([asked, ending]).toEqual([[], { kind: 'unsuitable', errorCode: 151 }]);
  });
});

test('the fee of the check is the cost of the code, also when its answer was lost', () => {
  const cost = { kind: 'amount', micros: '10000', currency: 'USD' };
  const facts = { ...PREPARED, fee: '10000' };
  expect(dialect.hear(fine({ request_id: 'r1', request_cost: 0 }), code, facts)).toMatchObject({ kind: 'taken', cost });
  expect(dialect.hear(failed('MESSAGE_ALREADY_SENT'), code, facts)).toMatchObject({ kind: 'taken', cost });
  const status = { request_id: 'r1', request_cost: 0.01, delivery_status: { status: 'sent' } };
  expect(dialect.hearInquiry?.(fine(status))).toEqual({ kind: 'taken', ids: ['r1'], cost });
});

describe('an answer', () => {
  test.each([
    ['lost', { kind: 'lost', reason: 'reset' }],
    ['unreached', { kind: 'unreached', reason: 'refused' }],
  ] as const)('of a check that is %s stays so', async (_kind, reply) => {
    expect((await prepare(reply)).ending).toEqual(reply);
  });

  test.each([
    [fine({ request_id: 'other' }), { kind: 'taken', ids: ['r1'] }],
    [fine(undefined), { kind: 'taken', ids: ['r1'] }],
    [failed('MESSAGE_ALREADY_SENT'), { kind: 'taken', ids: ['r1'] }],
    [failed('FLOOD_WAIT_17'), { kind: 'throttled', scope: 'link', forMs: 17_000 }],
    [failed('FLOOD_WAIT_81227'), { kind: 'throttled', scope: 'link', forMs: 300_000 }],
    [failed('FLOOD_WAIT', 429), { kind: 'throttled', scope: 'link', forMs: 0 }],
    [failed('SLOW_DOWN', 429), { kind: 'throttled', scope: 'link', forMs: 2_000 }],
    [answer('', 429), { kind: 'throttled', scope: 'link', forMs: 2_000 }],
    [failed('BALANCE_NOT_ENOUGH', 400), { kind: 'closed', scope: 'link', reason: 'answered BALANCE_NOT_ENOUGH' }],
    [answer(undefined, 404), { kind: 'closed', scope: 'link', reason: 'answered 404' }],
    [failed('NEW', 400), { kind: 'refused', errorCode: 502, providerCode: 'NEW', isUnknown: true }],
    [failed('INTERNAL', 500), { kind: 'lost', reason: 'answered 500 without a result' }],
    [answer(undefined, 503), { kind: 'lost', reason: 'answered 503 without a result' }],
    [answer(undefined, 200), { kind: 'lost', reason: 'answered 200 without a result' }],
  ])('to a send, %j, means %j', (given, verdict) => {
    expect(dialect.hear(given, code, PREPARED)).toEqual(verdict);
  });

  test.each([
    [fine({}), { kind: 'temporary', providerCode: 'no-request-id', afterMs: 2_000 }],
    [answer(undefined, 503), { kind: 'temporary', providerCode: '503', afterMs: 2_000 }],
    [answer(undefined, 200), { kind: 'temporary', providerCode: '200', afterMs: 2_000 }],
    [failed('PHONE_NUMBER_NOT_FOUND'), { kind: 'refused', errorCode: 125, providerCode: 'PHONE_NUMBER_NOT_FOUND' }],
  ])('to a check, %j, means %j', async (given, ending) => {
    expect((await prepare(given)).ending).toEqual(ending);
  });

  test.each([
    [fine({ request_id: 'r1', delivery_status: { status: 'sent' } }), { kind: 'taken', ids: ['r1'] }],
    [fine({ request_id: 'r1', delivery_status: { status: 'expired' } }), { kind: 'taken', ids: ['r1'] }],
    [fine({ request_id: 'r1' }), { kind: 'not-taken' }],
    [failed('REQUEST_ID_INVALID'), { kind: 'not-taken' }],
    [fine({}), { kind: 'unknown' }],
    [failed('FLOOD_WAIT_3'), { kind: 'unknown' }],
    [answer(undefined, 503), { kind: 'unknown' }],
  ])('to the question about a request, %j, means %j', (given, meaning) => {
    expect(dialect.hearInquiry?.(given)).toEqual(meaning);
  });

  test.each([
    [failed('REQUEST_ID_INVALID', 400), undefined],
    [failed('REQUEST_NOT_FOUND', 400), undefined],
    [fine({ request_id: '0' }), undefined],
    [failed('ACCESS_TOKEN_INVALID', 401), 'ACCESS_TOKEN_INVALID'],
    [failed('UNKNOWN_METHOD', 404), 'UNKNOWN_METHOD'],
    [failed('FLOOD_WAIT_3'), 'FLOOD_WAIT_3'],
    [answer(undefined, 502), '502 without a result'],
    [answer(undefined, 200), '200 without a result'],
  ])('to the health question, %j, gives the reason %s', (given, reason) => {
    expect(dialect.hearHealth(given)).toBe(reason);
  });
});
