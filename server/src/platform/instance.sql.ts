// Leases of the running processes, in real time.
import { must } from '@volley/domain/must.ts';
import type { Tx } from './database/database.ts';

/**
 * False: the lease had lapsed, or this is the first one. The former lease is read in the snapshot before the change.
 */
export async function renewInstanceLease(
  tx: Tx,
  { id, roles, leaseMs }: { readonly id: string; readonly roles: readonly string[]; readonly leaseMs: number },
): Promise<boolean> {
  const rows = await tx.planned<{ wasHeld: boolean }>(
    `with former as (
       select lease_until > clock_timestamp() as held
       from instances
       where id = $1
     )
     insert into instances (id, roles, lease_until)
     values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
     on conflict (id)
     do update set lease_until = excluded.lease_until
     returning exists (select from former where held) as "wasHeld"`,
    [id, roles, leaseMs],
  );
  return must(rows[0], 'the renewed lease').wasHeld;
}

export async function endInstanceLease(tx: Tx, id: string): Promise<void> {
  await tx.query(
    `update instances
     set lease_until = clock_timestamp()
     where id = $1`,
    [id],
  );
}

export async function countLiveInstances(tx: Tx, role: string): Promise<number> {
  const rows = await tx.query<{ count: bigint }>(
    `select count(*) as count
     from instances
     where $1 = any(roles)
       and lease_until > clock_timestamp()`,
    [role],
  );
  return Number(must(rows[0], 'the count of instances').count);
}

export async function deleteDeadInstances(tx: Tx): Promise<void> {
  await tx.query(
    `delete from instances
     where lease_until < clock_timestamp() - interval '1 hour'`,
  );
}

/** After the database's clock stepped back: no lease lasts longer than one that is renewed now. */
export async function capInstanceLeases(tx: Tx, leaseMs: number): Promise<void> {
  await tx.query(
    `update instances
     set lease_until = clock_timestamp() + $1 * interval '1 millisecond'
     where lease_until > clock_timestamp() + $1 * interval '1 millisecond'`,
    [leaseMs],
  );
}
