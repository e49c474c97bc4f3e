// A base backup taken in the middle of a running dispatch, restored with only the commands of the handbook
// (docs/operating/backup-and-restore.md) by an unprivileged database role. Uses its own processes and servers: the
// operators' log shows the sends that the restored database does not know.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BRAND_IDS } from '@volley/domain/numbers/brand.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countSubmits, readCopies } from '../../../../bench/src/chaos/copies.ts';
import { freePort } from '../../../../bench/src/harness/free-port.ts';
import { type Harness, startHarness } from '../../../../bench/src/harness/harness.ts';
import { type OwnNats, startOwnNats } from '../../../../bench/src/harness/own-nats.ts';
import { type OwnPostgres, startOwnPostgres } from '../../../../bench/src/harness/own-postgres.ts';
import type { PartnerClient } from '../../../../bench/src/harness/partner-client.ts';
import type { Role } from '../../../../bench/src/harness/server-program.ts';
import { withDatabase } from '../../../../bench/src/harness/with-database.ts';
import { openSubscribers } from '../../../../bench/src/subscribers.ts';
import { pause, until } from '../../given/until.ts';

/** Enough for 30 seconds: a backup takes long on a busy machine, and the dispatch must outlast it. */
const MESSAGES = 3_000;
/** Messages sent before the backup, and again as many after it. */
const SENT = 200;
const LIMIT_MS = 240_000;
/** A link for every brand: each link costs a process of its own. */
const LINK = { name: 'mts', brands: Object.values(BRAND_IDS), systemId: 'mts', window: 100, ratePerSecond: 100 };
/** The connector does not share the memory of the pacer, which the restore holds. */
const LAYOUT: readonly (readonly Role[])[] = [['api', 'pacer', 'recorder', 'notifier', 'clock'], ['connector']];
/** Short waits: without the gate, a repeated send would happen within `HELD_MS`. */
const SETTINGS = { INSTANCE_LEASE_MS: '2000', CLAIM_LEASE_MS: '2000', IN_DOUBT_WAIT_MS: '500' };
const HELD_MS = 8_000;
/** Messages of a dispatch created after the decision. */
const LATER = 50;

const LIFETIME_SECONDS = 26 * 3_600;

const folder = mkdtempSync(join(tmpdir(), 'volley-restore-test-'));
const acceptLog = join(folder, 'accepted.csv');
const subscribers = openSubscribers();
let postgres: OwnPostgres;
let nats: OwnNats;
let harness: Harness;
let apiPort: string;

beforeAll(async () => {
  [postgres, nats] = await Promise.all([startOwnPostgres(), startOwnNats()]);
  apiPort = String(await freePort());
  harness = await startHarness({
    what: 'restore',
    databaseUrl: postgres.url,
    natsUrl: nats.url,
    layout: [],
    links: [LINK],
    settings: SETTINGS,
    acceptLog,
  });
});

afterAll(async () => {
  await harness?.stop();
  await Promise.all([postgres?.stop(), nats?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const accepted = async () => (await harness.simulator.counters())['accepted'] ?? 0;

const startAllRoles = () =>
  Promise.all(LAYOUT.map((roles) => harness.startRoles(roles, roles.includes('api') ? { PORT: apiPort } : {})));

async function killEverything(): Promise<void> {
  for (const child of harness.processes) child.kill('SIGKILL');
  await Promise.all([postgres.kill9(), nats.kill9(), ...harness.processes.map((child) => child.exited)]);
}

async function startDispatch(partner: PartnerClient, first: number, count: number): Promise<number> {
  const { id } = await partner.createDispatch({
    name: `from ${first}`,
    text: 'Sale on Friday',
    messages: subscribers.recipients(first, count),
  });
  await partner.startDispatch(id);
  return id;
}

/** Starts a dispatch and restores the database to a point in the middle of it. The broker keeps its storage. */
async function givenRestore(partner: PartnerClient) {
  const id = await startDispatch(partner, 0, MESSAGES);
  await until('messages are sent before the backup', async () => (await accepted()) > SENT, LIMIT_MS);
  const backup = await postgres.backUp();
  const atBackup = await accepted();
  await until('messages are sent after the backup', async () => (await accepted()) > atBackup + SENT, LIMIT_MS);
  await killEverything();
  postgres.restore(backup);
  await Promise.all([postgres.start(), nats.start()]);
  const sent = await accepted();
  expect(sent).toBeLessThan(MESSAGES);
  return { id, sent };
}

test('the database role is unprivileged', async () => {
  const { rows } = await withDatabase(harness.databaseUrl, (client) =>
    client.query(
      `select r.rolsuper or r.rolbypassrls or r.rolcreatedb or r.rolcreaterole or r.rolreplication as mighty,
              d.datdba = r.oid as owns
       from pg_roles r, pg_database d
       where r.rolname = current_user and d.datname = current_database()`,
    ),
  );
  expect(rows).toEqual([{ mighty: false, owns: true }]);
});

test('a restored backup sends nothing until a person decides, and after --stop no message is sent twice', async () => {
  await startAllRoles();
  const partner = await harness.givenPartner();
  const { id, sent } = await givenRestore(partner);

  // The processes start without the command.
  await startAllRoles();
  await pause(HELD_MS);
  expect(await accepted()).toBe(sent);
  expect(await harness.status()).toMatchObject({
    'engine mark': [{ claims: 'held', why: expect.stringMatching(/lost commits.*run after-restore/) }],
    links: [expect.objectContaining({ bound: true })],
  });
  expect(await harness.afterRestore()).toMatchObject({ claims: 'held', running: [{ id, total: MESSAGES }] });

  expect(await harness.afterRestore('stop')).toMatchObject({ decision: 'stop', stopped: [{ id }] });
  const later = await startDispatch(partner, MESSAGES, LATER);
  await until('new messages are delivered', async () => (await partner.progress(later)).delivered === LATER, LIMIT_MS);
  // Receipts of the lost period do not arrive again; their messages expire.
  await partner.call('POST', '/sandbox/v1/clock', { advanceSeconds: LIFETIME_SECONDS });
  await until('every message is final', async () => (await partner.progress(id)).pending === 0, LIMIT_MS);
  const submits = countSubmits(readCopies(acceptLog));
  expect([...submits].filter(([, times]) => times > 1)).toEqual([]);
  expect(submits.size).toBe(sent + LATER);
  expect((await partner.progress(id)).status).toBe('STOPPED');
  expect(await harness.audit()).toEqual([]);
}, 600_000);
