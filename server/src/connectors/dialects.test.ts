// One suite over every dialect: answers that a provider never gave, and secrets that appear in no verdict.

import {
  channelsOf,
  type DoubtPolicy,
  type HttpProtocol,
  PROTOCOL_FACTS,
  PROTOCOLS,
} from '@volley/domain/links/provider-protocol.ts';
import { must } from '@volley/domain/must.ts';
import { ACCOUNT_FIELDS } from '@volley/domain/sending/sender-account.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Answer } from './dialect.ts';
import { dialectOf, type LinkAccount } from './dialects.ts';
import { openFiles } from './files.ts';
import type { Submission } from './link-job.ts';

const SECRET = 'the-secret-of-the-link';
const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const KINDS = ['taken', 'refused', 'unsuitable', 'throttled', 'temporary', 'closed', 'lost'];
const PREPARED = { requestId: 'r1' };

const protocols = PROTOCOLS.filter((protocol): protocol is HttpProtocol => protocol !== 'SMPP');

type Case = readonly [protocol: HttpProtocol, link: Pick<LinkAccount, 'settings' | 'hooksUrl'>, doubt: DoubtPolicy];

/** Links by which the dialects of a protocol differ. */
const cases: readonly Case[] = protocols.flatMap((protocol): readonly Case[] => {
  const { doubt } = PROTOCOL_FACTS[protocol];
  if (protocol !== 'PARTNER_REST') return [[protocol, { settings: {} }, doubt]];
  const hooksUrl = 'https://volley.example/channels/v1/partner';
  return [
    [protocol, { settings: { form: 'login' } }, doubt],
    [protocol, { settings: { form: 'login' }, hooksUrl }, 'evidenced'],
    [protocol, { settings: { form: 'login', duplicateControl: 'on' }, hooksUrl }, 'idempotent'],
    [protocol, { settings: { form: 'key' } }, doubt],
    [protocol, { settings: { form: 'key', duplicateControl: 'on' }, hooksUrl }, 'evidenced'],
  ];
});

const answer = (status: number, body: unknown): Answer => ({ kind: 'answer', status, retryAfterMs: 1_000, body });
const statuses = fc.oneof(
  fc.constantFrom(200, 201, 204, 301, 400, 401, 403, 404, 408, 409, 413, 429, 500, 502, 503, 599),
  fc.integer({ min: 200, max: 599 }),
);
const bodies = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(undefined, '', '<html><body>Bad Gateway</body></html>', 'x'.repeat(64 * 1_024)),
  fc.record({ ok: fc.jsonValue(), result: fc.jsonValue(), error: fc.jsonValue(), error_code: fc.jsonValue() }),
  fc.record({ description: fc.jsonValue(), parameters: fc.jsonValue(), code: fc.jsonValue(), message: fc.jsonValue() }),
  fc.record({ error: fc.record({ code: fc.oneof(fc.integer(), fc.jsonValue()), message: fc.jsonValue() }) }),
  fc.record({ messages: fc.array(fc.record({ id: fc.jsonValue() })) }),
  fc.record({
    result: fc.array(fc.record({ code: fc.jsonValue(), messageId: fc.jsonValue(), reasons: fc.jsonValue() })),
  }),
  fc.record({ mtNum: fc.jsonValue(), error: fc.record({ code: fc.integer({ min: 0, max: 101 }) }) }),
  fc.record({ response: fc.jsonValue() }),
  fc.record({ error: fc.record({ error_code: fc.oneof(fc.integer(), fc.jsonValue()), error_msg: fc.jsonValue() }) }),
  fc.record({ results: fc.array(fc.jsonValue()), messageId: fc.jsonValue(), status: fc.jsonValue() }),
);

/** Answers to the check of the Telegram Gateway: the one call before a message that does not concern a file. */
const checks = fc.record({
  ok: fc.boolean(),
  result: fc.record({ request_id: fc.constantFrom<unknown>(null, undefined, '', 7, {}, 'r1') }),
  error: fc.string(),
});

describe.each(cases)('the dialect of %s with %j', (protocol, link, doubt) => {
  const { account: use } = PROTOCOL_FACTS[protocol];
  const channels = channelsOf(protocol);
  const dialect = dialectOf(protocol, { basePath: '/v2', account: 'volley', secret: SECRET, ...link });
  const secrets = Object.fromEntries(
    ACCOUNT_FIELDS[protocol].filter(({ isSecret }) => isSecret).map(({ name }) => [name, TOKEN]),
  );
  const account = { settings: { account: 'shop' }, secrets };
  const submission: Submission = {
    messageId: '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f',
    channelType: channels === 'any' ? 'VIBER' : must(channels[0], `channel of ${protocol}`),
    trafficType: 'AUTHORIZE',
    senderName: 'shop',
    destination: '79161230001',
    address: '123456789',
    text: 'Your code is 4711',
    reference: 40_502,
    special: { contentType: 'authentication', code: '4711' },
    ...(use !== 'none' && { account }),
  };

  test('understands any answer to a message as one of its verdicts', () => {
    fc.assert(
      fc.property(statuses, bodies, (status, body) => {
        const verdict = dialect.hear(answer(status, body), submission, PREPARED);
        expect(KINDS).toContain(verdict.kind);
        if (verdict.kind === 'taken') expect(verdict.ids.every((id) => id.length > 0 && id.length <= 256)).toBe(true);
        if (verdict.kind === 'throttled') expect(verdict.forMs).toSatisfy((ms: number) => ms > 0 && ms <= 3_600_000);
      }),
    );
  });

  test('understands any answer to the calls before a message', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.constant(200), statuses), fc.oneof(checks, bodies), async (status, body) => {
        const ask = () => Promise.resolve(answer(status, body));
        const ending = await dialect.prepare?.(submission, ask, openFiles({ allow: [], sourceAddress: '' }));
        if (ending !== undefined) expect([...KINDS, 'prepared']).toContain(ending.kind);
      }),
    );
  });

  test('answers of errors never count as taken', () => {
    fc.assert(
      fc.property(fc.constantFrom(400, 401, 403, 404, 413, 429, 500, 502, 503), bodies, (status, body) => {
        expect(dialect.hear(answer(status, body), submission, PREPARED).kind).not.toBe('taken');
      }),
    );
  });

  test('understands any answer to a test of the account, and to a question about a message', () => {
    fc.assert(
      fc.property(statuses, bodies, (status, body) => {
        const problem = dialect.hearHealth(answer(status, body), submission.account);
        expect(problem === undefined || problem.length > 0).toBe(true);
        const found = dialect.hearInquiry?.(answer(status, body));
        if (found !== undefined) expect([...KINDS, 'not-taken', 'unknown']).toContain(found.kind);
      }),
    );
  });

  test('can ask about a message if its doubt policy says so', () => {
    expect([dialect.inquire !== undefined, dialect.hearInquiry !== undefined]).toEqual(
      Array(2).fill(doubt === 'askable'),
    );
    expect(dialect.doubt).toBe(doubt);
  });

  test('repeats no secret that an answer repeats', () => {
    const echo = `no access with ${SECRET}${Object.values(secrets).join('')}`;
    for (const status of [400, 401, 403, 404, 429, 500])
      for (const body of [
        echo,
        { ok: false, error: echo, error_code: echo, description: echo, code: echo, message: echo },
        { error: { code: 190, message: echo, error_data: { details: echo } } },
        { error: { code: 5, description: echo }, result: [{ code: echo, reasons: [{ key: echo }] }] },
        { error: { error_code: 5, error_msg: echo } },
        { error: { error_code: 100, error_msg: echo } },
      ]) {
        const heard = JSON.stringify([
          dialect.hear(answer(status, body), submission, PREPARED),
          dialect.hearHealth(answer(status, body), submission.account),
        ]);
        expect(heard).not.toMatch(new RegExp(`${SECRET}|${TOKEN}`));
      }
  });
});
