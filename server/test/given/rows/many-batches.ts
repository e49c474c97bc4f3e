// Batches in numbers that show which rows a statement reads.
import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import type { Tx } from '../../../src/platform/database/database.ts';
import { type Place, statement } from './statement.ts';

/** Adds this number of copies of each batch in doubt. */
export async function copyDoubts(place: Place, copies: number): Promise<void> {
  await statement(
    place,
    `insert into batches
     select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid()))).*
     from batches b
     cross join generate_series(1, $1::int)
     where b.waiting_for = 'doubt'`,
    [copies],
  );
}

/** Batches of the company's strands that the operator has, behind all messages that wait. */
export async function givenSubmittedBatches(place: Place, companyId: number, count: number): Promise<void> {
  await insertBatches(place, companyId, count, 'handedOver');
}

/** A batch per strand of the company that waits for the connector of the first link. */
export async function givenUnclaimedBatch(place: Place, companyId: number): Promise<void> {
  await insertBatches(place, companyId, 1, 'claimed');
}

async function insertBatches(
  place: Place,
  companyId: number,
  count: number,
  state: 'handedOver' | 'claimed',
): Promise<void> {
  await statement(
    place,
    `insert into batches (id, company_id, dispatch_id, strand, sender_id, from_seq, to_seq, first_message_id,
       last_message_id, count, link_id, lane, traffic_type, state, expires_at)
     select gen_random_uuid(), t.company_id, t.dispatch_id, t.strand, t.sender_id, 9999 + at, 9999 + at,
       gen_random_uuid(), gen_random_uuid(), 1, 1, 1, 'PROMO', $3, 'infinity'
     from strands t
     cross join generate_series(1, $2::int) at
     where t.company_id = $1`,
    [companyId, count, BATCH_STATES[state]],
  );
}

/** Rows of the table that this transaction has read, with every repetition. */
export async function rowsRead(tx: Tx, table: string): Promise<number> {
  const [row] = await tx.query<{ rows: number }>(
    'select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = $1',
    [table],
  );
  return row?.rows ?? 0;
}
