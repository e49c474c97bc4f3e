// The state of a cell for the engineer on duty, in sections of rows; `main.ts status` shows them.
import { BROKER_VERSION_MIN, isOldBroker } from '../../../platform/bus/broker-version.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import { selectMark } from '../../../platform/database/engine-marks.sql.ts';
import { showMark } from '../../../platform/database/engine-marks.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  type StatusRow,
  selectBatchStates,
  selectCascades,
  selectDispatch,
  selectDispatchBatches,
  selectDispatchStrands,
  selectDoubts,
  selectDueStrands,
  selectInbox,
  selectLinkStates,
  selectPartitionDays,
  selectRunningDispatches,
  selectSignedIn,
  selectWaitingReceipts,
} from './cell-status.sql.ts';
import { selectBacklog, selectCallbackHosts, selectInstances } from './ops-traffic.sql.ts';

export type CellStatus = Readonly<Record<string, readonly StatusRow[]>>;

const HOSTS_MAX = 50;

export async function readCellStatus(platform: Pick<Platform, 'db' | 'bus' | 'restoreGate'>): Promise<CellStatus> {
  return read(platform.db, async (tx) => ({
    'engine mark': [await markOf(tx, platform)],
    broker: [brokerOf(platform)],
    instances: (await selectInstances(tx)).map(({ id, roles, startedAt, isAlive }) => ({
      id: id.slice(0, 8),
      roles: roles.join('+'),
      started: startedAt,
      alive: isAlive,
    })),
    links: await selectLinkStates(tx),
    'running dispatches and lists': await selectRunningDispatches(tx),
    'strands that are due': await selectDueStrands(tx),
    'batches by state': await selectBatchStates(tx),
    'batches in doubt': await selectDoubts(tx),
    'receipts waiting': await selectWaitingReceipts(tx),
    'callbacks waiting': (await selectCallbackHosts(tx, HOSTS_MAX)).map(
      ({ host, waiting, oldest, failingSince, givenUp }) => ({
        host,
        waiting,
        oldest,
        'failing since': failingSince,
        'given up': givenUp,
      }),
    ),
    'event inbox': await selectInbox(tx),
    'cascade steps waiting': await selectCascades(tx),
    partitions: await selectPartitionDays(tx),
    'signed in': await selectSignedIn(tx),
    counters: Object.entries((await selectBacklog(tx)).engine).map(([counter, value]) => ({ counter, value })),
  }));
}

/** Undefined: no such dispatch. */
export async function readDispatchStatus({ db }: Pick<Platform, 'db'>, id: number): Promise<CellStatus | undefined> {
  return read(db, async (tx) => {
    const dispatch = await selectDispatch(tx, id);
    if (dispatch.length === 0) return undefined;
    return { dispatch, strands: await selectDispatchStrands(tx, id), batches: await selectDispatchBatches(tx, id) };
  });
}

function brokerOf({ bus }: Pick<Platform, 'bus'>): StatusRow {
  const nats = bus.serverVersion() ?? null;
  const verdict = nats !== null && isOldBroker(nats) ? `too old for production: needs ${BROKER_VERSION_MIN}` : 'ok';
  return { nats, verdict: nats === null ? 'does not answer' : verdict };
}

async function markOf(tx: Tx, { restoreGate }: Pick<Platform, 'restoreGate'>): Promise<StatusRow> {
  const known = restoreGate.known();
  const database = await selectMark(tx);
  const isOpen = await restoreGate.isOpen(tx);
  return {
    database: showMark(database),
    broker: known === undefined ? 'none' : showMark(known),
    claims: isOpen ? 'go on' : 'held',
    why: restoreGate.reason() ?? null,
  };
}
