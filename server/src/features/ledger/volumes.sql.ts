import { arrayLiteral } from '../../platform/array-literal.ts';
import type { Tx } from '../../platform/database.ts';

export type VolumeModel = 'SCALED' | 'MAU';
export type VolumeKey = { companyId: number; brand: number; month: string; model: VolumeModel };

const KEYS = 'unnest($1::int[], $2::smallint[], $3::date[], $4::text[]) as k(company_id, brand, month, model)';
const OF_KEY = 'v.company_id = k.company_id and v.brand = k.brand and v.month = k.month';

const valuesOf = (keys: readonly VolumeKey[]): unknown[] => [
  keys.map((key) => key.companyId),
  keys.map((key) => key.brand),
  keys.map((key) => key.month),
  keys.map((key) => key.model),
];

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
    `select p.price_list_id, (select count(*)::int from tariffs) as tariffs, v.brand, v.model, v.count,
       (select coalesce(sum(r.waiting), 0)::int from package_reserves r
        where v.model = 'MAU' and r.company_id = v.company_id and r.brand = v.brand and r.month = v.month) as waiting
     from partners p left join volume_counters v on v.company_id = $2 and v.month = $3 where p.id = $1`,
    [partnerId, companyId, month],
  );
}

export async function ensureCounters(tx: Tx, keys: readonly VolumeKey[]): Promise<void> {
  await tx.query(
    `insert into volume_counters (company_id, brand, month, model)
     select k.company_id, k.brand, k.month, k.model from ${KEYS} order by 1, 2, 3, 4 on conflict do nothing`,
    valuesOf(keys),
  );
}

/** In one order for everybody, so that two who need several never wait for each other. */
export function lockCounters(tx: Tx, keys: readonly VolumeKey[]) {
  return tx.planned<{ company_id: number; brand: number; month: string; model: VolumeModel; count: number }>(
    `select v.company_id, v.brand, v.month::text as month, v.model, v.count from volume_counters v join ${KEYS} on ${OF_KEY} and v.model = k.model
     order by v.company_id, v.brand, v.month, v.model for update of v`,
    valuesOf(keys),
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

/** Guarded by the lock on the counter. */
export function selectReserves(tx: Tx, keys: readonly VolumeKey[]) {
  return tx.planned<ReserveRow>(
    `select v.company_id, v.brand, v.month::text as month, v.tariff_id, v.waiting, v.reserved_micros
     from package_reserves v join ${KEYS} on ${OF_KEY} and k.model = 'MAU' order by v.tariff_id`,
    valuesOf(keys),
  );
}

export async function updateCounters(tx: Tx, rows: readonly (VolumeKey & { count: number })[]): Promise<void> {
  await tx.planned(
    `update volume_counters v set count = u.count
     from unnest($1::int[], $2::smallint[], $3::date[], $4::text[], $5::int[]) as u(company_id, brand, month, model, count)
     where v.company_id = u.company_id and v.brand = u.brand and v.month = u.month and v.model = u.model`,
    [...valuesOf(rows), rows.map((row) => row.count)],
  );
}

export async function upsertReserves(
  tx: Tx,
  rows: readonly (VolumeKey & { tariffId: number; waiting: number; reservedMicros: bigint })[],
): Promise<void> {
  await tx.planned(
    `insert into package_reserves as p (company_id, brand, month, tariff_id, waiting, reserved_micros)
     select * from unnest($1::int[], $2::smallint[], $3::date[], $4::int[], $5::int[], $6::bigint[])
     on conflict (company_id, brand, month, tariff_id) do update set waiting = excluded.waiting, reserved_micros = excluded.reserved_micros`,
    [
      ...valuesOf(rows).slice(0, 3),
      rows.map((row) => row.tariffId),
      rows.map((row) => row.waiting),
      rows.map((row) => row.reservedMicros),
    ],
  );
}

export type MauRecipient = { companyId: number; month: string; brand: number; destination: string };

/** Remembers recipients of a month; returns those it did not know. */
export function insertRecipients(tx: Tx, rows: readonly MauRecipient[]) {
  return tx.planned<{ company_id: number; month: string; brand: number; destinations: string[] }>(
    `with fresh as (
       insert into mau_recipients (company_id, month, brand, destination)
       select distinct * from unnest($1::int[], $2::date[], $3::smallint[], $4::bigint[]) as u order by 1, 2, 3, 4
       on conflict do nothing returning company_id, month, brand, destination)
     select company_id, month::text as month, brand, array_agg(destination::text) as destinations from fresh group by 1, 2, 3`,
    [
      arrayLiteral(rows.map((row) => row.companyId)),
      arrayLiteral(rows.map((row) => row.month)),
      arrayLiteral(rows.map((row) => row.brand)),
      arrayLiteral(rows.map((row) => row.destination)),
    ],
  );
}
