// One process of a cell does a task that needs no second one. The lease is a row; the holder measures it by its own
// monotonic clock from before it asked, so its belief ends before another process can get the lease.
import { type Database, inTransaction, type Tx } from '../database/database.ts';
import { claimLeadership, endLeadership, lockLeadership } from './leadership.sql.ts';

export type Leadership = {
  /** Claims or renews the lease. False: another process has it. */
  claim(): Promise<boolean>;
  /** False once the lease has lapsed, even if this process was frozen or cut off meanwhile. */
  isHeld(): boolean;
  /** True: no other process has claimed since, and none can until the transaction ends. */
  confirm(tx: Tx): Promise<boolean>;
  /** Lets another process claim at once. If the database does not answer, it can claim when the lease lapses. */
  leave(): Promise<void>;
};

type Options = { readonly name: string; readonly owner: string; readonly leaseMs: number };

export function openLeadership(db: Database, { name, owner, leaseMs }: Options): Leadership {
  let heldUntilMs = Number.NEGATIVE_INFINITY;
  return {
    claim: async () => {
      const askedAtMs = performance.now();
      const isOurs = await inTransaction(db, (tx) => claimLeadership(tx, { name, owner, leaseMs }));
      heldUntilMs = isOurs ? askedAtMs + leaseMs : Number.NEGATIVE_INFINITY;
      return isOurs;
    },
    isHeld: () => performance.now() < heldUntilMs,
    confirm: (tx) => lockLeadership(tx, name, owner),
    leave: async () => {
      heldUntilMs = Number.NEGATIVE_INFINITY;
      await inTransaction(db, (tx) => endLeadership(tx, name, owner)).catch(() => undefined);
    },
  };
}
