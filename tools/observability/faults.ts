// Faults of a running system, the alert that each must raise, and their end.
import type { CallbackSink } from '@volley/bench/harness/callback-sink.ts';
import type { Harness } from '@volley/bench/harness/harness.ts';
import { withDatabase } from '@volley/bench/harness/with-database.ts';

export type System = {
  readonly harness: Harness;
  readonly sink: CallbackSink;
  /** Moves business time. */
  readonly advance: (seconds: number) => Promise<void>;
};

export type Fault = {
  readonly what: string;
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Alerts that are right about this fault, the expected one among them. */
  readonly mayFire: readonly string[];
  readonly brokenAtMs: number;
  readonly heal: () => Promise<void>;
};

const BIND_FAILED = 0x0d;
/** Callbacks are tried again after five minutes. */
const RETRY_S = 300;

export const breakSystem = async (system: System): Promise<Fault[]> => [
  await cutLink(system),
  await killCallbackHost(system),
  await blockAudit(system),
];

async function cutLink({ harness: { simulator } }: System): Promise<Fault> {
  await simulator.setScenario({ account: 'tele2', bindStatus: BIND_FAILED });
  await simulator.cut('tele2');
  return {
    brokenAtMs: performance.now(),
    what: 'the operator of a link cuts it and refuses the bind',
    alert: 'VolleyLinkDown',
    labels: { link: 'tele2' },
    mayFire: ['VolleyLinkDown'],
    heal: () => simulator.setScenario({ account: 'tele2', bindStatus: 0 }),
  };
}

async function killCallbackHost({ harness, sink, advance }: System): Promise<Fault> {
  await sink.setMode('dead');
  const partner = await harness.givenPartner();
  const { id } = await partner.createDispatch({
    name: 'observability',
    text: 'Hello',
    callbackUrl: sink.url,
    messages: [{ destination: '79161234567' }],
  });
  await partner.startDispatch(id);
  return {
    brokenAtMs: performance.now(),
    what: 'a callback host accepts no connections',
    alert: 'VolleyCallbackHostFailing',
    labels: { host: new URL(sink.url).host },
    mayFire: ['VolleyCallbackHostFailing'],
    heal: async () => {
      await sink.setMode('answer');
      await advance(RETRY_S);
    },
  };
}

/** A lock on a table that only the audit reads here, as a forgotten transaction of an operator would hold it. */
async function blockAudit({ harness }: System): Promise<Fault> {
  const locked = Promise.withResolvers<void>();
  const healed = Promise.withResolvers<void>();
  const session = withDatabase(harness.databaseUrl, async (client) => {
    await client.query('begin');
    await client.query('lock table mau_recipients in access exclusive mode');
    locked.resolve();
    await healed.promise;
    await client.query('rollback');
  });
  session.catch(locked.reject);
  await locked.promise;
  return {
    brokenAtMs: performance.now(),
    what: 'a lock keeps the audit from ending',
    alert: 'VolleyAuditStale',
    labels: {},
    mayFire: ['VolleyAuditStale', 'VolleyAuditSlow'],
    heal: async () => {
      healed.resolve();
      await session;
    },
  };
}
