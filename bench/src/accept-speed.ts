// Messages accepted per second through POST /dispatches, 1,000 recipients per call, compared with a bare binary COPY of
// the same rows into the same table layout over the same number of connections. The two alternate.
import pg from 'pg';
import { numberAt } from './harness/json.ts';
import type { PartnerClient, Recipient } from './harness/partner-client.ts';
import { withDatabase } from './harness/with-database.ts';
import { bareTable, createBareTable } from './references/bare-table.ts';
import { buildRows, copyRows } from './references/message-rows.ts';
import { ratePerSecond } from './statistics.ts';
import { dispatchText, type Subscribers } from './subscribers.ts';

export type AcceptSpeed = { acceptRuns: number[]; copyRuns: number[] };

const CALL = 1_000;
const AT_ONCE = 4;

export async function measureAcceptSpeed(
  partner: PartnerClient,
  databaseUrl: string,
  subscribers: Subscribers,
  { rounds, calls }: { rounds: number; calls: number },
): Promise<AcceptSpeed> {
  const lists = Array.from({ length: calls }, (_, at) => subscribers.recipients(at * CALL, CALL));
  const acceptRuns: number[] = [];
  const copyRuns: number[] = [];
  await withDatabase(databaseUrl, createBareTable);
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const accept = await acceptOnce(partner, lists);
    const copy = await copyOnce(databaseUrl, lists);
    if (round === 0) continue;
    acceptRuns.push(accept);
    copyRuns.push(copy);
  }
  return { acceptRuns, copyRuns };
}

async function acceptOnce(partner: PartnerClient, lists: readonly Recipient[][]): Promise<number> {
  const { companyId, senderIds } = partner;
  const bodies = lists.map((messages) => {
    const dispatch = { companyId, senderIds, channelType: 'SMS', name: 'accept', text: dispatchText, messages };
    return Buffer.from(JSON.stringify(dispatch));
  });
  return rateOf(lists.length, async (at) => {
    const answer = await partner.call('POST', '/dispatches', bodies[at]);
    if (numberAt(answer, 'success') !== CALL) throw new Error(`accepted ${numberAt(answer, 'success')} of ${CALL}`);
  });
}

async function copyOnce(databaseUrl: string, lists: readonly Recipient[][]): Promise<number> {
  const clients = Array.from({ length: AT_ONCE }, () => new pg.Client({ connectionString: databaseUrl }));
  await Promise.all(clients.map((client) => client.connect()));
  try {
    return await rateOf(lists.length, async (at, worker) => {
      const client = clients[worker];
      const list = lists[at];
      if (client === undefined || list === undefined) throw new RangeError(`no batch for worker ${worker}, call ${at}`);
      await copyRows(client, bareTable, buildRows(list, at + 1, 1).buffer);
    });
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** Messages per second when several workers share the calls. */
async function rateOf(calls: number, call: (at: number, worker: number) => Promise<void>): Promise<number> {
  let next = 0;
  const startMs = performance.now();
  const work = async (worker: number): Promise<void> => {
    while (next < calls) {
      const at = next;
      next += 1;
      await call(at, worker);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => work(worker)));
  return ratePerSecond(calls * CALL, performance.now() - startMs);
}
