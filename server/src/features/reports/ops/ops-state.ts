// Queues, links, callbacks and processes as they are now: the operations wall shows them, alerts to duty derive from
// them.
import { LANES, type Lane } from '@volley/domain/sending/lane.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { listLinks } from '../../operator-links/govern-links.ts';
import {
  selectBacklog,
  selectCallbackHosts,
  selectDueLanes,
  selectInstances,
  selectLaneBatches,
} from './ops-traffic.sql.ts';

const HOSTS_MAX = 20;

export type OpsLane = {
  readonly lane: Lane;
  /** Due strands. */
  readonly lists: number;
  readonly queued: number;
  readonly inFlight: number;
  readonly oldestSeconds: number | null;
};

export async function readOpsState(tx: Tx) {
  const { waiting: receiptsWaiting, engine } = await selectBacklog(tx);
  return {
    lanes: lanesOf(await selectDueLanes(tx), await selectLaneBatches(tx), tx.now),
    links: await listLinks(tx),
    callbacks: await selectCallbackHosts(tx, HOSTS_MAX),
    instances: await selectInstances(tx),
    receiptsWaiting,
    engine,
  };
}

function lanesOf(
  due: Awaited<ReturnType<typeof selectDueLanes>>,
  batches: Awaited<ReturnType<typeof selectLaneBatches>>,
  now: Date,
): OpsLane[] {
  return LANES.map((lane, at) => {
    const dueLane = due.find((row) => row.lane === at);
    const allocated = batches.find((row) => row.lane === at);
    const waited = dueLane?.oldest ? Math.max(0, (now.getTime() - dueLane.oldest.getTime()) / 1_000) : null;
    return {
      lane,
      lists: dueLane?.strands ?? 0,
      queued: allocated?.queued ?? 0,
      inFlight: allocated?.inFlight ?? 0,
      oldestSeconds: waited ?? allocated?.oldestSeconds ?? null,
    };
  });
}
