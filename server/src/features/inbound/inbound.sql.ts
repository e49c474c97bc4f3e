import type { SenderStatus } from '@volley/domain/senders/sender-status.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { StoredInbound } from './inbound-message.ts';

type NameOwner = {
  readonly channelType: string;
  readonly senderName: string;
  readonly status: SenderStatus;
  readonly dateTo: Date | null;
  readonly companyId: number;
  readonly inboundEnabled: boolean;
  readonly defaultCenterId: number;
};

export type InboundName = { readonly channelType: string; readonly senderName: string };

const names = bulkColumns({ channelType: 'text', senderName: 'text' });

/** Oldest registration first. */
export function selectNameOwners(tx: Tx, wanted: readonly InboundName[]): Promise<NameOwner[]> {
  return tx.query<NameOwner>(
    `select
       s.channel_type as "channelType",
       s.sender_name as "senderName",
       s.status,
       s.date_to as "dateTo",
       c.id as "companyId",
       c.inbound_enabled as "inboundEnabled",
       t.id as "defaultCenterId"
     from ${names.as('u')}
     join senders s
       on s.channel_type = u.channel_type
      and s.sender_name = u.sender_name
     join companies c on c.id = s.company_id
     join traffic_centers t
       on t.company_id = c.id
      and t.is_default
     where s.registered
     order by s.id`,
    names.values(wanted),
  );
}

export type InboundRow = StoredInbound & { readonly linkId: number; readonly providerMessageId: string };

const inboundRows = bulkColumns(
  {
    id: 'uuid',
    companyId: 'int',
    linkId: 'int',
    providerMessageId: 'text',
    sentAt: 'timestamptz',
    channelType: 'text',
    trafficCenterId: 'int',
    senderName: 'text',
    destination: 'bigint',
    text: 'text',
    specialContent: 'text',
  },
  2,
);

/** Skips known messages. Returns the ids of the stored rows. */
export async function insertInbound(tx: Tx, rows: readonly InboundRow[]): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const stored = await tx.query<{ id: string }>(
    `insert into inbound_messages (
       id, company_id, link_id, provider_message_id, created_at, sent_at, channel_type,
       traffic_center_id, sender_name, destination, text, special_content
     )
     select
       id, company_id, link_id, provider_message_id, $1, sent_at, channel_type,
       traffic_center_id, sender_name, destination, text, special_content::jsonb
     from ${inboundRows.as('u')}
     on conflict (link_id, provider_message_id)
     do nothing
     returning id`,
    [
      tx.now,
      ...inboundRows.values(rows.map((row) => ({ ...row, specialContent: JSON.stringify(row.specialContent) }))),
    ],
  );
  return new Set(stored.map((row) => row.id));
}

const sessions = bulkColumns({
  companyId: 'int',
  senderName: 'text',
  destination: 'bigint',
  sentAt: 'timestamptz',
});

/** A session never ends earlier than before. Sorted rows: concurrent statements lock in one order. */
export async function upsertSessions(tx: Tx, rows: readonly InboundRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into inbound_windows (company_id, sender_name, destination, last_inbound_at)
     select company_id, sender_name, destination, max(sent_at)
     from ${sessions.as('u')}
     group by company_id, sender_name, destination
     order by company_id, sender_name, destination
     on conflict (company_id, sender_name, destination)
     do update set last_inbound_at = greatest(inbound_windows.last_inbound_at, excluded.last_inbound_at)`,
    sessions.values(rows),
  );
}

export type SessionKey = { readonly companyId: number; readonly senderName: string; readonly destination: string };

const sessionKeys = bulkColumns({ companyId: 'int', senderName: 'text', destination: 'bigint' }, 2);

/** Returns a value per key, in the order of the keys. */
export async function selectOpenSessions(tx: Tx, keys: readonly SessionKey[], since: Date): Promise<boolean[]> {
  const rows = await tx.query<{ open: boolean }>(
    `select w.last_inbound_at is not null as open
     from ${sessionKeys.withPosition('u', 'position')}
     left join inbound_windows w
       on w.company_id = u.company_id
      and w.sender_name = u.sender_name
      and w.destination = u.destination
      and w.last_inbound_at > $1
     order by u.position`,
    [since, ...sessionKeys.values(keys)],
  );
  return rows.map((row) => row.open);
}

export async function deleteSessionsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query('delete from inbound_windows where last_inbound_at <= $1', [before]);
}

/** Erases up to `limit` texts past the retention of their company. Returns their number. */
export async function eraseAgedTexts(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.query(
    `update inbound_messages
     set text = null, special_content = null
     where id in (
       select m.id
       from inbound_messages m
       join companies c on c.id = m.company_id
       where m.text is not null
         and c.text_retention_days is not null
         and m.created_at < $1::timestamptz - c.text_retention_days * interval '1 day'
       limit $2
     )
     returning 1`,
    [tx.now, limit],
  );
  return rows.length;
}

/** `tag` replaces the number. */
export async function eraseMessagesOf(tx: Tx, destination: number, tag: number): Promise<void> {
  await tx.query(
    `update inbound_messages
     set
       destination = $2,
       text = null,
       special_content = null
     where destination = $1`,
    [destination, tag],
  );
}

export async function deleteSessionsOf(tx: Tx, destination: number): Promise<void> {
  await tx.query('delete from inbound_windows where destination = $1', [destination]);
}
