// Metered strands: their messages are priced by volume, or by a price that is newer than the message. Such a strand and
// its batches have `part_micros`, the amount reserved per part. The amount of a message is corrected when it leaves
// CREATED.
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** Pricing of messages by volume, or by a fixed price that changed between creation and start of the dispatch. */
export type Metering = {
  readonly dispatchId: number;
  readonly strand: number;
  readonly companyId: number;
  readonly brand: number;
  /** The month of the reserve; null without a reserve. */
  readonly month: string | null;
  readonly model: 'FIXED' | 'SCALED' | 'MAU';
  readonly tariffId: number;
  readonly partMicros: bigint;
};

/** The reserve of a message in status CREATED, and the time at which its batch was marked in flight. */
export type Reserve = {
  readonly month: string | null;
  readonly begunAt: Date | null;
  /** The link of its batch; only of a single message. */
  readonly linkId?: number | null;
  readonly metering: Metering | undefined;
};

type ReserveRow = Omit<Metering, 'partMicros'> & {
  id: string;
  begunAt: Date | null;
  linkId?: number | null;
  partMicros: bigint | null;
};

const STRAND_COLUMNS = `
       t.dispatch_id as "dispatchId",
       t.strand,
       t.company_id as "companyId",
       t.route as brand,
       f.pricing_model as model,
       t.tariff_id as "tariffId"`;

function reserveOf(row: ReserveRow): Reserve {
  const { dispatchId, strand, companyId, brand, month, model, tariffId, begunAt, linkId = null, partMicros } = row;
  const own = { dispatchId, strand, companyId, brand, month, model, tariffId };
  return { month, begunAt, linkId, metering: partMicros === null ? undefined : { ...own, partMicros } };
}

export async function reservesOfBatches(tx: Tx, batchIds: readonly string[]): Promise<Map<string, Reserve>> {
  if (batchIds.length === 0) return new Map();
  const rows = await tx.planned<ReserveRow>(
    `select b.id,
       b.month::text as month,
       b.begun_at as "begunAt",
       b.part_micros as "partMicros",
       ${STRAND_COLUMNS}
     from batches b
     join strands t on t.dispatch_id = b.dispatch_id
       and t.strand = b.strand
     left join tariffs f on f.id = t.tariff_id
     where b.id = any($1::uuid[])`,
    [batchIds],
  );
  return new Map(rows.map((row) => [row.id, reserveOf(row)]));
}

/** SQL: joins the batch `b` of the message `m` of the strand `t`; null while the message is unclaimed. */
export const batchOfMessage = `
     left join lateral (
       select o.id, o.from_seq, o.month, o.part_micros, o.begun_at,
         coalesce(o.doubt_link_id, o.link_id) as link_id
       from batches o
       where o.dispatch_id = m.dispatch_id
         and o.strand = m.strand
         and o.to_seq >= m.seq
         and m.seq <= t.cursor_seq
       order by o.to_seq
       limit 1
     ) b on b.from_seq <= m.seq`;

export async function reservesOfMessages(tx: Tx, messageIds: readonly string[]): Promise<Map<string, Reserve>> {
  if (messageIds.length === 0) return new Map();
  const rows = await tx.query<ReserveRow>(
    `select m.id,
       (case when b.id is null then t.month else b.month end)::text as month,
       b.begun_at as "begunAt",
       b.link_id as "linkId",
       case when b.id is null then t.part_micros else b.part_micros end as "partMicros",
       ${STRAND_COLUMNS}
     from messages m
     join strands t on t.dispatch_id = m.dispatch_id
       and t.strand = m.strand
     left join tariffs f on f.id = t.tariff_id
     ${batchOfMessage}
     where m.id = any($1::uuid[])`,
    [messageIds],
  );
  return new Map(rows.map((row) => [row.id, reserveOf(row)]));
}

type StrandReserve = {
  readonly dispatchId: number;
  readonly strand: number;
  readonly month: string | null;
  readonly partMicros: bigint | null;
};

const strandIds = bulkColumns({ dispatchId: 'int', strand: 'smallint' });
const SELECT_METERING = `
  select ${STRAND_COLUMNS}
  from strands t
  join tariffs f on f.id = t.tariff_id
  where (t.dispatch_id, t.strand) in (select * from ${strandIds.as('u')})`;

/** In the order of `wanted`; undefined where messages have their own amounts. */
export async function meteringOfStrands(tx: Tx, wanted: readonly StrandReserve[]): Promise<(Metering | undefined)[]> {
  const metered = wanted.filter(({ partMicros }) => partMicros !== null);
  if (metered.length === 0) return wanted.map(() => undefined);
  const rows = await tx.query<Omit<Metering, 'month' | 'partMicros'>>(SELECT_METERING, strandIds.values(metered));
  const known = new Map(rows.map((row) => [`${row.dispatchId}|${row.strand}`, row]));
  return wanted.map(({ dispatchId, strand, month, partMicros }) => {
    const row = known.get(`${dispatchId}|${strand}`);
    return row === undefined || partMicros === null ? undefined : { ...row, month, partMicros };
  });
}

const handedOver = bulkColumns({ dispatchId: 'int', strand: 'smallint', messages: 'int' });
const ADD_HANDED_OVER = `
  update strands t
  set handed_over = t.handed_over + u.messages
  from ${handedOver.as('u')}
  where t.dispatch_id = u.dispatch_id
    and t.strand = u.strand`;

export async function addHandedOver(
  tx: Tx,
  rows: readonly { dispatchId: number; strand: number; messages: number }[],
): Promise<void> {
  await tx.planned(ADD_HANDED_OVER, handedOver.values(rows));
}
