// The dialect of the Telegram Gateway against the simulated one: its fees, and its health question.
// dialect-contract.test.ts proves the meaning of its errors.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/connectors/dialect.ts';
import { exchange } from '../../src/connectors/exchange.ts';
import { openFiles } from '../../src/connectors/files.ts';
import type { Submission } from '../../src/connectors/link-job.ts';
import { telegramGateway } from '../../src/connectors/telegram-gateway/dialect.ts';
import { openProvider, type Provider } from '../../src/platform/http/provider-http.ts';
import { type Operators, startOperators } from '../given/providers/operators.ts';

const code: Submission = {
  messageId: '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f',
  channelType: 'TELEGRAM',
  trafficType: 'AUTHORIZE',
  senderName: 'Shop',
  destination: '79161230001',
  text: 'Code 4711',
  special: { contentType: 'authentication', text: 'Code 4711', code: '4711' },
  reference: 40_502,
};

let operators: Operators;
let provider: Provider;
let dialect: Dialect;

const dialectWith = (token: string) => telegramGateway({ basePath: '', secret: token, settings: {} });

beforeAll(async () => {
  operators = await startOperators([]);
  provider = openProvider(operators.gateway.url, { connections: 4, timeoutMs: 10_000 });
  dialect = dialectWith(operators.gateway.token);
});
afterAll(async () => {
  await provider.close();
  await operators.close();
});
beforeEach(() => operators.gateway.behave({ checkError: '', sendError: '', errorStatus: 200, lockedOut: false }));

/** One try, without the pauses before questions. */
const run = (change: Partial<Submission> = {}) =>
  exchange(
    dialect,
    {
      ask: (request) => provider.ask(request),
      pause: () => Promise.resolve(),
      files: openFiles({ allow: [], sourceAddress: '' }),
      nowMs: () => Date.now(),
      onLost: () => true,
      onRepeated: () => undefined,
    },
    { submission: { ...code, ...change }, mayWrite: () => true },
  );

describe('a code at the Gateway', () => {
  const counted = async (change: Partial<Submission>) => {
    const before = await operators.gateway.counters();
    const ending = await run(change);
    const after = await operators.gateway.counters();
    return { ending, sent: after.sent - before.sent, fees: after.fees - before.fees };
  };

  test('is taken, and costs one fee', async () => {
    const cost = { kind: 'amount', micros: '10000', currency: 'USD' };
    const ending = { kind: 'taken', ids: [expect.any(String)], cost };
    expect(await counted({})).toEqual({ ending, sent: 1, fees: 1 });
  });

  test('is sent once and paid once when the answer to its send is lost', async () => {
    expect(await counted({ destination: '70001000015' })).toMatchObject({
      ending: { kind: 'taken' },
      sent: 1,
      fees: 1,
    });
  });

  test('to a number without an account fails with 125 and costs nothing', async () => {
    const refused = { kind: 'refused', errorCode: 125, providerCode: 'PHONE_NUMBER_NOT_FOUND' };
    expect(await counted({ destination: '70001000012' })).toEqual({ ending: refused, sent: 0, fees: 0 });
  });

  test('to a number that is throttled once waits, then goes', async () => {
    const destination = '70001000014';
    expect(await counted({ destination })).toMatchObject({ ending: { kind: 'throttled' }, sent: 0, fees: 0 });
    expect(await counted({ destination })).toMatchObject({ ending: { kind: 'taken' }, sent: 1, fees: 1 });
  });
});

test('the health question costs nothing, and tells a good token from a bad one', async () => {
  const before = await operators.gateway.counters();
  const health = async (by: Dialect) => {
    const reply = await provider.ask(by.health(0));
    if (reply.kind !== 'answer') throw new Error(`the health question got no answer: ${reply.reason}`);
    return by.hearHealth(reply);
  };
  expect(await health(dialect)).toBe(undefined);
  expect(await health(dialectWith('another-token-of-ours'))).toBe('ACCESS_TOKEN_INVALID');
  await operators.gateway.behave({ lockedOut: true });
  expect(await health(dialect)).toBe('ACCESS_TOKEN_INVALID');
  expect((await operators.gateway.counters()).fees).toBe(before.fees);
});
