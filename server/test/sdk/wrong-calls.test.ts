// Two hundred wrong calls of the client, as programs in JavaScript make them against a real service, and the same text
// under the strict compiler. A wrong call is an error of the compiler or a sentence that names the member; it never
// returns data of another endpoint.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileFunction } from 'node:vm';
import type { Answer } from '@volley/sdk/answers.ts';
import { type Client, openClient } from '@volley/sdk/client.ts';
import { InvalidArgument } from '@volley/sdk/errors/invalid-argument.ts';
import { openPartnerClient, type PartnerClient } from '@volley/sdk/partner-client.ts';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../../tools/built-folder.ts';
import { type Api, sharedApi } from '../given/api.ts';
import { type Account, givenAccount } from '../given/people/account.ts';
import { type WrongCall, wrongCalls } from '../given/sdk/wrong-calls.ts';

const SEED = Number(process.env['WRONG_CALLS_SEED'] ?? 1_911);
const COUNT = 200;
const CALLS = wrongCalls(SEED, COUNT);

let api: Api;
let account: Account;
beforeAll(async () => {
  api = await sharedApi();
  account = await givenAccount(api);
});

test('the seed decides the calls, and they spoil every kind of argument of many methods', () => {
  expect(wrongCalls(SEED, COUNT)).toEqual(CALLS);
  expect(new Set(CALLS.map(({ method }) => method)).size).toBeGreaterThan(35);
  for (const kind of [/^id /, /^body /, /^options /, /^unknown member /, /^no /, / of \d+ items$/])
    expect([kind, CALLS.some(({ defect }) => kind.test(defect))]).toEqual([kind, true]);
});

test('in JavaScript every wrong call is refused before a request, with the method and the member', async () => {
  const answers: Answer[] = [];
  const onAnswer = (answer: Answer) => void answers.push(answer);
  const { login, password } = await api.givenPartner();
  const partner = openPartnerClient({ api: api.url, login, password, onAnswer });
  const clientOf = (key: string) => openClient({ api: api.url, key, onAnswer });
  for (const call of CALLS) {
    const client = clientOf(call.caller === 'partner' ? 'none' : account.keys[call.caller]);
    const refusal = await evaluated(call, client, partner);
    expect([call.text, refusal]).toEqual([call.text, expect.any(InvalidArgument)]);
    const { message, details } = refusal as InvalidArgument; // checked above
    const sentences = details.map(({ field, reason }) => `${field} ${reason}`).join('\n');
    expect([call.text, message]).toEqual([call.text, expect.stringContaining(`${call.method}: `)]);
    expect([call.text, sentences]).toEqual([call.text, expect.stringContaining(call.names)]);
  }
  expect(answers).toEqual([]);
});

/** The error of the call; its result if it has none. */
async function evaluated({ text }: WrongCall, client: Client, partner: PartnerClient): Promise<unknown> {
  const body = `return ${text.replaceAll(' as const', '')};`;
  const call = compileFunction(body, ['client', 'partner']) as (...args: readonly unknown[]) => Promise<unknown>;
  try {
    return await call(client, partner);
  } catch (error) {
    return error;
  }
}

test('strict TypeScript refuses every call with a wrong type, a missing or an unknown member', async () => {
  const refused = await compilerErrors(CALLS.map(({ text }) => text));
  const accepted = CALLS.filter(({ isTypeFault }, at) => isTypeFault && !refused.has(at));
  expect(accepted.map(({ text }) => text)).toEqual([]);
  // Of the other calls only their values are wrong.
  const wronglyRefused = CALLS.filter(({ isTypeFault }, at) => !isTypeFault && refused.has(at));
  expect(wronglyRefused.map(({ text }) => text)).toEqual([]);
});

/** Positions of the calls that do not compile. */
async function compilerErrors(calls: readonly string[]): Promise<ReadonlySet<number>> {
  const folder = mkdtempSync(join(tmpdir(), 'volley-calls-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const head = [
    `import type { Client } from '${ROOT}sdk/src/client.ts';`,
    `import type { PartnerClient } from '${ROOT}sdk/src/partner-client.ts';`,
    'declare const client: Client;',
    'declare const partner: PartnerClient;',
  ];
  writeFileSync(join(folder, 'calls.mts'), [...head, ...calls.map((call) => `void ${call};`)].join('\n'));
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck'];
  const how = ['--module', 'nodenext', '--target', 'es2024', '--types', 'node', '--allowImportingTsExtensions'];
  const args = ['--ignoreConfig', '--noEmit', '--pretty', 'false', ...strict, ...how, 'calls.mts'];
  const output = await promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), args, { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout = '' }: { stdout?: string }) => stdout,
  );
  const lines = [...output.matchAll(/^calls\.mts\((\d+),/gm)].map(([, line]) => Number(line) - 1 - head.length);
  expect(lines.length).toBeGreaterThan(0);
  expect(output.replaceAll(/^calls\.mts.*$|^ .*$/gm, '').trim()).toBe('');
  return new Set(lines);
}
