// Rows of messages of the messaging API: few at a time and with more columns, so one statement with arrays instead of
// COPY. The characters per statement are limited: writing out forty megabytes at once would block the event loop.
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';
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
  /** Null: unknown. */
  readonly country: string | null;
  readonly parts: number;
  /** Null: the text of the dispatch. */
  readonly text: string | null;
  readonly externalMessageId: string | null;
  readonly claimedTrafficType: string | null;
  readonly tags: readonly string[] | null;
  readonly templateId: number | null;
  readonly special: Readonly<Record<string, unknown>> | null;
  readonly cascade: readonly unknown[] | null;
  readonly cascadeRoot: string | null;
  readonly cascadeStep: number | null;
  readonly verificationId: string | null;
};

const CHARACTERS_MAX = 1_000_000;

/** Tags as an array literal, objects as JSON. */
type WrittenRow = Omit<SendRow, 'tags' | 'special' | 'cascade'> & {
  readonly tags: string | null;
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
    const written = {
      ...row,
      tags: tagsOrNull(row.tags),
      special: jsonOrNull(row.special),
      cascade: jsonOrNull(row.cascade),
    };
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

const sendColumns = bulkColumns(
  {
    id: 'uuid',
    companyId: 'int',
    dispatchId: 'int',
    seq: 'int',
    senderId: 'int',
    destination: 'bigint',
    amountMicros: 'bigint',
    strand: 'smallint',
    brandId: 'smallint',
    parts: 'smallint',
    text: 'text',
    externalMessageId: 'text',
    claimedTrafficType: 'text',
    tags: 'text',
    templateId: 'int',
    special: 'text',
    cascade: 'text',
    cascadeRoot: 'uuid',
    cascadeStep: 'smallint',
    country: 'text',
    verificationId: 'uuid',
  },
  2,
);
const INSERT_SEND_ROWS = `insert into messages (
       id, company_id, account_id, dispatch_id, seq, sender_id, destination, amount_micros, created_at,
       strand, brand, parts, text, external_message_id, claimed_traffic_type, tags, template_id,
       special_content, cascade, cascade_root, cascade_step, country, verification_id)
     select
       id, company_id, company_id, dispatch_id, seq, sender_id, destination, amount_micros, $1,
       strand, brand_id, parts, text, external_message_id, claimed_traffic_type, tags::text[], template_id,
       special::jsonb, cascade::jsonb, cascade_root, cascade_step, country, verification_id
     from ${sendColumns.as('u')}`;

async function insertPortion(tx: Tx, rows: readonly WrittenRow[]): Promise<void> {
  await tx.planned(INSERT_SEND_ROWS, [tx.now, ...sendColumns.values(rows)]);
}

const tagsOrNull = (tags: readonly string[] | null): string | null =>
  tags === null ? null : `{${tags.map((tag) => `"${tag}"`).join(',')}}`;

const jsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
