// The dialect of the Telegram Gateway against the simulated one, and against answers that no Gateway gives.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/connectors/dialect.ts';
import { exchange } from '../../src/connectors/exchange.ts';
import { openFiles } from '../../src/connectors/files.ts';
import type { Submission } from '../../src/connectors/link-job.ts';
import { telegramGateway } from '../../src/connectors/telegram-gateway/dialect.ts';
import { ERRORS } from '../../src/connectors/telegram-gateway/errors.ts';
import { openProvider, type Provider } from '../../src/platform/http/provider-http.ts';
import { type Operators, startOperators } from '../given/providers/operators.ts';

const ANSWER_BYTES_MAX = 64 * 1024;
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
const run = (by: Dialect, change: Partial<Submission> = {}, at = provider) =>
  exchange(
    by,
    {
      ask: (request) => at.ask(request),
      pause: () => Promise.resolve(),
      files: openFiles({ allow: [], sourceAddress: '' }),
      nowMs: () => Date.now(),
      onLost: () => true,
      onRepeated: () => undefined,
    },
    { submission: { ...code, ...change } },
  );

describe.each([200, 400])('an error of the Gateway with the status %i', (errorStatus) => {
  test.each([...ERRORS])('%s, in the answer to a send, means %j', async (sendError, meaning) => {
    await operators.gateway.behave({ sendError, errorStatus });
    expect(await run(dialect)).toMatchObject(meaning);
  });

  const ofChecks = [...ERRORS].filter(([, { kind }]) => kind !== 'taken');
  test.each(ofChecks)('%s, in the answer to a check, means %j', async (checkError, meaning) => {
    await operators.gateway.behave({ checkError, errorStatus });
    expect(await run(dialect)).toMatchObject(meaning);
  });

  test('FLOOD_WAIT throttles the link for the time in it', async () => {
    await operators.gateway.behave({ checkError: 'FLOOD_WAIT_7', errorStatus });
    expect(await run(dialect)).toEqual({ kind: 'throttled', scope: 'link', forMs: 7_000 });
  });

  test('that is not in the table fails the message and counts as unknown', async () => {
    await operators.gateway.behave({ sendError: 'NEWER_THAN_THIS', errorStatus });
    expect(await run(dialect)).toEqual({
      kind: 'refused',
      errorCode: 502,
      providerCode: 'NEWER_THAN_THIS',
      isUnknown: true,
    });
  });
});

describe('a code at the Gateway', () => {
  const counted = async (change: Partial<Submission>) => {
    const before = await operators.gateway.counters();
    const ending = await run(dialect, change);
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

test.each([
  ['a page', '<html><body>Welcome</body></html>'],
  ['nothing', ''],
  ['half of an answer', '{"ok":true,"result":{"request_id":'],
  ['64 kB of JSON', JSON.stringify({ ok: true, pad: 'x'.repeat(ANSWER_BYTES_MAX - 22) })],
  ['more than 64 kB', JSON.stringify({ ok: true, pad: 'x'.repeat(ANSWER_BYTES_MAX) })],
  ['JSON of another form', '[{"ok":"yes"}]'],
])('%s in place of an answer to a check is a temporary failure', async (_what, body) => {
  const server = createServer((_request, response) => response.writeHead(200).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const foreign = openProvider(`http://127.0.0.1:${port}`, { connections: 1, timeoutMs: 5_000 });
  try {
    expect((await run(dialect, {}, foreign)).kind).toBe('temporary');
  } finally {
    await foreign.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
