// Requests a second of POST /v1/message with one message and with a hundred, each accepted for good, priced and paid
// for, beside the same HTTP server doing one durable INSERT of as many rows; and how long one message takes
// when 200 requests come in a second.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { callAtPace } from './open-loop.ts';
import { createBareTable } from './references/bare-table.ts';
import { startReadyChild } from './stand/child-process.ts';
import { memberAt, textAt } from './stand/json.ts';
import type { MessagingAccount } from './stand/messaging-account.ts';
import type { Stand } from './stand/stand.ts';
import { withDatabase } from './stand/with-database.ts';
import { percentile, ratePerSecond } from './statistics.ts';
import type { Subscribers } from './subscribers.ts';

export type SendSpeed = { ownRuns: number[]; bareRuns: number[] };
export type PacedSends = { p50Ms: number; p99Ms: number; maxMs: number; calls: number; failures: number };

const BARE_API = fileURLToPath(new URL('../../tools/bare-api.ts', import.meta.url));
const AT_ONCE = 64;
const PER_SECOND = 200;
const TEXT = 'Заказ 4711 готов, ждем вас';

export type SendLoad = { readonly senderName: string; readonly subscribers: Subscribers; readonly first: number };

/** The two take turns, so that a busy machine slows both. The first round warms them and is not counted. */
export async function measureSendSpeed(
  stand: Stand,
  account: MessagingAccount,
  load: SendLoad,
  { messages, rounds, roundMs }: { messages: number; rounds: number; roundMs: number },
): Promise<SendSpeed> {
  await withDatabase(stand.databaseUrl, createBareTable);
  const bare = await startBareApi(stand);
  const own = new Pool(stand.apiUrl(), { connections: AT_ONCE });
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

/** One message a request at 200 requests a second, timed from the moment each was due. */
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

/** Enough different bodies that no number comes twice in a moment; written before the clock runs. */
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

async function startBareApi(stand: Stand): Promise<{ pool: Pool; stop(): Promise<void> }> {
  const { child, ready } = await startReadyChild({
    name: 'bare-api',
    command: process.execPath,
    args: [BARE_API],
    logFile: join(stand.folder, 'bare-api.log'),
    env: { DATABASE_URL: stand.databaseUrl, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
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
