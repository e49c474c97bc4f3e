// `volley listen` as a developer runs it: the real command, a real service, and a receiver on this machine.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { replayCallbacks } from '../../src/features/callbacks/feed/replay-events.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { useSharedCell } from '../given/cell.ts';
import { deliveredEvents, record, statusEvent } from '../given/message-events.ts';
import { type Account, givenAccount } from '../given/people/account.ts';
import { until } from '../given/until.ts';

const CLI = fileURLToPath(new URL('../../../cli/src/cli.ts', import.meta.url));

const cell = useSharedCell({ workers: ['notifier'] });
let account: Account;
beforeAll(async () => {
  account = await givenAccount(cell());
});

type Run = { readonly process: ChildProcess; out: string; said: string; readonly ended: Promise<number | null> };
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

function volley(args: readonly string[], key = account.keys.MESSAGES): Run {
  const env = { ...process.env, VOLLEY_KEY: key, NO_COLOR: '1' };
  const child = spawn(process.execPath, [CLI, 'listen', '--api', cell().url, ...args], { env });
  running.add(child);
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      running.delete(child);
      resolve(code);
    }),
  );
  const run: Run = { process: child, out: '', said: '', ended };
  child.stdout.on('data', (chunk: Buffer) => {
    run.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    run.said += chunk.toString();
  });
  return run;
}

const eventsAt = (path: string) =>
  cell()
    .sink.received(path)
    .flatMap(({ items }) => items.map((item) => Number(item['event_number'])));

test('forwards new events as callbacks do; resent events arrive again', async () => {
  const { platform, sink } = cell();
  await record(platform, account.companyId, deliveredEvents(1));
  await until('the event is in the feed', async () => {
    const { body } = await account.ask('GET', '/events');
    return (body as { lastNumber: number }).lastNumber > 0;
  });
  const secret = randomBytes(32);
  const args = ['--forward-to', sink.url('/mine'), '--secret', `whsec_${secret.toString('base64')}`];
  const run = volley(args);
  await until('the command is ready', () => run.out.startsWith('ready\n'));
  await record(platform, account.companyId, [statusEvent('sent'), statusEvent('delivered')]);
  await until('both events have arrived', () => eventsAt('/mine').length === 2);
  const [first, second] = eventsAt('/mine');
  expect([first, second]).toEqual([2, 3]);
  const [request] = sink.received('/mine');
  expect(request?.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': expect.stringMatching(/^evt_/),
    'webhook-signature': expect.stringMatching(/^v1,/),
    'x-attempt': '1',
  });

  await inTransaction(platform.db, (tx) =>
    replayCallbacks(tx, account.companyId, { what: 'event', eventNumber: second ?? 0 }),
  );
  await until('the event has arrived again', () => eventsAt('/mine').length === 3);
  expect(eventsAt('/mine')[2]).toBe(second);
  await until('the replay is printed', () => run.out.includes('(replay)'));
  expect(run.out).toMatch(/^ready\n\d\d:\d\d:\d\d {2}sent\+delivered ×2 .* 200 {2}\d+ ms/);
  run.process.kill('SIGINT');
  expect(await run.ended).toBe(0);
});

test('prints the answers of a failing receiver, one JSON object per line', async () => {
  const { platform, sink } = cell();
  sink.answer('/cross', () => 500);
  const run = volley(['--forward-to', sink.url('/cross'), '--json', '--events', 'delivered']);
  await until('the command listens', () => run.said.includes('Listening'));
  await record(platform, account.companyId, [statusEvent('sent'), ...deliveredEvents(2)]);
  const line = await until('a line is printed', () => run.out.includes('\n') && run.out);
  expect(JSON.parse(line)).toMatchObject({ events: ['delivered'], status: 500, replayed: false });
  run.process.kill('SIGTERM');
  expect(await run.ended).toBe(0);
});

test('exits with distinct codes for wrong usage and for a refused key', async () => {
  const outside = volley(['--forward-to', 'http://8.8.8.8/hook']);
  expect([await outside.ended, outside.out]).toEqual([2, '']);
  expect(outside.said).toContain('--anywhere');
  const unknown = volley(['--forward-to', 'localhost:1', '--nonsense']);
  expect(await unknown.ended).toBe(2);
  const refused = volley(['--forward-to', 'localhost:1'], 'nobody');
  expect(await refused.ended).toBe(3);
  expect(refused.said).toContain('4010');
  const wrongType = volley(['--forward-to', 'localhost:1'], account.keys.SYSTEM);
  expect(await wrongType.ended).toBe(3);
});
