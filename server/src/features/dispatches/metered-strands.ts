// Strands whose price depends on volume. From its start on, such a strand has `part_micros`: what was reserved
// for a part. A message's own amount is brought to it when the message leaves CREATED.
import type { Tx } from '../../platform/database.ts';

export type MeteredStrand = {
  strand: number;
  route: number;
  tariff_id: number;
  model: 'SCALED' | 'MAU';
  messages: number;
  parts: number;
  amount_micros: bigint;
};

export function selectStrandsByVolume(tx: Tx, dispatchId: number) {
  return tx.query<MeteredStrand>(
    `select t.strand, t.route, t.tariff_id, f.pricing_model as model, t.messages, t.parts, t.amount_micros
     from strands t join tariffs f on f.id = t.tariff_id where t.dispatch_id = $1 and f.pricing_model <> 'FIXED' order by t.strand`,
    [dispatchId],
  );
}

export async function setPartPrices(
  tx: Tx,
  dispatchId: number,
  rows: readonly { strand: number; partMicros: bigint }[],
): Promise<void> {
  await tx.query(
    `update strands t set part_micros = u.part_micros from unnest($2::smallint[], $3::bigint[]) as u(strand, part_micros)
     where t.dispatch_id = $1 and t.strand = u.strand`,
    [dispatchId, rows.map((row) => row.strand), rows.map((row) => row.partMicros)],
  );
}

/** What it takes to price the messages of a started strand. */
export type Metering = {
  readonly dispatchId: number;
  readonly strand: number;
  readonly companyId: number;
  readonly route: number;
  readonly month: string;
  readonly model: 'SCALED' | 'MAU';
  readonly tariffId: number;
  readonly partMicros: bigint;
};

const COLUMNS = `t.dispatch_id as "dispatchId", t.strand, t.company_id as "companyId", t.route, d.reserved_month::text as month,
  f.pricing_model as model, t.tariff_id as "tariffId", t.part_micros as "partMicros"`;
const JOINED = 'join dispatches d on d.id = t.dispatch_id join tariffs f on f.id = t.tariff_id';

export async function meteringOfBatches(tx: Tx, batchIds: readonly string[]): Promise<Map<string, Metering>> {
  const rows = await tx.query<Metering & { batchId: string }>(
    `select b.id as "batchId", ${COLUMNS} from batches b join strands t on t.dispatch_id = b.dispatch_id and t.strand = b.strand ${JOINED}
     where b.id = any($1::uuid[]) and t.part_micros is not null`,
    [batchIds],
  );
  return new Map(rows.map(({ batchId, ...metering }) => [batchId, metering]));
}

export async function meteringOfMessages(tx: Tx, messageIds: readonly string[]): Promise<Map<string, Metering>> {
  const rows = await tx.query<Metering & { messageId: string }>(
    `select m.id as "messageId", ${COLUMNS} from messages m join strands t on t.dispatch_id = m.dispatch_id and t.strand = m.strand ${JOINED}
     where m.id = any($1::uuid[]) and t.part_micros is not null`,
    [messageIds],
  );
  return new Map(rows.map(({ messageId, ...metering }) => [messageId, metering]));
}

/** In the order they were asked for; undefined where the price is fixed. */
export async function meteringOfStrands(
  tx: Tx,
  wanted: readonly { readonly dispatchId: number; readonly strand: number }[],
): Promise<(Metering | undefined)[]> {
  const rows = await tx.query<Metering>(
    `select ${COLUMNS} from strands t ${JOINED}
     where (t.dispatch_id, t.strand) in (select * from unnest($1::int[], $2::smallint[])) and t.part_micros is not null`,
    [wanted.map(({ dispatchId }) => dispatchId), wanted.map(({ strand }) => strand)],
  );
  const known = new Map(rows.map((metering) => [`${metering.dispatchId}|${metering.strand}`, metering]));
  return wanted.map(({ dispatchId, strand }) => known.get(`${dispatchId}|${strand}`));
}

export async function addHandedOver(
  tx: Tx,
  rows: readonly { dispatchId: number; strand: number; messages: number }[],
): Promise<void> {
  await tx.query(
    `update strands t set handed_over = t.handed_over + u.messages
     from unnest($1::int[], $2::smallint[], $3::int[]) as u(dispatch_id, strand, messages) where t.dispatch_id = u.dispatch_id and t.strand = u.strand`,
    [rows.map((row) => row.dispatchId), rows.map((row) => row.strand), rows.map((row) => row.messages)],
  );
}
