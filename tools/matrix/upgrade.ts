// An upgrade under traffic, in the order of docs/operating/upgrade.md: the old version creates the database and sends,
// the new one migrates while messages are on their way. Then each role starts in the new version, and the old process
// ends while messages are on their way, the connector last. Both APIs run until the end.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFreshDatabase } from '@volley/bench/harness/fresh-database.ts';
import { fourLinks } from '@volley/bench/harness/harness.ts';
import { openLogins } from '@volley/bench/harness/logins.ts';
import { openPartnerClient, type PartnerClient } from '@volley/bench/harness/partner-client.ts';
import { removeStreams } from '@volley/bench/harness/remove-streams.ts';
import { openRoleProcesses } from '@volley/bench/harness/role-processes.ts';
import {
  harnessEnvironment,
  type Role,
  type RoleProcess,
  serverProgram,
} from '@volley/bench/harness/server-program.ts';
import { type SimulatorProcess, startSimulatorProcess } from '@volley/bench/harness/simulator-process.ts';
import { waitFor } from '@volley/bench/harness/wait.ts';
import { openSubscribers } from '@volley/bench/subscribers.ts';

export type Upgrade = { readonly databaseUrl: string; readonly natsUrl: string; readonly oldMain: string };

const MESSAGES = 1_000;
const END_MS = 300_000;
/** In the order of their replacement; then the API, then the connector. */
const FIRST: readonly Role[] = ['clock', 'recorder', 'notifier', 'pacer'];
const ALL: readonly Role[] = [...FIRST, 'api', 'connector'];

export async function runUpgrade({ databaseUrl, natsUrl, oldMain }: Upgrade): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'matrix-upgrade-'));
  const database = await createFreshDatabase(databaseUrl, 'upgrade');
  const secret = { SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}` };
  const addresses = { databaseUrl: database.url, engineDatabaseUrl: database.engineUrl, natsUrl, cell: database.name };
  const environment = harnessEnvironment(addresses, secret);
  const versions = {
    old: serverProgram(newFolder(folder, 'old'), environment, oldMain),
    new: serverProgram(newFolder(folder, 'new'), environment),
  };
  const running = { old: openRoleProcesses(versions.old), new: openRoleProcesses(versions.new) };
  const simulator = await startSimulatorProcess({ folder });
  try {
    await versions.old.migrate();
    await Promise.all(fourLinks.map((link) => versions.old.putLink(link, simulator.smppPort)));
    const credentials = await openLogins(versions.old, () => '').givenLogin();
    const old = new Map<Role, RoleProcess>();
    for (const role of ALL) old.set(role, await running.old.startRoles([role]));
    const send = senderOf(simulator, () => openPartnerClient(running.old.apiUrl(), credentials));
    const sendNew = senderOf(simulator, () => openPartnerClient(running.new.apiUrl(), credentials));
    await send(0, async () => {
      if ((await versions.new.migrate()).length === 0) throw new Error('the new version has nothing to migrate');
    });
    let part = 1;
    const replace = async (role: Role): Promise<void> => {
      await running.new.startRoles([role]);
      await send(part, async () => {
        await old.get(role)?.stop();
        old.delete(role);
      });
      part += 1;
    };
    for (const role of FIRST) await replace(role);
    await running.new.startRoles(['api']);
    await sendNew(part);
    part += 1;
    await replace('connector');
    const ended = [...old.values(), ...running.new.processes].filter((role) => !role.isRunning());
    if (ended.length > 0) throw new Error(`ended by itself: ${ended.map(({ name }) => name).join(', ')}`);
    const findings = await versions.new.audit();
    if (findings.length > 0) throw new Error(`the audit found ${JSON.stringify(findings).slice(0, 500)}`);
  } catch (error) {
    const said = `${running.old.logTails()}\n${running.new.logTails()}`;
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${said}`, { cause: error });
  } finally {
    await running.new.stop();
    await running.old.stop();
    await simulator.stop();
    await removeStreams(natsUrl, database.name);
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Logs of the two versions have the same names. */
function newFolder(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder);
  return folder;
}

type Send = (part: number, meanwhile?: () => Promise<void>) => Promise<void>;

/** Sends the messages of a part by the API of the client; each must arrive, and none twice. */
function senderOf(simulator: SimulatorProcess, open: () => Promise<PartnerClient>): Send {
  return async (part, meanwhile) => {
    const client = await open();
    try {
      const before = (await simulator.counters())['accepted'] ?? 0;
      const messages = openSubscribers().recipients(part * MESSAGES, MESSAGES);
      const { id } = await client.createDispatch({ name: `part ${part}`, text: '{name}, hello.', messages });
      await client.startDispatch(id);
      await meanwhile?.();
      await waitFor(`part ${part}`, async () => (await client.progress(id)).status === 'COMPLETED', {
        timeoutMs: END_MS,
        everyMs: 300,
      });
      const { delivered } = await client.progress(id);
      const submits = ((await simulator.counters())['accepted'] ?? 0) - before;
      if (delivered !== MESSAGES || submits !== MESSAGES)
        throw new Error(`part ${part}: ${delivered} of ${MESSAGES} delivered with ${submits} submits`);
    } finally {
      await client.close();
    }
  };
}
