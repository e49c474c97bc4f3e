import type { SubscriberChannel } from '@volley/domain/subscribers/subscriber-channel.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { BookName } from './subscriber.ts';

export async function insertBook(tx: Tx, companyId: number, { channelType, senderName }: BookName): Promise<void> {
  await tx.query(
    `insert into address_books (company_id, channel_type, sender_name, created_at)
     values ($1, $2, $3, $4)
     on conflict (company_id, channel_type, sender_name)
     do nothing`,
    [companyId, channelType, senderName, tx.now],
  );
}

/** Changes of one book wait for each other here. */
export async function lockBook(
  tx: Tx,
  companyId: number,
  { channelType, senderName }: BookName,
): Promise<number | undefined> {
  const rows = await tx.query<{ id: number }>(
    `select id
     from address_books
     where company_id = $1
       and channel_type = $2
       and sender_name = $3
     for update`,
    [companyId, channelType, senderName],
  );
  return rows[0]?.id;
}

export type Book = {
  readonly id: number;
  readonly channelType: SubscriberChannel;
  readonly senderName: string;
  /** Subscribers by status. */
  readonly active: number;
  readonly stopped: number;
  readonly gone: number;
};

const COLUMNS = `id, channel_type as "channelType", sender_name as "senderName", active, stopped, gone`;

export async function selectBook(tx: Tx, id: number): Promise<Book | undefined> {
  const rows = await tx.query<Book>(
    `select ${COLUMNS}
     from address_books
     where id = $1`,
    [id],
  );
  return rows[0];
}

/** Null: any channel, any sender name. */
export function selectBooks(
  tx: Tx,
  companyId: number,
  { channelTypes, senderNames }: { channelTypes: readonly string[] | null; senderNames: readonly string[] | null },
): Promise<Book[]> {
  return tx.query<Book>(
    `select ${COLUMNS}
     from address_books
     where company_id = $1
       and ($2::text[] is null or channel_type = any($2))
       and ($3::text[] is null or sender_name = any($3))
     order by id`,
    [companyId, channelTypes, senderNames],
  );
}
