import { must } from '@volley/domain/must.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

export type EntryRow = {
  company_id: number;
  company_name: string;
  destination: string;
  comment: string | null;
  created_at: Date;
};

export type EntryFilter = {
  readonly partnerId: number;
  readonly companyId: number | null;
  /** Digits within the number. */
  readonly digits: string | null;
  /** True: `digits` must be the whole number. */
  readonly whole: boolean;
  readonly comment: string | null;
};

const CHOSEN = `
     from blacklist b
     join companies c on c.id = b.company_id
     where c.partner_id = $1
       and ($2::int is null or c.id = $2)
       and (
         ($3::text is null and $4::text is null)
         or case when $5::boolean then b.destination::text = $3 else strpos(b.destination::text, $3) > 0 end
         or strpos(lower(b.comment), lower($4)) > 0
       )`;

const valuesOf = ({ partnerId, companyId, digits, comment, whole }: EntryFilter) => [
  partnerId,
  companyId,
  digits,
  comment,
  whole,
];

export async function countEntries(tx: Tx, filter: EntryFilter): Promise<number> {
  const rows = await tx.query<{ total: bigint }>(
    `select count(*) as total
     ${CHOSEN}`,
    valuesOf(filter),
  );
  return Number(must(rows[0], `number of blacklist entries of partner ${filter.partnerId}`).total);
}

export function selectEntries(tx: Tx, filter: EntryFilter, { limit, offset }: { limit: number; offset: number }) {
  return tx.query<EntryRow>(
    `select
       c.id as company_id,
       c.name as company_name,
       b.destination::text as destination,
       b.comment,
       b.created_at
     ${CHOSEN}
     order by b.created_at desc, b.company_id, b.destination
     limit $6
     offset $7`,
    [...valuesOf(filter), limit, offset],
  );
}

const newEntries = bulkColumns({ destination: 'bigint', comment: 'text' }, 3);

/** Returns the number of new entries. A known number keeps its comment unless the row has one. */
export async function upsertEntries(
  tx: Tx,
  companyId: number,
  rows: readonly { readonly destination: string; readonly comment: string | null }[],
): Promise<number> {
  const stored = await tx.query<{ added: bigint }>(
    `with u as (
       select n.destination, n.comment
       from ${newEntries.as('n')}
     ),
     added as (
       insert into blacklist (company_id, destination, comment, created_at)
       select $1, u.destination, u.comment, $2
       from u
       order by u.destination
       on conflict (company_id, destination)
       do nothing
       returning destination
     ),
     commented as (
       update blacklist b
       set comment = u.comment
       from u
       where b.company_id = $1
         and b.destination = u.destination
         and u.comment is not null
     )
     select count(*) as added
     from added`,
    [companyId, tx.now, ...newEntries.values(rows)],
  );
  return Number(must(stored[0], `number of new blacklist entries of company ${companyId}`).added);
}
