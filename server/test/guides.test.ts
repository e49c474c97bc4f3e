// The guide for partners does what it says: its commands run in a shell, in their order, and their answers come.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPartner } from '../src/features/access/create-partner.ts';
import { useCell } from './given/cell.ts';
import { pdf } from './given/document-files.ts';
import { callbacksOf, differences, type GuideStep, keptFrom, stepsOf } from './given/guide.ts';
import { until } from './given/until.ts';

const cell = useCell();
const guide = readFileSync(new URL('../../docs/guides/partner-api.md', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'volley-guide-'));
const run = promisify(execFile);

beforeAll(async () => {
  writeFileSync(join(folder, 'contract.pdf'), pdf());
  for (const name of ['mts', 'beeline']) await cell().link(name);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command as it stands in the guide; the status comes on a line of its own. */
async function answerOf(command: string, variables: Record<string, string>) {
  const script = `curl() { command curl -sS -w '\\n%{http_code}' "$@"; }\n${command}`;
  const env = { ...process.env, ...variables };
  const { stdout } = await run('bash', ['-euc', script], { cwd: folder, env });
  const lineEnd = stdout.lastIndexOf('\n');
  const body: unknown = JSON.parse(stdout.slice(0, lineEnd));
  return { status: Number(stdout.slice(lineEnd + 1)), body };
}

/** A report is asked for again until it is as the guide says; everything else must be so at once. */
async function follow(step: GuideStep, variables: Record<string, string>): Promise<unknown> {
  const limitMs = performance.now() + (step.heading === 'Report' ? 20_000 : 0);
  for (;;) {
    const { status, body } = await answerOf(step.command, variables);
    const wrong = status === step.status ? differences(step.answer, body) : [`answered ${status}`];
    if (wrong.length === 0) return body;
    if (performance.now() > limitMs) throw new Error(`${step.command}${wrong.join('\n')}\n${JSON.stringify(body)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

test('every call of the guide answers what the guide shows, and the callbacks come', async () => {
  const steps = stepsOf(guide);
  expect(steps).toHaveLength(guide.split('```sh').length - 1);
  expect(steps.length).toBeGreaterThan(20);
  await createPartner(cell().platform, { login: 'reader', password: 'secret', currency: 'RUB' });
  let variables: Record<string, string> = {
    BASE_URL: cell().url,
    LOGIN: 'reader',
    PASSWORD: 'secret',
    CALLBACK_URL: cell().sink.url('/guide'),
  };
  for (const step of steps) variables = { ...variables, ...keptFrom(await follow(step, variables), step.keep) };

  const callbacks = callbacksOf(guide);
  expect([...callbacks.keys()]).toEqual(['sent', 'delivered']);
  const received = await until('all callbacks have come', () => {
    const come = cell().sink.received('/guide');
    return come.length >= 6 && come;
  });
  for (const [event, example] of callbacks) {
    const own = received.find(({ body }) => body['event'] === event && body['destination'] === '79161230001');
    expect(differences(example, own?.body ?? {})).toEqual([]);
  }
});
