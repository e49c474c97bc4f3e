import type { Database, Tx } from '../../platform/database/database.ts';

/** Runs before every sign-in, so it is a single statement by primary key without a transaction. */
export async function findSignIn(
  db: Database,
  { login, address, days }: { login: string; address: string; days: number },
): Promise<boolean> {
  const result = await db.pool.query({
    name: 'find-sign-in',
    text: `select 1
           from known_sign_ins
           where login = $1
             and address = $2
             and at > business_now() - $3 * interval '1 day'`,
    values: [login, address, days],
  });
  return result.rows.length > 0;
}

/** Writes at most once per day and address. True: the address is new. */
export async function insertSignIn(tx: Tx, login: string, address: string): Promise<boolean> {
  const rows = await tx.query<{ isNew: boolean }>(
    `insert into known_sign_ins as k (login, address, at)
     values ($1, $2, $3)
     on conflict (login, address)
     do update set at = $3
     where k.at < $3 - interval '1 day'
     returning xmax = 0 as "isNew"`,
    [login, address, tx.now],
  );
  return rows[0]?.isNew === true;
}

export async function deleteOldestSignIns(tx: Tx, login: string, keptMax: number): Promise<void> {
  await tx.query(
    `delete from known_sign_ins
     where login = $1
       and address in (
         select address
         from known_sign_ins
         where login = $1
         order by at desc, address
         offset $2
       )`,
    [login, keptMax],
  );
}

export async function deleteAgedSignIns(tx: Tx, days: number, atOnceMax: number): Promise<number> {
  const rows = await tx.query(
    `delete from known_sign_ins
     where (login, address) in (
       select login, address
       from known_sign_ins
       where at <= $1::timestamptz - $2 * interval '1 day'
       limit $3
     )
     returning 1`,
    [tx.now, days, atOnceMax],
  );
  return rows.length;
}
