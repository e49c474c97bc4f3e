import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';

export type VolumeModel = 'SCALED' | 'MAU';
export type VolumeKey = { companyId: number; brand: number; month: string; model: VolumeModel };

const counterKeys = bulkColumns({ companyId: 'int', brand: 'smallint', month: 'date', model: 'text' });
const counters = bulkColumns({ companyId: 'int', brand: 'smallint', month: 'date', model: 'text', count: 'int' });
const packageReserves = bulkColumns({
  companyId: 'int',
  brand: 'smallint',
  month: 'date',
  tariffId: 'int',
  waiting: 'int',
  reservedMicros: 'bigint',
});
const recipients = bulkColumns({ companyId: 'int', month: 'date', brand: 'smallint', destination: 'bigint' });

type TermsRow = {
  price_list_id: number;
  tariffs: number;
  brand: number | null;
  model: VolumeModel;
  count: number;
  waiting: number;
};

/** The price list of the partner and the company's volumes of the month, in one round trip. */
export function selectTerms(tx: Tx, partnerId: number, companyId: number, month: string) {
  return tx.planned<TermsRow>(
    `select
       p.price_list_id,
       (select count(*)::int from tariffs) as tariffs,
       v.brand,
       v.model,
       v.count,
       (
         select coalesce(sum(r.waiting), 0)::int
         from package_reserves r
         where v.model = 'MAU'
           and r.company_id = v.company_id
           and r.brand = v.brand
           and r.month = v.month) as waiting
     from partners p
     left join volume_counters v on v.company_id = $2
       and v.month = $3
     where p.id = $1`,
    [partnerId, companyId, month],
  );
}

export async function ensureCounters(tx: Tx, keys: readonly VolumeKey[]): Promise<void> {
  await tx.query(
    `insert into volume_counters (company_id, brand, month, model)
     select k.company_id, k.brand, k.month, k.model
     from ${counterKeys.as('k')}
     order by k.company_id, k.brand, k.month, k.model
     on conflict do nothing`,
    counterKeys.values(keys),
  );
}

/** Locks in key order, which prevents deadlocks. */
export function lockCounters(tx: Tx, keys: readonly VolumeKey[]) {
  return tx.planned<{ company_id: number; brand: number; month: string; model: VolumeModel; count: number }>(
    `select v.company_id, v.brand, v.month::text as month, v.model, v.count
     from volume_counters v
     join ${counterKeys.as('k')} on v.company_id = k.company_id
       and v.brand = k.brand
       and v.month = k.month
       and v.model = k.model
     order by v.company_id, v.brand, v.month, v.model
     for update of v`,
    counterKeys.values(keys),
  );
}

type ReserveRow = {
  company_id: number;
  brand: number;
  month: string;
  tariff_id: number;
  waiting: number;
  reserved_micros: bigint;
};

/** The lock of the counter protects these rows. */
export function selectReserves(tx: Tx, keys: readonly VolumeKey[]) {
  return tx.planned<ReserveRow>(
    `select v.company_id, v.brand, v.month::text as month, v.tariff_id, v.waiting, v.reserved_micros
     from package_reserves v
     join ${counterKeys.as('k')} on v.company_id = k.company_id
       and v.brand = k.brand
       and v.month = k.month
       and k.model = 'MAU'
     order by v.tariff_id`,
    counterKeys.values(keys),
  );
}

export async function updateCounters(tx: Tx, rows: readonly (VolumeKey & { count: number })[]): Promise<void> {
  await tx.planned(
    `update volume_counters v
     set count = u.count
     from ${counters.as('u')}
     where v.company_id = u.company_id
       and v.brand = u.brand
       and v.month = u.month
       and v.model = u.model`,
    counters.values(rows),
  );
}

export async function upsertReserves(
  tx: Tx,
  rows: readonly (VolumeKey & { tariffId: number; waiting: number; reservedMicros: bigint })[],
): Promise<void> {
  await tx.planned(
    `insert into package_reserves as p (${packageReserves.names})
     select *
     from ${packageReserves.as('u')}
     on conflict (company_id, brand, month, tariff_id)
     do update set waiting = excluded.waiting, reserved_micros = excluded.reserved_micros`,
    packageReserves.values(rows),
  );
}

export type MauRecipient = { companyId: number; month: string; brand: number; destination: string };

/** Stores recipients of a month; returns those that are new. */
export function insertRecipients(tx: Tx, rows: readonly MauRecipient[]) {
  return tx.planned<{ company_id: number; month: string; brand: number; destinations: string[] }>(
    `with fresh as (
       insert into mau_recipients (${recipients.names})
       select distinct *
       from ${recipients.as('u')}
       order by company_id, month, brand, destination
       on conflict do nothing
       returning company_id, month, brand, destination)
     select company_id, month::text as month, brand, array_agg(destination::text) as destinations
     from fresh
     group by company_id, fresh.month, brand`,
    recipients.values(rows),
  );
}
