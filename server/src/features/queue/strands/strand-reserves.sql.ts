import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type ReservableStrand = {
  strand: number;
  route: number;
  timezone: string;
  traffic_type: string;
  /** Null: the home country. */
  country: string | null;
  tariff_id: number;
  messages: number;
  parts: number;
  amount_micros: bigint;
  /** First day on which the sender name may be used. */
  date_from: Date | null;
};

export function selectReservableStrands(tx: Tx, dispatchId: number) {
  return tx.query<ReservableStrand>(
    `select t.strand,
       t.route,
       t.timezone,
       t.traffic_type,
       t.country,
       t.tariff_id,
       t.messages,
       t.parts,
       t.amount_micros,
       s.date_from
     from strands t
     left join senders s on s.id = t.sender_id
     where t.dispatch_id = $1
     order by t.strand`,
    [dispatchId],
  );
}

export type DraftStrand = {
  dispatch_id: number;
  route: number;
  timezone: string;
  date_from: Date | null;
  tariff_id: number;
  traffic_type: string;
  country: string | null;
  messages: number;
  parts: number;
};

export function selectDraftStrands(tx: Tx, dispatchIds: readonly number[]) {
  return tx.query<DraftStrand>(
    `select t.dispatch_id,
       t.route,
       t.timezone,
       s.date_from,
       t.tariff_id,
       t.traffic_type,
       t.country,
       t.messages,
       t.parts
     from strands t
     left join senders s on s.id = t.sender_id
     where t.dispatch_id = any($1::int[])`,
    [dispatchIds],
  );
}

export type StrandReserve = {
  readonly strand: number;
  /** Null where nothing is reserved. */
  readonly month: string | null;
  /** Null where messages are priced by their own amount. */
  readonly partMicros: bigint | null;
};

const reserves = bulkColumns({ strand: 'smallint', month: 'date', partMicros: 'bigint', tariffId: 'int' }, 2);
const SET_RESERVES = `
  update strands t
  set month = u.month,
    part_micros = u.part_micros,
    tariff_id = u.tariff_id
  from ${reserves.as('u')}
  where t.dispatch_id = $1
    and t.strand = u.strand`;

/** Runs at the start of a dispatch and also sets the tariff in force. */
export async function setReserves(
  tx: Tx,
  dispatchId: number,
  rows: readonly (StrandReserve & { readonly tariffId: number })[],
): Promise<void> {
  await tx.query(SET_RESERVES, [dispatchId, ...reserves.values(rows)]);
}
