// Rows of messages of the messaging API: few at a time and with columns of their own, so one statement with arrays and no
// COPY. Content can be heavy, so a statement is bounded by its weight: writing out forty megabytes in one piece would
// hold the event loop up.
import type { Tx } from '../../platform/database.ts';
import { inTurns } from '../../platform/in-turns.ts';

export type SendRow = {
  readonly id: string;
  readonly companyId: number;
  readonly dispatchId: number;
  readonly seq: number;
  readonly senderId: number;
  readonly destination: string;
  readonly amountMicros: bigint;
  readonly strand: number;
  readonly brandId: number;
  /** Null: not known. */
  readonly country: string | null;
  readonly parts: number;
  /** Null where it is that of the dispatch. */
  readonly text: string | null;
  readonly externalMessageId: string | null;
  readonly claimedTrafficType: string | null;
  readonly tags: readonly string[] | null;
  readonly templateId: number | null;
  readonly special: Readonly<Record<string, unknown>> | null;
  readonly cascade: readonly unknown[] | null;
  readonly cascadeRoot: string | null;
  readonly cascadeStep: number | null;
};

const CHARACTERS_MAX = 1_000_000;

/** With its objects as they are stored. */
type WrittenRow = Omit<SendRow, 'special' | 'cascade'> & {
  readonly special: string | null;
  readonly cascade: string | null;
};

export async function insertSendRows(tx: Tx, rows: readonly SendRow[]): Promise<void> {
  for (const portion of await portionsOf(rows)) await insertPortion(tx, portion);
}

async function portionsOf(rows: readonly SendRow[]): Promise<WrittenRow[][]> {
  const portions: WrittenRow[][] = [[]];
  let characters = 0;
  await inTurns(rows, (row) => {
    const written = { ...row, special: jsonOrNull(row.special), cascade: jsonOrNull(row.cascade) };
    const own = [row.text, written.special, written.cascade].reduce((sum, text) => sum + (text?.length ?? 0), 0);
    characters += own;
    if (characters > CHARACTERS_MAX && portions.at(-1)?.length !== 0) {
      portions.push([]);
      characters = own;
    }
    portions.at(-1)?.push(written);
  });
  return portions;
}

async function insertPortion(tx: Tx, rows: readonly WrittenRow[]): Promise<void> {
  await tx.planned(
    `insert into messages (id, company_id, account_id, dispatch_id, seq, sender_id, destination, amount_micros, created_at, strand, brand, parts, text,
       external_message_id, claimed_traffic_type, tags, template_id, special_content, cascade, cascade_root, cascade_step, country)
     select id, company_id, company_id, dispatch_id, seq, sender_id, destination, amount, $18, strand, brand, parts, text, external_id, claimed, tags::text[],
       template_id, special::jsonb, cascade::jsonb, root, step, country
     from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[], $6::bigint[], $7::bigint[], $8::smallint[], $9::smallint[], $10::smallint[],
       $11::text[], $12::text[], $13::text[], $14::text[], $15::int[], $16::text[], $17::text[], $19::uuid[], $20::smallint[], $21::text[])
       as u(id, company_id, dispatch_id, seq, sender_id, destination, amount, strand, brand, parts, text, external_id, claimed, tags, template_id,
         special, cascade, root, step, country)`,
    [
      rows.map((row) => row.id),
      rows.map((row) => row.companyId),
      rows.map((row) => row.dispatchId),
      rows.map((row) => row.seq),
      rows.map((row) => row.senderId),
      rows.map((row) => row.destination),
      rows.map((row) => row.amountMicros),
      rows.map((row) => row.strand),
      rows.map((row) => row.brandId),
      rows.map((row) => row.parts),
      rows.map((row) => row.text),
      rows.map((row) => row.externalMessageId),
      rows.map((row) => row.claimedTrafficType),
      rows.map((row) => (row.tags === null ? null : `{${row.tags.map((tag) => `"${tag}"`).join(',')}}`)),
      rows.map((row) => row.templateId),
      rows.map((row) => row.special),
      rows.map((row) => row.cascade),
      tx.now,
      rows.map((row) => row.cascadeRoot),
      rows.map((row) => row.cascadeStep),
      rows.map((row) => row.country),
    ],
  );
}

const jsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
