// The dialect of VK communities against the simulated VK API: the question about a token, and a link under faults.
// dialect-contract.test.ts proves the meaning of its errors.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Dialect } from '../../src/connectors/dialect.ts';
import { HttpLink } from '../../src/connectors/http-link.ts';
import type { LinkJob, Submission, SubmitResult } from '../../src/connectors/link-job.ts';
import { vkBot } from '../../src/connectors/vk-bot/dialect.ts';
import { openProvider, type Provider } from '../../src/platform/http/provider-http.ts';
import { type Operators, startOperators } from '../given/providers/operators.ts';
import { until } from '../given/until.ts';

const TOKEN = 'vk1.a.f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq-0Adm8';
const COUNT = 500;
const CALM = { lostAnswerPercent: 0, throttledPercent: 0, failedPercent: 0, callsPerSecond: 0, sendError: 0 };
const account = { settings: { confirmation: '6a80b0d1' }, secrets: { token: TOKEN, secret: 'aQx31kTh78sPq0Zm' } };

let operators: Operators;
let provider: Provider;
const dialect: Dialect = vkBot({ basePath: '' });

beforeAll(async () => {
  operators = await startOperators([]);
  provider = openProvider(operators.vkBots.url, { connections: 4, timeoutMs: 10_000 });
});
afterAll(async () => {
  await provider.close();
  await operators.close();
});
beforeEach(() => operators.vkBots.behave(CALM));

const messageTo = (address: string): Submission => ({
  messageId: randomUUID(),
  channelType: 'VK',
  trafficType: 'SERVICE',
  senderName: 'shop',
  destination: '79161230001',
  address,
  text: 'Hello',
  reference: 40_502,
  account,
});

test('the question about the token tells a good one from a bad one', async () => {
  const health = async (token?: string) => {
    const asked = token === undefined ? undefined : { settings: {}, secrets: { token } };
    const reply = await provider.ask(dialect.health(0, asked));
    if (reply.kind !== 'answer') throw new Error(`the question got no answer: ${reply.reason}`);
    return dialect.hearHealth(reply, asked);
  };
  expect(await health()).toBeUndefined();
  expect(await health(TOKEN)).toBeUndefined();
  expect(await health('short')).toBe('5 User authorization failed: invalid access_token (4).');
});

test('messages over a link under faults reach each person once', async () => {
  const { vkBots } = operators;
  const before = await vkBots.counters();
  await vkBots.behave({ lostAnswerPercent: 4, throttledPercent: 5, failedPercent: 4 });
  // The two last digits are 00: no outcome is forced.
  const people = Array.from({ length: COUNT }, (_, at) => String((at + 10) * 100));
  const results = new Map<string, Extract<SubmitResult, { kind: 'sent' | 'failed' }>>();
  const waiting: LinkJob[] = people.map((address) => {
    const job: LinkJob = {
      submission: messageTo(address),
      mayWrite: () => true,
      onResult: (result) => {
        if (result.kind === 'sent' || result.kind === 'failed') results.set(address, result);
        // Held, unsent and in doubt: the queue offers the message again.
        else waiting.push(job);
        setImmediate(() => link.pump());
      },
    };
    return job;
  });
  const quiet = () => undefined;
  const link = new HttpLink(
    { origin: vkBots.url, window: 20, ratePerSecond: null, timeoutMs: 10_000, files: { allow: [], sourceAddress: '' } },
    dialect,
    {
      next: () => waiting.shift(),
      onUp: quiet,
      onDown: quiet,
      onFailedTry: quiet,
      onAnswer: quiet,
      onUnknownCode: quiet,
    },
  );
  await until('every message has its result', () => results.size === COUNT);
  await link.close(1_000);

  const after = await vkBots.counters();
  const perPerson = new Map<string, number>();
  for (const { destination } of await operators.received('vk-bot'))
    perPerson.set(destination, (perPerson.get(destination) ?? 0) + 1);
  // Three internal errors in a row end a message with 152: rare, and told.
  const expected = people.map((address) => (results.get(address)?.kind === 'sent' ? 1 : 0));
  expect(people.map((address) => perPerson.get(address) ?? 0)).toEqual(expected);
  expect(expected.filter((count) => count === 0).length).toBeLessThanOrEqual(3);
  const { answersLost, throttled, failed, repeated } = after;
  expect([answersLost > before.answersLost, throttled > before.throttled, failed > before.failed]).toEqual([
    true,
    true,
    true,
  ]);
  expect(repeated - before.repeated).toBe(answersLost - before.answersLost);
});
