import { expect, test } from 'vitest';
import { hear } from './hear.ts';

const plain = (status: number, body?: unknown) => ({ kind: 'answer', status, retryAfterMs: 0, body }) as const;

test.each([
  [422, { error: { code: 456 } }, { kind: 'refused', errorCode: 456, providerCode: '456' }],
  [422, { error: { code: 4_711 } }, { kind: 'refused', errorCode: 502, providerCode: '4711', isUnknown: true }],
  [
    422,
    { error: { code: 'NO_ACCOUNT' } },
    { kind: 'refused', errorCode: 502, providerCode: 'NO_ACCOUNT', isUnknown: true },
  ],
  [422, { error: {} }, { kind: 'refused', errorCode: 502, providerCode: '422' }],
  [400, undefined, { kind: 'refused', errorCode: 7500, providerCode: '400' }],
  [503, undefined, { kind: 'temporary', providerCode: '503', afterMs: 0 }],
])('an answer %i with the body %j carries the code of the provider, else its status', (status, body, verdict) => {
  expect(hear(plain(status, body), {})).toEqual(verdict);
});

const account = { settings: { account: 'shop' }, secrets: { secret: 'secret of the shop' } };
const answer = (status: number) =>
  ({ kind: 'answer', status, retryAfterMs: 2_000, body: { error: { message: 'go away' } } }) as const;

test.each([
  [401, 'account'],
  [403, 'account'],
  [402, 'link'],
  [404, 'link'],
  [405, 'link'],
  [410, 'link'],
  [302, 'link'],
])('the answer %i to a request under an account closes the %s', (status, scope) => {
  expect(hear(answer(status), { account })).toMatchObject({ kind: 'closed', scope });
  expect(hear(answer(status), {})).toEqual({ kind: 'closed', scope: 'link', reason: `answered ${status}` });
});

test("the refusal of an account has the provider's words", () => {
  expect(hear(answer(401), { account })).toMatchObject({ reason: 'answered 401: go away' });
});

test('the answer 429 throttles the account that signed the request, otherwise the link', () => {
  expect(hear(answer(429), { account })).toEqual({ kind: 'throttled', scope: 'account', forMs: 2_000 });
  expect(hear(answer(429), {})).toEqual({ kind: 'throttled', scope: 'link', forMs: 2_000 });
});
