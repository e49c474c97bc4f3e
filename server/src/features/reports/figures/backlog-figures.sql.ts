// Backlogs, read every five seconds. A statement reads at most COUNTED_MAX rows of a backlog, oldest first: the age is
// exact, and a larger count says no more to the reader of an alarm.
import type { Tx } from '../../../platform/database/database.ts';

const COUNTED_MAX = 10_000;
const TARGETS_MAX = 1_000;
const HOSTS_MAX = 20;

/** SQL: rows to count. */
const firstOf = (rows: string) => `(select from ${rows} limit ${COUNTED_MAX}) r`;

/**
 * SQL: seconds since the oldest row was due, 0 without one. A policy keeps PostgreSQL from taking `min` from an index.
 */
const sinceOldest = (table: string) =>
  `coalesce((select extract(epoch from $1 - due_at) from ${table} order by due_at limit 1), 0)::float8`;

export type ReceiptFigures = {
  readonly waiting: number;
  readonly oldestSeconds: number;
  readonly unmatched: number;
};

/** `tries = 4`: all tries are used up, the message may still become known for a week. */
export async function selectReceipts(tx: Tx): Promise<ReceiptFigures> {
  const [row] = await tx.planned<ReceiptFigures>(
    `select
       (select count(*) from ${firstOf('receipts where tries = 0')})::integer as waiting,
       coalesce((
         select extract(epoch from clock_timestamp() - due_at)
         from receipts
         where tries = 0
         order by due_at
         limit 1), 0)::float8 as "oldestSeconds",
       (select count(*) from ${firstOf('receipts where tries = 4')})::integer as unmatched`,
  );
  return row ?? { waiting: 0, oldestSeconds: 0, unmatched: 0 };
}

export type CallbackFigures = { readonly api: string; readonly events: number; readonly oldestSeconds: number };

/** In the order of the primary key, which is the order of time. */
export function selectCallbacks(tx: Tx): Promise<CallbackFigures[]> {
  const sums = `coalesce(sum(count), 0)::float8 as events,
       coalesce(extract(epoch from $1 - min(coalesce(first_try_at, next_try_at))), 0)::float8 as "oldestSeconds"`;
  const oldest = (table: string, condition: string) => `(
       select count, first_try_at, next_try_at
       from ${table}
       where ${condition}
       order by id
       limit ${COUNTED_MAX}) w`;
  return tx.planned<CallbackFigures>(
    `select 'partner' as api, ${sums}
     from ${oldest('callback_batches', 'true')}
     union all
     select 'messaging', ${sums}
     from ${oldest('callback_ranges', 'next_try_at is not null')}`,
    [tx.now],
  );
}

export type FailingHost = { readonly host: string; readonly seconds: number; readonly targets: number };

const HOST = String.raw`substring(url from '^[a-z]+://(?:[^/?#@]*@)?([^/?#]+)')`;

/** Reads `callback_endpoints_failing`: the targets that have failed for longest, and of them the hosts. */
export function selectFailingHosts(tx: Tx): Promise<FailingHost[]> {
  return tx.planned<FailingHost>(
    `select
       coalesce(${HOST}, 'unknown') as host,
       extract(epoch from $1 - min(failing_since))::float8 as seconds,
       count(*)::integer as targets
     from (
       select url, failing_since
       from callback_endpoints
       where failing_since is not null
       order by failing_since
       limit ${TARGETS_MAX}) f
     group by 1
     order by 2 desc`,
    [tx.now],
  );
}

/** Hosts that get a series. */
export const shownHosts = (hosts: readonly FailingHost[]): readonly FailingHost[] => hosts.slice(0, HOSTS_MAX);

export type InboxFigures = { readonly rows: number; readonly oldestId: bigint | null };

export async function selectInbox(tx: Tx): Promise<InboxFigures> {
  const [row] = await tx.planned<InboxFigures>(
    `select
       (select count(*) from ${firstOf('event_inbox')})::integer as rows,
       (select min(id) from event_inbox) as "oldestId"`,
  );
  return row ?? { rows: 0, oldestId: null };
}

export type DueFigures = { readonly cascadeSeconds: number; readonly planSeconds: number };

export async function selectDueSteps(tx: Tx): Promise<DueFigures> {
  const [row] = await tx.planned<DueFigures>(
    `select
       ${sinceOldest('cascade_due')} as "cascadeSeconds",
       ${sinceOldest('verification_plans')} as "planSeconds"`,
    [tx.now],
  );
  return row ?? { cascadeSeconds: 0, planSeconds: 0 };
}
