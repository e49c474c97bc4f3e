import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SubmitResult } from '../../connectors/link-job.ts';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import { uuidV7 } from '../../platform/uuid-v7.ts';
import { LinkHealth } from './link-health.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const refused = {
  reason: 'ESME_RBINDFAIL',
  text: 'bind refused: ESME_RBINDFAIL (0xd)',
  nextTryMs: 1_000,
};

/** Without a database: tests check only the log and the metrics. */
function givenHealth() {
  const lines: { readonly level: string; readonly message: string; readonly fields: Record<string, unknown> }[] = [];
  const write = (level: string) => (fields: Record<string, unknown>, message: string) =>
    void (message === 'link state not stored' || lines.push({ level, message, fields }));
  const metrics = createMetrics('connector');
  const link = { up: false, proven: true };
  const platform = {
    metrics,
    clock: { now: () => new Date(60_000) },
    log: { info: write('info'), warn: write('warn') },
  };
  // The stub has no database: storing the state fails, and its warning is filtered out.
  const health = new LinkHealth(
    platform as unknown as ConstructorParameters<typeof LinkHealth>[0],
    { id: 1, name: 'mts', channel_type: 'SMS' },
    () => ({ isUp: link.up, isProven: link.up && link.proven }),
  );
  const exported = async (name: string) =>
    (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(`${name}{`));
  return { health, link, lines, exported };
}

test('refused binds are all counted by the name of their status, and logged once per minute', async () => {
  const { health, lines, exported } = givenHealth();
  for (let second = 0; second < 150; second += 1) {
    health.failedTry(refused);
    vi.advanceTimersByTime(1_000);
  }
  expect(lines.map(({ message, fields }) => [message, fields['failedTries']])).toEqual([
    ['link not bound', 1],
    ['link not bound', 61],
    ['link not bound', 121],
  ]);
  expect(await exported('volley_link_bind_failures_total')).toEqual([
    expect.stringMatching(/link="mts",reason="ESME_RBINDFAIL".* 150$/),
  ]);
});

test('a link that comes up is logged, and its next failure is logged at once', () => {
  const { health, link, lines } = givenHealth();
  health.failedTry(refused);
  vi.advanceTimersByTime(10_000);
  link.up = true;
  health.up();
  link.up = false;
  health.down('connection closed');
  health.failedTry(refused);
  expect(lines.map(({ message }) => message)).toEqual(['link not bound', 'link up', 'link down', 'link not bound']);
  expect(lines[1]?.fields).toMatchObject({ downForSeconds: 10, failedTries: 1 });
});

test('the downtime of a link ends when it comes up, and a planned end is no failure', () => {
  const { health, link, lines } = givenHealth();
  vi.advanceTimersByTime(61_000);
  health.refresh();
  expect(health.downForMs).toBe(61_000);
  link.up = true;
  health.up();
  expect(health.downForMs).toBe(0);
  health.leaving();
  link.up = false;
  health.down('unbound');
  expect(lines.at(-1)).toMatchObject({ level: 'info', message: 'link left' });
});

test('a link that comes up and fails at the first message counts as down all the time', () => {
  const { health, link } = givenHealth();
  link.proven = false;
  for (let tries = 0; tries < 3; tries += 1) {
    vi.advanceTimersByTime(2_000);
    link.up = true;
    health.up();
    link.up = false;
    health.down('answered 401');
  }
  expect(health.downForMs).toBe(6_000);
  link.up = true;
  health.up();
  expect(health.downForMs).toBe(6_000);
  link.proven = true;
  health.refresh();
  expect(health.downForMs).toBe(0);
});

const answer = (health: LinkHealth, number: number, result: SubmitResult) => {
  for (let at = 0; at < number; at += 1) health.measure()(result);
};
const sent = { kind: 'sent', operatorIds: [] } as const;

const degradations = (lines: readonly { readonly message: string }[]) => lines.map(({ message }) => message);

test('a link that fails half of its messages is degraded until 20 in a row are taken', () => {
  const { health, lines } = givenHealth();
  for (let at = 0; at < 19; at += 1) health.answered('temporary');
  expect(degradations(lines)).toEqual([]);
  health.answered('temporary');
  expect(degradations(lines)).toEqual(['link degraded']);
  answer(health, 19, sent);
  answer(health, 1, { kind: 'doubt' });
  expect(degradations(lines)).toEqual(['link degraded']);
  answer(health, 20, sent);
  expect(degradations(lines)).toEqual(['link degraded', 'link recovered']);
});

test('answers about the recipient do not degrade a link', () => {
  const { health, lines } = givenHealth();
  answer(health, 100, { kind: 'failed', errorCode: 504 });
  expect(degradations(lines)).toEqual([]);
  answer(health, 20, { kind: 'failed', errorCode: 502 });
  expect(degradations(lines)).toEqual(['link degraded']);
});

test('a link whose answers take more than ten seconds is degraded, and the times are exported', async () => {
  const { health, lines, exported } = givenHealth();
  const open = Array.from({ length: 20 }, () => health.measure());
  vi.advanceTimersByTime(10_001);
  for (const measured of open) measured(sent);
  expect(degradations(lines)).toEqual(['link degraded']);
  expect(await exported('volley_submit_seconds_bucket')).toContainEqual(
    expect.stringMatching(/le="10",.*link="mts".* 0$/),
  );
  expect(await exported('volley_submit_seconds_count')).toEqual([expect.stringMatching(/link="mts".* 20$/)]);
});

test('the wait of a verification code is counted from its acceptance', async () => {
  const { health, exported } = givenHealth();
  health.measure(uuidV7(58_500));
  expect(await exported('volley_code_wait_seconds_sum')).toEqual([expect.stringMatching(/channel="SMS".* 1\.5$/)]);
});
