// A connector is frozen for one and a half leases with a batch begun and its window on the wire; the messages behind
// the window are given to the next connector of the link, which is the same process. The answers come after it has
// renewed its lease: it must hand out nothing of what was given away. Without the number of the lease
// (platform/instance.ts) all messages behind the window are sent twice.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BRAND_IDS } from '@volley/domain/numbers/brand.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countSubmits, readCopies } from '../../../../bench/src/chaos/copies.ts';
import { type Harness, startHarness } from '../../../../bench/src/harness/harness.ts';
import { withDatabase } from '../../../../bench/src/harness/with-database.ts';
import { openSubscribers } from '../../../../bench/src/subscribers.ts';
import { DATABASE_SERVER_URL, NATS_URL } from '../../given/servers.ts';
import { pause, until } from '../../given/until.ts';

const LEASE_MS = 2_500;
const FROZEN_MS = 1.5 * LEASE_MS;
/** After the renewal of the lease that follows the freeze. */
const ANSWER_MS = 6 * LEASE_MS;
const LINK = { name: 'mts', brands: [BRAND_IDS.MTS], systemId: 'mts', window: 10 };
/** One batch. */
const MESSAGES = 250;
/** A window, and the one message that the freeze may have interrupted. */
const TWICE_MAX = LINK.window + 1;

const folder = mkdtempSync(join(tmpdir(), 'volley-frozen-test-'));
const acceptLog = join(folder, 'accepted.csv');
let harness: Harness;

beforeAll(async () => {
  harness = await startHarness({
    what: 'frozen',
    databaseUrl: DATABASE_SERVER_URL,
    natsUrl: NATS_URL,
    layout: [['api', 'pacer', 'recorder', 'notifier', 'clock'], ['connector']],
    links: [LINK],
    settings: { INSTANCE_LEASE_MS: String(LEASE_MS), SUBMIT_TIMEOUT_MS: '60000' },
    acceptLog,
  });
  await harness.simulator.setScenario({ answerDelayMs: ANSWER_MS });
});

afterAll(async () => {
  await harness?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const submits = () => [...countSubmits(readCopies(acceptLog)).values()];
const submitted = () => submits().reduce((sum, times) => sum + times, 0);

test('a connector that was frozen beyond its lease sends nothing of what was given away', async () => {
  const frozen = harness.processes.find(({ roles }) => roles.includes('connector'));
  const partner = await harness.givenPartner();
  const subscribers = openSubscribers();
  const messages = Array.from({ length: MESSAGES }, (_, at) => ({
    destination: String(subscribers.numberOf('MTS', at)),
  }));
  const { id } = await partner.createDispatch({ name: 'frozen', text: 'Sale until Sunday', messages });
  await partner.startDispatch(id);
  await until('a window of submits waits for its answers', () => submitted() >= LINK.window);
  frozen?.kill('SIGSTOP');
  await pause(FROZEN_MS);
  await until('the messages behind the window are a batch of their own', async () => (await countBatches(id)) === 2);
  await harness.simulator.setScenario({ answerDelayMs: 0 });
  frozen?.kill('SIGCONT');
  const isDelivered = async () => (await partner.progress(id).catch(() => undefined))?.delivered === MESSAGES;
  await until('all messages are delivered', isDelivered, 240_000);
  await pause(ANSWER_MS);
  const extra = submitted() - MESSAGES;
  expect(submits()).toHaveLength(MESSAGES);
  expect(submits().filter((times) => times > 1).length).toBeLessThanOrEqual(TWICE_MAX);
  expect(await countExtra()).toBe(extra);
  expect(await harness.audit()).toEqual([]);
}, 600_000);

const countBatches = (dispatchId: number) =>
  withDatabase(harness.databaseUrl, async (client) => {
    const { rows } = await client.query('select from batches where dispatch_id = $1', [dispatchId]);
    return rows.length;
  });

const countExtra = () =>
  withDatabase(harness.databaseUrl, async (client) => {
    const { rows } = await client.query<{ value: string }>(
      `select value from engine_counters where name = 'extra_submits'`,
    );
    return Number(rows[0]?.value ?? 0);
  });
