// One reading of the installation for alerts to duty: the state that the operations wall shows, and what it does not
// show.
import { statfs } from 'node:fs/promises';
import type { DutyReading } from '@volley/domain/duty/duty-conditions.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  selectAuditAge,
  selectClosedAccounts,
  selectOldDoubts,
  selectOldestInbox,
  selectPartitionHorizons,
  selectSpending,
  selectStoppedTemplates,
} from './duty-reading.sql.ts';
import { countUnlinked } from './link-gauges.sql.ts';
import { countMarginWaits } from './margin-waits.sql.ts';
import { readOpsState } from './ops-state.ts';
import type { CallbackHost } from './ops-traffic.sql.ts';

const SPENDING_SHOWN_MS = 86_400_000;

type Needs = Pick<Platform, 'db' | 'bus' | 'config' | 'restoreGate'>;

export type InstallationReading = Omit<DutyReading, 'inbox' | 'contacts'> & {
  readonly inbox: { readonly oldestId: bigint | null; readonly events: number };
};

export async function readInstallation(platform: Needs): Promise<InstallationReading> {
  const diskFreePercent = await freePercent(platform);
  const state = await read(platform.db, (tx) => readTables(tx, platform));
  return { ...state, diskFreePercent, brokerConnected: platform.bus.isConnected() };
}

async function readTables(tx: Tx, { restoreGate }: Needs) {
  const { lanes, links, callbacks, instances } = await readOpsState(tx);
  return {
    lanes,
    links,
    callbacks: callbacks.map((host) => callbackAges(host, tx.now)),
    roles: instances.filter(({ isAlive }) => isAlive).flatMap(({ roles }) => roles),
    unlinked: await countUnlinked(tx),
    marginWaits: await countMarginWaits(tx),
    claimsGoOn: await restoreGate.isOpen(tx),
    inbox: await selectOldestInbox(tx),
    accounts: await selectClosedAccounts(tx),
    templates: await selectStoppedTemplates(tx),
    partitions: await selectPartitionHorizons(tx),
    doubts: await selectOldDoubts(tx),
    spending: await selectSpending(tx, new Date(tx.now.getTime() - SPENDING_SHOWN_MS)),
    audit: await selectAuditAge(tx),
  };
}

function callbackAges({ host, waiting, oldest, failingSince }: CallbackHost, now: Date) {
  const secondsSince = (at: Date | null) => (at === null ? null : (now.getTime() - at.getTime()) / 1_000);
  return { host, waiting, oldestSeconds: secondsSince(oldest), failingSeconds: secondsSince(failingSince) };
}

/** Null: documents are not on this machine's disk. */
async function freePercent({ config }: Pick<Platform, 'config'>): Promise<number | null> {
  if (config.fileStore !== 'disk') return null;
  return statfs(config.fileFolder).then(
    ({ bavail, blocks }) => (blocks === 0 ? null : (bavail / blocks) * 100),
    // The folder appears with the first document.
    () => null,
  );
}
