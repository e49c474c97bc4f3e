// Log lines of real processes while the broker or the database is away. Both are servers of this test, on own ports.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Child, startReadyChild } from '../../../bench/src/harness/child-process.ts';
import { createFreshDatabase } from '../../../bench/src/harness/fresh-database.ts';
import { type OwnNats, startOwnNats } from '../../../bench/src/harness/own-nats.ts';
import { type OwnPostgres, startOwnPostgres } from '../../../bench/src/harness/own-postgres.ts';
import type { Config } from '../../src/config.ts';
import { prepareDatabase } from '../../src/processes/prepare.ts';
import { testConfig } from '../given/api.ts';
import { environmentOf, MAIN } from '../given/child-worker.ts';
import { until } from '../given/until.ts';

const WARN = 40;
const LAYOUT = [['api'], ['pacer', 'connector'], ['recorder', 'notifier', 'clock']];

type Line = Readonly<Record<string, unknown>>;

const folder = mkdtempSync(join(tmpdir(), 'volley-outages-'));
let nats: OwnNats;
let postgres: OwnPostgres;
let config: Config;
const children: Child[] = [];

const start = async (roles: readonly string[]) => {
  const name = roles.join('-');
  const { child } = await startReadyChild(
    {
      name,
      command: process.execPath,
      args: [MAIN, ...roles],
      logFile: join(folder, `${name}-${children.length}.log`),
      env: environmentOf(config),
    },
    (spawned) => children.push(spawned),
  );
  return child;
};

const linesOf = ({ logFile }: Child): Line[] =>
  readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line));

const saying = (child: Child, msg: string) => linesOf(child).filter((line) => line['msg'] === msg);

const untilEverySays = (msg: string, times: number) =>
  until(`every process has ${times} lines "${msg}"`, () =>
    children.every((child) => saying(child, msg).length >= times),
  );

beforeAll(async () => {
  nats = await startOwnNats();
  postgres = await startOwnPostgres();
  const database = await createFreshDatabase(postgres.url, 'outages');
  config = testConfig(database, { natsUrl: nats.url, logLevel: 'info', testMode: true });
  await prepareDatabase(config);
  for (const roles of LAYOUT) await start(roles);
});

afterAll(async () => {
  await Promise.all(children.map((child) => child.stop()));
  await nats?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('every process writes a line when the broker goes and one with the duration when it is back', async () => {
  // The first messages create the streams, which is no trouble.
  for (const child of children) expect(saying(child, 'broker trouble')).toEqual([]);
  await nats.kill9();
  await untilEverySays('broker trouble', 1);
  await nats.start();
  await untilEverySays('broker works again', 1);
  for (const child of children) {
    const [began] = saying(child, 'broker trouble');
    expect(began).toMatchObject({ level: WARN, what: 'connection', failures: 1 });
    const [ended] = saying(child, 'broker works again');
    expect(ended).toMatchObject({ level: WARN, what: 'connection' });
    expect(Number(ended?.['seconds'])).toBeGreaterThan(0);
    expect(Number(ended?.['failures'])).toBeGreaterThan(0);
  }
});

test('every process writes a line when the database goes and one with the duration when it is back', async () => {
  await postgres.kill9();
  await untilEverySays('database trouble', 1);
  await postgres.start();
  await untilEverySays('database works again', 1);
  for (const child of children) {
    expect(saying(child, 'database trouble')[0]).toMatchObject({ level: WARN, what: 'connection', failures: 1 });
    const [ended] = saying(child, 'database works again');
    expect(ended).toMatchObject({ level: WARN, what: 'connection' });
    expect(Number(ended?.['failures'])).toBeGreaterThan(0);
  }
});

test('a process that starts before its broker says that it waits', async () => {
  await nats.kill9();
  const starting = start(['notifier']);
  const log = await until('the process has spawned', () => children.at(LAYOUT.length));
  await until('it says that the broker does not answer', () => saying(log, 'broker trouble').length === 1);
  await nats.start();
  const child = await starting;
  expect(saying(child, 'broker trouble')[0]).toMatchObject({
    level: WARN,
    err: { message: 'the broker does not answer' },
  });
  await until('it says that the broker works', () => saying(child, 'broker works again').length === 1);
});

test('a shutdown is no trouble', async () => {
  const [api] = children;
  if (api === undefined) throw new Error('no process was started');
  const before = linesOf(api).length;
  await api.stop();
  const after = linesOf(api).slice(before);
  expect(after.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['shutting down']));
  expect(after.filter(({ msg }) => String(msg).endsWith('trouble'))).toEqual([]);
});
