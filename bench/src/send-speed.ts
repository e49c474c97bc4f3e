// Requests per second of POST /v1/message with one and with a hundred messages, each committed, priced and paid for,
// compared with the same HTTP server doing one durable INSERT of as many rows; and the latency of one message at 200
// requests per second.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { startReadyChild } from './harness/child-process.ts';
import type { Harness } from './harness/harness.ts';
import { memberAt, textAt } from './harness/json.ts';
import type { MessagingAccount } from './harness/messaging-account.ts';
import { withDatabase } from './harness/with-database.ts';
import { callAtPace } from './open-loop.ts';
import { createBareTable } from './references/bare-table.ts';
import { percentile, ratePerSecond } from './statistics.ts';
import type { Subscribers } from './subscribers.ts';

export type SendSpeed = { ownRuns: number[]; bareRuns: number[] };
export type PacedSends = { p50Ms: number; p99Ms: number; maxMs: number; calls: number; failures: number };

const BARE_API = fileURLToPath(new URL('../../tools/bare-api.ts', import.meta.url));
const AT_ONCE = 64;
const PER_SECOND = 200;
const TEXT = 'Заказ 4711 готов, ждем вас';

export type SendLoad = { readonly senderName: string; readonly subscribers: Subscribers; readonly first: number };

/** The two alternate, so that other load slows both. The first round is a warm-up. */
export async function measureSendSpeed(
  harness: Harness,
  account: MessagingAccount,
  load: SendLoad,
  { messages, rounds, roundMs }: { messages: number; rounds: number; roundMs: number },
): Promise<SendSpeed> {
  await withDatabase(harness.databaseUrl, createBareTable);
  const bare = await startBareApi(harness);
  const own = new Pool(harness.apiUrl(), { connections: AT_ONCE });
  const headers = { authorization: `Bearer ${account.keys.messages}`, 'content-type': 'application/json' };
  const runs: SendSpeed = { ownRuns: [], bareRuns: [] };
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const bodies = bodiesOf({ ...load, first: load.first + round * 1_000_000 }, messages);
      const ownRate = await requestsPerSecond(own, { path: '/api/v1/message', headers, bodies, roundMs });
      const bareRate = await requestsPerSecond(bare.pool, { path: '/bare', headers, bodies, roundMs });
      if (round === 0) continue;
      runs.ownRuns.push(ownRate);
      runs.bareRuns.push(bareRate);
    }
    return runs;
  } finally {
    await own.destroy();
    await bare.stop();
  }
}

/** A message per request at 200 requests per second, timed from the moment each was due. */
export async function measurePacedSends(
  account: MessagingAccount,
  { senderName, subscribers, first }: SendLoad,
  { seconds }: { seconds: number },
): Promise<PacedSends> {
  const calls = PER_SECOND * seconds;
  const recipients = subscribers.recipients(first, calls);
  const { waitsMs, failures } = await callAtPace({ perSecond: PER_SECOND, calls }, async (at) => {
    const destination = recipients[at]?.destination ?? '';
    const answer = await account.call('POST', '/message', [itemOf(senderName, destination)]);
    if (memberAt(answer, 'errors') !== false) throw new Error(`refused: ${JSON.stringify(answer).slice(0, 300)}`);
  });
  return {
    p50Ms: percentile(waitsMs, 50),
    p99Ms: percentile(waitsMs, 99),
    maxMs: Math.max(...waitsMs),
    calls: waitsMs.length,
    failures,
  };
}

const itemOf = (senderName: string, destination: string) => ({
  channelType: 'SMS',
  senderName,
  destination,
  content: TEXT,
});

/** Enough bodies that no number repeats within a short time; built before the measurement. */
function bodiesOf({ senderName, subscribers, first }: SendLoad, messages: number): string[] {
  const count = Math.ceil(20_000 / messages);
  const recipients = subscribers.recipients(first, count * messages);
  return Array.from({ length: count }, (_, at) =>
    JSON.stringify(
      recipients.slice(at * messages, (at + 1) * messages).map(({ destination }) => itemOf(senderName, destination)),
    ),
  );
}

type Load = { path: string; headers: Record<string, string>; bodies: readonly string[]; roundMs: number };

async function requestsPerSecond(pool: Pool, { path, headers, bodies, roundMs }: Load): Promise<number> {
  const startMs = performance.now();
  let next = 0;
  let done = 0;
  const drive = async (): Promise<void> => {
    while (performance.now() - startMs < roundMs) {
      const body = bodies[next % bodies.length] ?? '[]';
      next += 1;
      const response = await pool.request({ method: 'POST', path, headers, body });
      const text = await response.body.text();
      if (response.statusCode !== 200 || !text.startsWith('{"errors":false'))
        throw new Error(`${path} answered ${response.statusCode}: ${text.slice(0, 300)}`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, drive));
  return ratePerSecond(done, performance.now() - startMs);
}

async function startBareApi(harness: Harness): Promise<{ pool: Pool; stop(): Promise<void> }> {
  const { child, ready } = await startReadyChild({
    name: 'bare-api',
    command: process.execPath,
    args: [BARE_API],
    logFile: join(harness.folder, 'bare-api.log'),
    env: { DATABASE_URL: harness.databaseUrl, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
  });
  const pool = new Pool(textAt(ready, 'url'), { connections: AT_ONCE });
  return {
    pool,
    stop: async () => {
      await pool.destroy();
      await child.stop();
    },
  };
}
