// The database is unavailable for longer than a lease while an operator delays its answers: connectors cannot renew
// their leases but know their submits. Messages with automatic resend must not go out twice. All times are a quarter of
// those in production: a lease of 10 s, an outage of 15 s, answers after 27 s. The limit for an answer is long, so that
// a slow machine loses none. Without the rule of steady service (read-evidence.ts) this test fails.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BRAND_IDS } from '@volley/domain/numbers/brand.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countSubmits, readCopies } from '../../../../bench/src/chaos/copies.ts';
import { type Harness, startHarness } from '../../../../bench/src/harness/harness.ts';
import { type OwnPostgres, startOwnPostgres } from '../../../../bench/src/harness/own-postgres.ts';
import { withDatabase } from '../../../../bench/src/harness/with-database.ts';
import { openSubscribers } from '../../../../bench/src/subscribers.ts';
import { makeTransactional } from '../../given/rows/strands.ts';
import { NATS_URL } from '../../given/servers.ts';
import { pause, until } from '../../given/until.ts';

const SCALE = 1 / 4;
const LEASE_MS = 10_000 * SCALE;
const AWAY_MS = 15_000 * SCALE;
const ANSWER_MS = 27_000 * SCALE;
const SUBMIT_TIMEOUT_MS = 60_000;
/** Connectors reconnect to the database this much later than the sweeper, which decides about them. */
const LATE_MS = 4_500 * SCALE;
const LINK = { name: 'mts', brands: [BRAND_IDS.MTS], systemId: 'mts', window: 100 };
/** One batch: a window of it is on the wire during the outage, and the connector holds the rest. */
const MESSAGES = 250;

const folder = mkdtempSync(join(tmpdir(), 'volley-away-test-'));
const acceptLog = join(folder, 'accepted.csv');
let postgres: OwnPostgres;
let harness: Harness;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  harness = await startHarness({
    what: 'away',
    databaseUrl: postgres.url,
    natsUrl: NATS_URL,
    layout: [['api', 'pacer', 'recorder', 'notifier', 'clock'], ['connector']],
    links: [LINK],
    settings: { INSTANCE_LEASE_MS: String(LEASE_MS), SUBMIT_TIMEOUT_MS: String(SUBMIT_TIMEOUT_MS) },
    acceptLog,
  });
  await harness.simulator.setScenario({ answerDelayMs: ANSWER_MS });
});

afterAll(async () => {
  await harness?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const submitted = () => [...countSubmits(readCopies(acceptLog)).values()].reduce((sum, times) => sum + times, 0);

test('no message goes out twice when the database is away while the operator has not answered', async () => {
  const connectors = harness.processes.filter(({ roles }) => roles.includes('connector'));
  const partner = await harness.givenPartner();
  const subscribers = openSubscribers();
  const messages = Array.from({ length: MESSAGES }, (_, at) => ({
    destination: String(subscribers.numberOf('MTS', at)),
  }));
  const { id } = await partner.createDispatch({ name: 'away', text: 'Your parcel is here', messages });
  await withDatabase(harness.databaseUrl, (client) => makeTransactional(client, id));
  await partner.startDispatch(id);
  await until('a window of submits waits for its answers', () => submitted() >= LINK.window);
  postgres.freeze();
  await pause(AWAY_MS);
  for (const connector of connectors) connector.kill('SIGSTOP');
  postgres.thaw();
  await pause(LATE_MS);
  for (const connector of connectors) connector.kill('SIGCONT');
  await until(
    'all messages are delivered',
    async () => {
      const progress = await partner.progress(id).catch(() => undefined);
      return progress?.delivered === MESSAGES;
    },
    240_000,
  );
  expect([...countSubmits(readCopies(acceptLog)).values()].filter((times) => times > 1)).toEqual([]);
  expect(await harness.audit()).toEqual([]);
}, 600_000);
