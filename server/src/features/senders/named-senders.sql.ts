import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Sender } from './sender.ts';
import { COLUMNS, TABLES } from './senders.sql.ts';

export type NameKey = { readonly channelType: string; readonly senderName: string };
export type NamedSender = Sender & { readonly registered: boolean };

const nameKeys = bulkColumns({ channelType: 'text', senderName: 'text' }, 2);

/** Every row of these names in any status, in the order of registration. */
export function selectNamed(tx: Tx, companyId: number, names: readonly NameKey[]) {
  return tx.planned<NamedSender>(
    `select ${COLUMNS}, s.registered
     ${TABLES}
     where s.company_id = $1
       and (s.channel_type, s.sender_name) in (
         select u.channel_type, u.sender_name
         from ${nameKeys.as('u')}
       )
     order by s.id`,
    [companyId, ...nameKeys.values(names)],
  );
}

const newNames = bulkColumns({ channelType: 'text', senderName: 'text' }, 3);

/** Rows for names used without registration. No operator has the brand ANY, so only these rows match it. */
export async function insertUnregistered(tx: Tx, companyId: number, names: readonly NameKey[]): Promise<void> {
  await tx.query(
    `insert into senders (
       company_id, channel_type, sender_name, common_type, brand, date_from, status, registered, created_at
     )
     select $1, u.channel_type, u.sender_name, 'COMMON', 'ANY', $2, 'APPROVED', false, $2
     from ${newNames.as('u')}
     on conflict do nothing`,
    [companyId, tx.now, ...newNames.values(names)],
  );
}

/** Rows for names that messages must not use. */
export async function insertBarred(tx: Tx, companyId: number, names: readonly NameKey[]): Promise<void> {
  await tx.query(
    `insert into senders (
       company_id, channel_type, sender_name, common_type, brand, date_from, status, suspended, registered,
       created_at
     )
     select $1, u.channel_type, u.sender_name, 'COMMON', 'ANY', $2, 'APPROVED', true, false, $2
     from ${newNames.as('u')}
     on conflict do nothing`,
    [companyId, tx.now, ...newNames.values(names)],
  );
}

/** Claims uses of the shared name within the day's limit; false if fewer are left. */
export async function claimSharedUses(
  tx: Tx,
  companyId: number,
  day: string,
  { uses, max }: { uses: number; max: number },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into shared_name_days as s (company_id, day, count)
     select $1::int, $2::date, $3::int
     where $3::int <= $4::int
     on conflict (company_id, day)
     do update set count = s.count + excluded.count
     where s.count + excluded.count <= $4::int
     returning count`,
    [companyId, day, uses, max],
  );
  return rows.length > 0;
}

export async function releaseSharedUses(tx: Tx, companyId: number, day: string, uses: number): Promise<void> {
  await tx.query(
    `update shared_name_days
     set count = count - $3
     where company_id = $1
       and day = $2`,
    [companyId, day, uses],
  );
}

export async function countSharedUses(tx: Tx, companyId: number, day: string): Promise<number> {
  const rows = await tx.query<{ count: number }>(
    `select count
     from shared_name_days
     where company_id = $1
       and day = $2`,
    [companyId, day],
  );
  return rows[0]?.count ?? 0;
}
