import type { Tx } from '../database/database.ts';

type Claim = { readonly name: string; readonly owner: string; readonly leaseMs: number };

/**
 * True: the lease is ours for `leaseMs` from now. A lease that lasts longer than any holder asks for was written before
 * the clock of the database stepped back; it counts as lapsed.
 */
export async function claimLeadership(tx: Tx, { name, owner, leaseMs }: Claim): Promise<boolean> {
  const rows = await tx.query<{ owner: string }>(
    `insert into leaderships as l (name, owner, lease_until)
     values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
     on conflict (name)
     do update set owner = excluded.owner,
       lease_until = excluded.lease_until
     where l.owner = excluded.owner
       or l.lease_until <= clock_timestamp()
       or l.lease_until > clock_timestamp() + $3 * interval '1 millisecond'
     returning owner`,
    [name, owner, leaseMs],
  );
  return rows.length > 0;
}

/** True: the lease is the owner's. The row is locked, so no claim of another process succeeds before the end. */
export async function lockLeadership(tx: Tx, name: string, owner: string): Promise<boolean> {
  const rows = await tx.query(
    `select
     from leaderships
     where name = $1
       and owner = $2
     for update`,
    [name, owner],
  );
  return rows.length > 0;
}

export async function endLeadership(tx: Tx, name: string, owner: string): Promise<void> {
  await tx.query(
    `update leaderships
     set lease_until = clock_timestamp()
     where name = $1
       and owner = $2`,
    [name, owner],
  );
}
