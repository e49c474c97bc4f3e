// A process signs in with a lease in real time and renews it while it lives. Batches and links carry the
// id of their owner; when the lease lapses, what the owner held is anybody's.
import { type Database, inTransaction, type Tx } from './database.ts';
import type { Logger } from './log.ts';

export type Instance = {
  /** False after a freeze or an outage that outlasted the lease: others may have taken what this process held. */
  holdsLease(): boolean;
  close(): Promise<void>;
};

export async function signIn(
  db: Database,
  log: Logger,
  { id, roles, leaseMs }: { id: string; roles: readonly string[]; leaseMs: number },
): Promise<Instance> {
  let heldUntilMs = 0;
  const renew = async () => {
    const askedAtMs = performance.now();
    await inTransaction(db, (tx) =>
      tx.query(
        `insert into instances (id, roles, lease_until) values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
         on conflict (id) do update set lease_until = excluded.lease_until`,
        [id, roles, leaseMs],
      ),
    );
    heldUntilMs = askedAtMs + leaseMs;
  };
  await renew();
  const timer = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ err: error }, 'lease not renewed'));
  }, leaseMs / 4);
  return {
    holdsLease: () => performance.now() < heldUntilMs,
    close: async () => {
      clearInterval(timer);
      await inTransaction(db, (tx) =>
        tx.query('update instances set lease_until = clock_timestamp() where id = $1', [id]),
      );
    },
  };
}

/** How many live processes run a role. */
export async function countInstances(db: Database, role: string): Promise<number> {
  const rows = await inTransaction(db, (tx) =>
    tx.query<{ count: bigint }>(
      'select count(*) as count from instances where $1 = any(roles) and lease_until > clock_timestamp()',
      [role],
    ),
  );
  return Number(rows[0]?.count ?? 0n);
}

/** Rows of processes that are long gone. */
export async function forgetInstances(db: Database): Promise<void> {
  await inTransaction(db, (tx) =>
    tx.query(`delete from instances where lease_until < clock_timestamp() - interval '1 hour'`),
  );
}

/** After the database's clock stepped back: no process counts as alive for longer than one that signs in now. */
export async function capInstanceLeases(tx: Tx, leaseMs: number): Promise<void> {
  await tx.query(
    `update instances
     set lease_until = clock_timestamp() + $1 * interval '1 millisecond'
     where lease_until > clock_timestamp() + $1 * interval '1 millisecond'`,
    [leaseMs],
  );
}
