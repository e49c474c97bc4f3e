import type { Tx } from '../../platform/database.ts';
import type { Sender } from './sender.ts';
import { SELECT } from './senders.sql.ts';

export type NameKey = { readonly channelType: string; readonly senderName: string };
export type NamedSender = Sender & { readonly registered: boolean };

const selectWithRegistration = SELECT.replace('s.description,', 's.registered, s.description,');

/** Every row of these names, whatever its state, in the order of registration. */
export function selectNamed(tx: Tx, companyId: number, names: readonly NameKey[]) {
  return tx.planned<NamedSender>(
    `${selectWithRegistration} where s.company_id = $1
       and (s.channel_type, s.sender_name) in (select * from unnest($2::text[], $3::text[])) order by s.id`,
    [companyId, names.map((name) => name.channelType), names.map((name) => name.senderName)],
  );
}

/** A row for names that are used without registration. Brand ANY is no operator's, so nothing but them matches it. */
export async function insertUnregistered(tx: Tx, companyId: number, names: readonly NameKey[]): Promise<void> {
  await tx.query(
    `insert into senders (company_id, channel_type, sender_name, common_type, brand, date_from, status, registered, created_at)
     select $1, u.channel_type, u.sender_name, 'COMMON', 'ANY', $4, 'APPROVED', false, $4
     from unnest($2::text[], $3::text[]) as u(channel_type, sender_name) on conflict do nothing`,
    [companyId, names.map((name) => name.channelType), names.map((name) => name.senderName), tx.now],
  );
}

/** A row for names that messages name but must not use. */
export async function insertBarred(tx: Tx, companyId: number, names: readonly NameKey[]): Promise<void> {
  await tx.query(
    `insert into senders (company_id, channel_type, sender_name, common_type, brand, date_from, status, suspended, registered, created_at)
     select $1, u.channel_type, u.sender_name, 'COMMON', 'ANY', $4, 'APPROVED', true, false, $4
     from unnest($2::text[], $3::text[]) as u(channel_type, sender_name) on conflict do nothing`,
    [companyId, names.map((name) => name.channelType), names.map((name) => name.senderName), tx.now],
  );
}

/** Takes places under the day's limit of a shared name; false when there are not so many left. */
export async function takeSharedUses(tx: Tx, companyId: number, day: string, uses: number, max: number) {
  const rows = await tx.query(
    `insert into shared_name_days as s (company_id, day, count) select $1::int, $2::date, $3::int where $3::int <= $4::int
     on conflict (company_id, day) do update set count = s.count + excluded.count where s.count + excluded.count <= $4::int returning count`,
    [companyId, day, uses, max],
  );
  return rows.length > 0;
}

export async function giveBackSharedUses(tx: Tx, companyId: number, day: string, uses: number): Promise<void> {
  await tx.query('update shared_name_days set count = count - $3 where company_id = $1 and day = $2', [
    companyId,
    day,
    uses,
  ]);
}

export async function countSharedUses(tx: Tx, companyId: number, day: string): Promise<number> {
  const rows = await tx.query<{ count: number }>(
    'select count from shared_name_days where company_id = $1 and day = $2',
    [companyId, day],
  );
  return rows[0]?.count ?? 0;
}
