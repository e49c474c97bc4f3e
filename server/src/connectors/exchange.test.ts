import type { DoubtPolicy } from '@volley/domain/links/provider-protocol.ts';
import { expect, test } from 'vitest';
import type { ProviderReply } from '../platform/http/provider-http.ts';
import type { Dialect } from './dialect.ts';
import { exchange, type Trial } from './exchange.ts';
import { openFiles } from './files.ts';
import type { Submission } from './link-job.ts';

const submission: Submission = {
  messageId: '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f',
  channelType: 'TELEGRAM',
  trafficType: 'PROMO',
  senderName: 'Shop',
  destination: '79161230001',
  text: 'Hi',
  reference: 7,
};

const LOST: ProviderReply = { kind: 'lost', reason: 'reset' };
const UNREACHED: ProviderReply = { kind: 'unreached', reason: 'refused' };
const answer = (status: number): ProviderReply => ({ kind: 'answer', status, retryAfterMs: 0, body: { error: {} } });
const page = (status: number): ProviderReply => ({ kind: 'answer', status, retryAfterMs: 0, body: undefined });

/** Answers by status: 200 taken, 400 refused, 503 temporary; an inquiry: 200 taken, 404 not taken, others unknown. */
const plain = (doubt: DoubtPolicy): Dialect => ({
  doubt,
  commit: () => ({ method: 'POST', path: '/commit', headers: {} }),
  hear: ({ status }) => {
    if (status === 200) return { kind: 'taken', ids: ['1'] };
    return status === 400
      ? { kind: 'refused', errorCode: 502, providerCode: '400' }
      : { kind: 'temporary', providerCode: String(status), afterMs: 0 };
  },
  isOwnError: ({ body }) => body !== undefined,
  inquire: () => ({ method: 'GET', path: '/inquire', headers: {} }),
  hearInquiry: ({ status }) => {
    if (status === 200) return { kind: 'taken', ids: ['1'] };
    return { kind: status === 404 ? 'not-taken' : 'unknown' };
  },
  health: () => ({ method: 'GET', path: '/health', headers: {} }),
  hearHealth: () => undefined,
});

type Change = Partial<Submission> & { trial?: Trial; isUp?: boolean; mayWrite?: () => boolean };

/** Plays the replies in order; every call must have one. */
async function play(
  dialect: Dialect,
  replies: readonly ProviderReply[],
  { trial, isUp = true, mayWrite = () => true, ...change }: Change = {},
) {
  const left = [...replies];
  const calls: string[] = [];
  const pauses: number[] = [];
  let repeated = 0;
  const ending = await exchange(
    dialect,
    {
      ask: ({ path }) => {
        calls.push(path);
        const reply = left.shift();
        if (reply === undefined) throw new Error(`no reply is left for ${path}`);
        return Promise.resolve(reply);
      },
      pause: (ms) => Promise.resolve(pauses.push(ms)),
      files: openFiles({ allow: [], sourceAddress: '' }),
      nowMs: () => 0,
      onLost: () => isUp,
      onRepeated: () => {
        repeated += 1;
      },
    },
    trial ?? { submission: { ...submission, ...change }, mayWrite },
  );
  expect(left).toEqual([]);
  return { kind: ending.kind, calls, pauses, repeated, ending };
}

test.each([
  ['idempotent', [LOST, answer(200)], 'taken'],
  ['idempotent', [LOST, LOST, answer(400)], 'refused'],
  ['idempotent', [LOST, LOST, LOST], 'lost'],
  ['idempotent', [LOST, UNREACHED], 'lost'],
  ['idempotent', [LOST, answer(503)], 'temporary'],
  ['askable', [LOST, answer(404), answer(503)], 'lost'],
  ['idempotent', [UNREACHED], 'unreached'],
  ['idempotent', [answer(503)], 'temporary'],
  ['idempotent', [page(502), page(504), page(503)], 'lost'],
  ['idempotent', [answer(504), answer(408), answer(400)], 'refused'],
  ['evidenced', [LOST], 'lost'],
  ['evidenced', [page(502)], 'lost'],
  ['evidenced', [page(400)], 'refused'],
  ['blind', [page(504)], 'taken'],
  ['askable', [page(408), answer(200)], 'taken'],
  ['blind', [LOST], 'taken'],
  ['askable', [LOST, answer(200)], 'taken'],
  ['askable', [LOST, answer(404), answer(200)], 'taken'],
  ['askable', [LOST, UNREACHED, answer(500), answer(200)], 'taken'],
  ['askable', [LOST, LOST, LOST, LOST], 'lost'],
  ['askable', [LOST, answer(404), LOST, answer(404), LOST, answer(404)], 'lost'],
  ['askable', [LOST, answer(404), UNREACHED], 'lost'],
] as const)('an %s provider that replies %j: the message is %s', async (doubt, replies, kind) => {
  expect((await play(plain(doubt), replies)).kind).toBe(kind);
});

test('an urgent message to a blind provider is written twice at most, and the second write is counted', async () => {
  const once = await play(plain('blind'), [LOST, answer(200)], { trafficType: 'AUTHORIZE' });
  expect([once.kind, once.repeated]).toEqual(['taken', 1]);
  const never = await play(plain('blind'), [LOST, LOST], { trafficType: 'TRANSACT' });
  expect([never.ending, never.repeated]).toEqual([{ kind: 'taken', ids: [] }, 1]);
});

test('an askable provider is asked after growing pauses, and written to only when it has not the message', async () => {
  const { calls, pauses } = await play(plain('askable'), [LOST, answer(500), answer(404), answer(200)]);
  expect(calls).toEqual(['/commit', '/inquire', '/inquire', '/commit']);
  expect(pauses).toEqual([500, 2_000]);
});

test.each([
  ['idempotent', [LOST], 'lost'],
  ['blind', [LOST], 'taken'],
  ['askable', [LOST, answer(404)], 'lost'],
] as const)('a link that is down writes no message again to an %s provider', async (doubt, replies, kind) => {
  expect((await play(plain(doubt), replies, { trafficType: 'AUTHORIZE', isUp: false })).kind).toBe(kind);
});

test('a message stays in doubt after a lost answer, whatever its later tries end with', async () => {
  const trial: Trial = { submission, mayWrite: () => true };
  await play(plain('idempotent'), [LOST, answer(503)], { trial });
  expect(trial.isLost).toBe(true);
});

test('a message that another process may have now is not written, nor written again', async () => {
  const never = await play(plain('blind'), [], { mayWrite: () => false });
  expect(never.kind).toBe('given-away');
  const answers = [true, false];
  const once = await play(plain('idempotent'), [LOST], { mayWrite: () => answers.shift() ?? false });
  expect(once.kind).toBe('lost');
});

/** Its committing and inquiring calls carry the request that the preparing call made. */
const asking = (doubt: DoubtPolicy): Dialect => ({
  ...plain(doubt),
  prepare: async (_submission, ask) => {
    const reply = await ask({ method: 'POST', path: '/prepare', headers: {} });
    if (reply.kind !== 'answer') return reply;
    return reply.status === 200
      ? { kind: 'prepared', facts: { request: 'r1' } }
      : { kind: 'refused', errorCode: 125, providerCode: 'NOT_FOUND' };
  },
  commit: (_submission, _nowMs, { request }) => ({ method: 'POST', path: `/commit/${request}`, headers: {} }),
  hear: ({ status }, _submission, { request = '' }) =>
    status === 200 ? { kind: 'taken', ids: [request] } : { kind: 'throttled', scope: 'link', forMs: 1_000 },
  inquire: (_submission, _nowMs, { request }) => ({ method: 'GET', path: `/inquire/${request}`, headers: {} }),
});

test('a lost preparing call leaves no doubt, and a verdict of it ends the try', async () => {
  const asked = asking('evidenced');
  expect((await play(asked, [LOST])).ending).toEqual({ kind: 'temporary', providerCode: 'no-answer', afterMs: 0 });
  expect((await play(asked, [UNREACHED])).kind).toBe('unreached');
  expect((await play(asked, [answer(404)])).kind).toBe('refused');
  const { calls, ending } = await play(asked, [answer(200), answer(200)]);
  expect([calls, ending]).toEqual([['/prepare', '/commit/r1'], { kind: 'taken', ids: ['r1'] }]);
});

test('a lost committing call is asked about and written again without another preparing call', async () => {
  const { calls, kind } = await play(asking('askable'), [answer(200), LOST, answer(404), LOST, answer(200)]);
  expect(calls).toEqual(['/prepare', '/commit/r1', '/inquire/r1', '/commit/r1', '/inquire/r1']);
  expect(kind).toBe('taken');
});

test('a message that was throttled after its preparing call is not prepared again', async () => {
  const trial = { submission, mayWrite: () => true };
  const [first, second] = [
    await play(asking('askable'), [answer(200), answer(429)], { trial }),
    await play(asking('askable'), [answer(200)], { trial }),
  ];
  expect([first.kind, second.kind]).toEqual(['throttled', 'taken']);
  expect([first.calls, second.calls]).toEqual([['/prepare', '/commit/r1'], ['/commit/r1']]);
});
