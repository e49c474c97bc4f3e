import type { SenderStatus } from '@volley/domain/sender-status.ts';
import type { Tx } from '../../platform/database.ts';
import type { StoredInbound } from './inbound-message.ts';

type NameOwner = {
  readonly senderName: string;
  readonly status: SenderStatus;
  readonly dateTo: Date | null;
  readonly companyId: number;
  readonly inboundEnabled: boolean;
  readonly defaultCenterId: number;
};

/** The oldest first. */
export function selectNameOwners(tx: Tx, names: readonly string[]): Promise<NameOwner[]> {
  return tx.query<NameOwner>(
    `select s.sender_name as "senderName", s.status, s.date_to as "dateTo", c.id as "companyId",
            c.inbound_enabled as "inboundEnabled", t.id as "defaultCenterId"
       from senders s
       join companies c on c.id = s.company_id
       join traffic_centers t on t.company_id = c.id and t.is_default
      where s.channel_type = 'WHATSAPP' and s.registered and s.sender_name = any($1::text[])
      order by s.id`,
    [names],
  );
}

export type InboundRow = StoredInbound & { readonly linkId: number; readonly providerMessageId: string };

/** The ids of the rows that were not there before. */
export async function insertInbound(tx: Tx, rows: readonly InboundRow[]): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const stored = await tx.query<{ id: string }>(
    `insert into inbound_messages (id, company_id, link_id, provider_message_id, created_at, sent_at, channel_type,
                                   traffic_center_id, sender_name, destination, text, special_content)
     select id, company_id, link_id, provider_message_id, $1, sent_at, channel_type, traffic_center_id, sender_name,
            destination, text, special_content
       from unnest($2::uuid[], $3::int[], $4::int[], $5::text[], $6::timestamptz[], $7::text[], $8::int[], $9::text[],
                   $10::bigint[], $11::text[], $12::jsonb[])
         as u(id, company_id, link_id, provider_message_id, sent_at, channel_type, traffic_center_id, sender_name,
              destination, text, special_content)
     on conflict (link_id, provider_message_id) do nothing returning id`,
    [
      tx.now,
      rows.map((row) => row.id),
      rows.map((row) => row.companyId),
      rows.map((row) => row.linkId),
      rows.map((row) => row.providerMessageId),
      rows.map((row) => row.sentAt),
      rows.map((row) => row.channelType),
      rows.map((row) => row.trafficCenterId),
      rows.map((row) => row.senderName),
      rows.map((row) => row.destination),
      rows.map((row) => row.text),
      rows.map((row) => JSON.stringify(row.specialContent)),
    ],
  );
  return new Set(stored.map((row) => row.id));
}

/** A window only ever moves forward; rows are locked in one order. */
export async function openWindows(tx: Tx, rows: readonly InboundRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into inbound_windows (company_id, sender_name, destination, last_inbound_at)
     select company_id, sender_name, destination, max(at)
       from unnest($1::int[], $2::text[], $3::bigint[], $4::timestamptz[]) as u(company_id, sender_name, destination, at)
      group by company_id, sender_name, destination order by company_id, sender_name, destination
     on conflict (company_id, sender_name, destination) do update
       set last_inbound_at = greatest(inbound_windows.last_inbound_at, excluded.last_inbound_at)`,
    [
      rows.map((row) => row.companyId),
      rows.map((row) => row.senderName),
      rows.map((row) => row.destination),
      rows.map((row) => row.sentAt),
    ],
  );
}

export type WindowKey = { readonly companyId: number; readonly senderName: string; readonly destination: string };

/** One value per key, in their order. */
export async function selectOpenWindows(tx: Tx, keys: readonly WindowKey[], since: Date): Promise<boolean[]> {
  const rows = await tx.query<{ open: boolean }>(
    `select w.last_inbound_at is not null as open
       from unnest($1::int[], $2::text[], $3::bigint[]) with ordinality as u(company_id, sender_name, destination, at)
       left join inbound_windows w on w.company_id = u.company_id and w.sender_name = u.sender_name
         and w.destination = u.destination and w.last_inbound_at > $4
      order by u.at`,
    [keys.map((key) => key.companyId), keys.map((key) => key.senderName), keys.map((key) => key.destination), since],
  );
  return rows.map((row) => row.open);
}

export async function deleteWindowsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query('delete from inbound_windows where last_inbound_at <= $1', [before]);
}

/** Removes up to `limit` texts that are older than their company keeps texts; returns how many. */
export async function removeAgedTexts(tx: Tx, limit: number): Promise<number> {
  const rows = await tx.query(
    `update inbound_messages set text = null, special_content = null where id in (
       select m.id from inbound_messages m join companies c on c.id = m.company_id
        where m.text is not null and c.text_retention_days is not null
          and m.created_at < $1::timestamptz - c.text_retention_days * interval '1 day' limit $2)
     returning 1`,
    [tx.now, limit],
  );
  return rows.length;
}

/** In the number's place stands the tag of its erasure. */
export async function eraseNumber(tx: Tx, destination: number, tag: number): Promise<void> {
  await tx.query(
    'update inbound_messages set destination = $2, text = null, special_content = null where destination = $1',
    [destination, tag],
  );
  await tx.query('delete from inbound_windows where destination = $1', [destination]);
}
