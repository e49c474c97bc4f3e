// Every code of the Cloud API, in an answer that the simulator gives over a socket, and the verdict of the dialect.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialectOf } from '../../../src/connectors/dialects.ts';
import type { Submission } from '../../../src/connectors/link-job.ts';
import { openProvider, type Provider } from '../../../src/platform/http/provider-http.ts';
import { type Operators, startOperators } from '../../given/providers/operators.ts';

const TOKEN = 'EAAGm0PX4ZCpsBAKZCZCq1V8nXo5ZcQkZD';
const PHONE_NUMBER_ID = '106540352242922';
const submission: Submission = {
  messageId: '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f',
  channelType: 'WHATSAPP',
  trafficType: 'SERVICE',
  senderName: 'Shop',
  destination: '79161230001',
  text: 'Hi',
  reference: 40_502,
  account: { settings: { phoneNumberId: PHONE_NUMBER_ID }, secrets: { token: TOKEN } },
  session: { isOpen: true },
};
const dialect = dialectOf('WHATSAPP_CLOUD', { basePath: '', account: 'app', secret: 'app-secret', settings: {} });

let operators: Operators;
let provider: Provider;
beforeAll(async () => {
  operators = await startOperators([]);
  provider = openProvider(operators.whatsapp.url, { connections: 1, timeoutMs: 30_000 });
});
afterAll(async () => {
  await provider.close();
  await operators.close();
});

async function verdictOf(code: number) {
  await operators.whatsapp.closeNumber(PHONE_NUMBER_ID, code);
  const reply = await provider.ask(dialect.commit(submission, 0, {}));
  if (reply.kind !== 'answer') throw new Error(`code ${code}: ${reply.reason}`);
  return dialect.hear(reply, submission, {});
}

const refused = (errorCode: number, ...codes: number[]) =>
  codes.map((code) => [code, { kind: 'refused', errorCode, providerCode: String(code) }] as const);
const throttled = (scope: string, forMs: number, ...codes: number[]) =>
  codes.map((code) => [code, { kind: 'throttled', scope, forMs }] as const);
const closed = (...codes: number[]) =>
  codes.map(
    (code) =>
      [
        code,
        { kind: 'closed', scope: 'account', reason: expect.stringMatching(new RegExp(`^answered 403 ${code} `)) },
      ] as const,
  );
const temporary = (...codes: number[]) =>
  codes.map((code) => [code, { kind: 'temporary', providerCode: String(code), afterMs: 0 }] as const);

test.each([
  ...refused(456, 131_026),
  ...refused(505, 130_472, 131_049, 131_050),
  ...refused(7404, 131_047, 132_001, 132_015, 132_016, 132_068, 132_069),
  ...refused(7403, 132_000, 132_005, 132_007, 132_012, 132_018, 131_051, 131_052, 131_053),
  ...refused(7500, 100, 131_008, 131_009, 131_021),
  ...throttled('account', 1_000, 130_429),
  ...throttled('account', 60_000, 4, 80_007),
  ...throttled('recipient', 6_000, 131_056),
  ...closed(3, 10, 190, 200, 299, 368, 131_005, 131_031, 131_042, 131_045, 131_048, 133_010),
  ...temporary(1, 2, 131_000, 131_016, 131_057, 133_004),
  [999_999, { kind: 'refused', errorCode: 502, providerCode: '999999', isUnknown: true }] as const,
])('code %i means %j', async (code, verdict) => {
  expect(await verdictOf(code)).toEqual(verdict);
});

test('an accepted message has the id of Meta, and a revoked token closes the account', async () => {
  expect(await verdictOf(0)).toEqual({ kind: 'taken', ids: [expect.stringMatching(/^wamid\./)] });
  await operators.whatsapp.revoke(TOKEN, true);
  expect(await verdictOf(0)).toMatchObject({ kind: 'closed', reason: expect.stringMatching(/^answered 401 190 /) });
});
