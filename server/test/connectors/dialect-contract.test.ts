// One suite over every HTTP protocol: each row of its error table in the simulated provider's own answer over a socket,
// and the answers, losses and oddities that every dialect must understand. Events and results of a link, which its
// worker logs, hold no secret.
import { randomUUID } from 'node:crypto';
import { PROTOCOLS } from '@volley/domain/links/provider-protocol.ts';
import { MESSAGE_ERRORS } from '@volley/domain/sending/message-error.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/connectors/dialect.ts';
import { dialectOf } from '../../src/connectors/dialects.ts';
import { type Ending, exchange } from '../../src/connectors/exchange.ts';
import { openFiles } from '../../src/connectors/files.ts';
import { HttpLink } from '../../src/connectors/http-link.ts';
import type { LinkJob, Submission, SubmitResult } from '../../src/connectors/link-job.ts';
import { REFUSALS as MAX_REFUSALS } from '../../src/connectors/max-bot/errors.ts';
import { LOGIN_ERRORS, VIBER_ERRORS } from '../../src/connectors/partner-rest/errors.ts';
import { REFUSALS as BOT_REFUSALS } from '../../src/connectors/telegram-bot/errors.ts';
import { ERRORS as GATEWAY_ERRORS } from '../../src/connectors/telegram-gateway/errors.ts';
import { MEANINGS as VK_MEANINGS } from '../../src/connectors/vk-bot/errors.ts';
import { ERRORS as CLOUD_ERRORS } from '../../src/connectors/whatsapp-cloud/errors.ts';
import { openProvider, type Provider } from '../../src/platform/http/provider-http.ts';
import { answerAlways } from '../given/providers/odd-server.ts';
import { type Operators, startOperators } from '../given/providers/operators.ts';
import { PEER_NAMES, type Peer, type PeerName, PHONE_NUMBER_ID, peersOf } from '../given/providers/provider-peers.ts';
import { until } from '../given/until.ts';

const LOST_ANSWERS = ['closed', 'half', '408', '502', '504'] as const;
const FILES = { allow: [], sourceAddress: '' };
let operators: Operators;
let peers: readonly Peer[];

beforeAll(async () => {
  operators = await startOperators([]);
  peers = peersOf(operators);
});
afterAll(() => operators.close());

test('every HTTP protocol has a peer, and every peer is named', () => {
  expect(new Set(peers.map(({ protocol }) => protocol))).toEqual(new Set(PROTOCOLS.filter((one) => one !== 'SMPP')));
  expect(peers.map(({ name }) => name)).toEqual(PEER_NAMES);
});

const MOST_COPIES = [
  ['PROMO', 1],
  ['SERVICE', 1],
  ['AUTHORIZE', 2],
] as const;
const atMost = (most: number) => (count: number) => count >= 1 && count <= most;

type Row = readonly [title: string, set: () => Promise<void>, ending: object];

const rowOf = (
  code: string | number,
  set: () => Promise<void>,
  { errorCode, kind, ...meaning }: { kind: string; errorCode?: number },
): Row => [`${code}`, set, { kind, ...meaning, ...(errorCode !== undefined && { errorCode }) }];

/** One word or sentence for each row of a table of patterns; `(?:)` stands for unknown words. */
const BOT_WORDS = [
  '403 Forbidden: user is deactivated',
  "403 Forbidden: bot can't initiate conversation with a user",
  '403 Forbidden: bot was blocked by the user',
  '403 Forbidden: something new',
  '400 Bad Request: chat not found',
  '400 Bad Request: message is too long',
  '400 Bad Request: BUTTON_URL_INVALID',
  '400 Bad Request: something new',
];
const MAX_WORDS = [
  '403 chat.denied error.dialog.suspended',
  '403 something.new words',
  '404 chat.not.found dialog.not.found',
  '404 something.new words',
  '400 proto.payload words',
];

const patternRows = (
  words: readonly string[],
  refusals: readonly (readonly [number, RegExp, object])[],
  set: (sendError: string) => Promise<void>,
): Row[] => words.map((sendError, at) => [sendError, () => set(sendError), { kind: 'refused', ...refusals[at]?.[2] }]);

/** The rows of each error table. A peer without rows fails the suite. */
const ROWS: Readonly<Record<PeerName, () => readonly Row[]>> = {
  'volley-http': () =>
    MESSAGE_ERRORS.map(({ code }) =>
      rowOf(code, () => operators.channels.behave('viber', { refusedPercent: 100, refusedCode: code }), {
        kind: 'refused',
        errorCode: code,
      }),
    ),
  'telegram-gateway': () =>
    // The Gateway answers errors with 200 or with 400.
    [200, 400].flatMap((errorStatus) =>
      [...GATEWAY_ERRORS].flatMap(([name, meaning]) => [
        rowOf(
          `send: ${errorStatus} ${name}`,
          () => operators.gateway.behave({ sendError: name, errorStatus }),
          meaning,
        ),
        // A message is sent after its check only.
        ...(meaning.kind === 'taken'
          ? []
          : [
              rowOf(
                `check: ${errorStatus} ${name}`,
                () => operators.gateway.behave({ checkError: name, errorStatus }),
                meaning,
              ),
            ]),
      ]),
    ),
  'telegram-bot': () => patternRows(BOT_WORDS, BOT_REFUSALS, (sendError) => operators.bots.behave({ sendError })),
  'max-bot': () => patternRows(MAX_WORDS, MAX_REFUSALS, (sendError) => operators.maxBots.behave({ sendError })),
  'vk-bot': () =>
    [...VK_MEANINGS].map(([code, meaning]) => rowOf(code, () => operators.vkBots.behave({ sendError: code }), meaning)),
  'whatsapp-cloud': () =>
    [...CLOUD_ERRORS]
      // 0 opens the number again.
      .filter(([code]) => code !== 0)
      .map(([code, meaning]) =>
        rowOf(code, () => operators.whatsapp.closeNumber(PHONE_NUMBER_ID, code), { ...meaning }),
      ),
  'partner-key': () =>
    [...VIBER_ERRORS].map(([code, meaning]) =>
      rowOf(code, () => operators.partner.behave({ resultCode: code }), meaning),
    ),
  'partner-login': () =>
    [...LOGIN_ERRORS].map(([code, meaning]) =>
      rowOf(code, () => operators.partner.behave({ loginError: code }), meaning),
    ),
};

test('the tables of patterns have a word for each of their rows', () => {
  for (const [words, refusals] of [
    [BOT_WORDS, BOT_REFUSALS],
    [MAX_WORDS, MAX_REFUSALS],
  ] as const) {
    const matched = words.map((one) =>
      refusals.findIndex(([status, pattern]) => one.startsWith(`${status} `) && pattern.test(one.slice(4))),
    );
    expect(matched).toEqual(refusals.map((_, at) => at));
  }
});

const ODD_ANSWERS = [
  [200, '{"unexpected":[1,{"a":null}]}'],
  [502, '<html><body>Bad Gateway</body></html>'],
  [200, '<html><body>Sign in</body></html>'],
  [200, ''],
  [503, ''],
  [200, `"${'x'.repeat(64 * 1_024 - 2)}"`],
  [200, 'x'.repeat(64 * 1_024 + 1)],
  [200, '{"ok":true,"result":{"request_id":'],
] as const;

describe.each(PEER_NAMES)('the dialect of %s', (name) => {
  let peer: Peer;
  let provider: Provider;
  let dialect: Dialect;

  beforeAll(() => {
    peer = peers.find((one) => one.name === name) as Peer; // the first test compares both lists
    const { origin, pathname } = new URL(peer.url);
    provider = openProvider(origin, { connections: 4, timeoutMs: 10_000 });
    dialect = dialectOf(peer.protocol, { ...peer.link, basePath: pathname.replace(/\/$/, '') });
  });
  afterAll(() => provider.close());
  beforeEach(async () => {
    await peer.behave();
    await peer.lock(false);
    await operators.whatsapp.closeNumber(PHONE_NUMBER_ID, 0);
  });

  const run = (over: Provider = provider, change: Partial<Submission> = {}): Promise<Ending> =>
    exchange(
      dialect,
      {
        ask: (request) => over.ask(request),
        pause: () => Promise.resolve(),
        nowMs: () => Date.now(),
        files: openFiles(FILES),
        onLost: () => true,
        onRepeated: () => undefined,
      },
      { submission: { ...peer.submission, ...change }, mayWrite: () => true },
    );

  test('has rows, and each means what its table says', async () => {
    const rows = ROWS[name]();
    expect(rows.length).toBeGreaterThan(0);
    for (const [title, set, ending] of rows) {
      await peer.behave();
      await set();
      expect([title, await run()]).toMatchObject([title, ending]);
    }
  });

  test('is taken', async () => {
    expect((await run()).kind).toBe('taken');
  });

  test('is throttled in the scope of its limits', async () => {
    await peer.behave({ throttledPercent: 100 });
    expect(await run()).toMatchObject({ kind: 'throttled', scope: peer.throttles });
  });

  test('tries again after a failure of the provider', async () => {
    await peer.behave({ failedPercent: 100 });
    expect((await run()).kind).toBe('temporary');
  });

  test('is closed when the access ends, and open again afterwards', async () => {
    await peer.lock(true);
    expect(await run()).toMatchObject({ kind: 'closed', scope: peer.closes });
    await peer.lock(false);
    expect((await run()).kind).toBe('taken');
  });

  test('knows nothing was written when the provider cannot be reached', async () => {
    const nowhere = openProvider('http://127.0.0.1:1', { connections: 1, timeoutMs: 1_000 });
    expect((await run(nowhere)).kind).toBe('unreached');
    await nowhere.close();
  });

  test.each([
    ['a connection reset', { resetPercent: 100 }],
    ...LOST_ANSWERS.map(
      (lostAnswers) => [`the lost answer "${lostAnswers}"`, { lostAnswerPercent: 100, lostAnswers }] as const,
    ),
  ] as const)('follows its doubt policy after %s', async (_title, faults) => {
    await peer.behave(faults);
    const { kind } = await run();
    // A lost check of the Gateway has no effect, so it is tried again; a blind message counts as handed over.
    const endings = { idempotent: ['lost'], evidenced: ['lost'], blind: ['taken'], askable: ['temporary', 'lost'] };
    expect(endings[dialect.doubt]).toContain(kind);
  });

  test.each(LOST_ANSWERS)('has no copy beyond its doubt policy, and a true status, after "%s"', async (lostAnswers) => {
    // The Gateway would lose its check too, so only the answer to a send is lost, which this number does.
    const isGateway = name === 'telegram-gateway';
    await peer.behave({ lostAnswers, lostAnswerPercent: isGateway ? 0 : 100 });
    const to = isGateway ? { destination: '79161230015' } : {};
    const copies = async () => (await operators.received(peer.received)).length;
    for (const [trafficType, most] of MOST_COPIES) {
      const before = await copies();
      const { kind } = await run(provider, { ...to, trafficType, messageId: randomUUID() });
      expect(['taken', 'lost']).toContain(kind);
      expect([trafficType, (await copies()) - before]).toEqual([trafficType, expect.toSatisfy(atMost(most))]);
    }
  });

  test('never throws at answers that no provider gives', async () => {
    for (const [status, body] of ODD_ANSWERS) {
      const server = await answerAlways(status, body);
      const odd = openProvider(server.url, { connections: 2, timeoutMs: 5_000 });
      const ending = await run(odd);
      expect([status, body.slice(0, 50), ending.kind]).not.toEqual([status, body.slice(0, 50), 'refused']);
      if (ending.kind === 'taken') expect([dialect.doubt, ending.ids]).toEqual(['blind', []]);
      await odd.close();
      server.close();
    }
  });

  test('tells no secret of the link or the account to its worker', async () => {
    const told: string[] = [];
    const { origin } = new URL(peer.url);
    const jobs: LinkJob[] = [];
    const results: SubmitResult[] = [];
    const link = new HttpLink({ origin, window: 2, ratePerSecond: null, timeoutMs: 5_000, files: FILES }, dialect, {
      next: () => jobs.shift(),
      onUp: () => told.push('up'),
      onDown: (reason) => told.push(reason),
      onFailedTry: (failed) => told.push(JSON.stringify(failed)),
      onAnswer: (answer) => told.push(answer),
      onUnknownCode: (code) => told.push(code),
    });
    const add = () =>
      jobs.push({ submission: peer.submission, mayWrite: () => true, onResult: (result) => results.push(result) });
    await until('the link is up', () => link.isUp);
    for (const prepare of [() => peer.behave(), () => peer.lock(true)]) {
      await prepare();
      const before = results.length;
      add();
      link.pump();
      await until('the message has a result', () => results.length > before);
    }
    await link.close(1_000);
    const secrets = [peer.link.secret, ...Object.values(peer.submission.account?.secrets ?? {})].filter(Boolean);
    expect(secrets.length).toBeGreaterThan(0);
    const text = [...told, ...results.map((result) => JSON.stringify(result))].join('\n');
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});
