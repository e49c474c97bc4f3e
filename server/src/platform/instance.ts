// A process registers with a lease in real time and renews it while it runs. Batches and links carry the id of their
// owner; when the lease lapses, any other process may claim them.
import { type Database, inTransaction } from './database/database.ts';
import { countLiveInstances, deleteDeadInstances, endInstanceLease, renewInstanceLease } from './instance.sql.ts';
import type { Logger } from './log.ts';

export type Instance = {
  /**
   * Number of the present lease. Undefined once it has lapsed, after a freeze or an outage: other processes may own the
   * batches and links. A lapsed lease stays lapsed: renewed too late, it has another number.
   */
  lease(): number | undefined;
  close(): Promise<void>;
};

/** `db`: connections of the renewals alone, so that they wait for no other work. */
export async function signIn(
  db: Database,
  log: Logger,
  { id, roles, leaseMs }: { id: string; roles: readonly string[]; leaseMs: number },
): Promise<Instance> {
  let lease = 0;
  let heldUntilMs = 0;
  const renew = async () => {
    const askedAtMs = performance.now();
    const wasHeld = await inTransaction(db, (tx) => renewInstanceLease(tx, { id, roles, leaseMs }));
    // Another process may have seen the former lease as over while the renewal was under way.
    if (!wasHeld || performance.now() >= heldUntilMs) lease += 1;
    heldUntilMs = askedAtMs + leaseMs;
  };
  await renew();
  const timer = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ err: error }, 'lease not renewed'));
  }, leaseMs / 4);
  return {
    lease: () => (performance.now() < heldUntilMs ? lease : undefined),
    close: async () => {
      clearInterval(timer);
      await inTransaction(db, (tx) => endInstanceLease(tx, id));
    },
  };
}

/** Number of live processes that run a role. */
export function countInstances(db: Database, role: string): Promise<number> {
  return inTransaction(db, (tx) => countLiveInstances(tx, role));
}

/** Removes the rows of processes whose lease ended an hour ago. */
export function forgetInstances(db: Database): Promise<void> {
  return inTransaction(db, deleteDeadInstances);
}
