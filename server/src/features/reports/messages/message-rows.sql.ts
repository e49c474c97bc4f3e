// Columns of the message list: outbound messages and replies in one form, and the statement that adds the names.
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';

export type MessageListRow = {
  id: string;
  inbound: boolean;
  seq: number;
  company_id: number;
  company_name: string;
  dispatch_id: number | null;
  dispatch_name: string | null;
  channel_type: string;
  sender_name: string;
  destination: string;
  brand: number;
  text: string | null;
  parts: number;
  micros: bigint | null;
  status: number;
  error_code: number | null;
  external_id: string | null;
  created_at: Date;
  sent_at: Date | null;
  final_at: Date | null;
  read_at: Date | null;
};

export const SHOWN = `m.id,
    false as inbound,
    m.seq,
    m.company_id,
    coalesce(d.steps_of, d.id) as dispatch_id,
    case when d.steps_of is null then d.kind else 'MESSAGING' end as kind,
    case
      when d.steps_of is null then d.name
      else (select o.name from dispatches o where o.id = d.steps_of)
    end as dispatch_name,
    d.channel_type,
    m.sender_id,
    null as sender_name,
    m.destination,
    m.brand,
    coalesce(m.text, d.text) as text,
    m.parts,
    coalesce(m.price_micros, m.due_micros, m.amount_micros) + coalesce(m.package_micros, 0) as micros,
    m.status,
    m.error_code,
    m.external_message_id as external_id,
    m.created_at,
    m.sent_at,
    m.final_at,
    case when m.read_status = 1 then m.read_at end as read_at`;

export const SHOWN_INBOUND = `i.id,
    true as inbound,
    0 as seq,
    i.company_id,
    null::int as dispatch_id,
    null as kind,
    null as dispatch_name,
    i.channel_type,
    null::int as sender_id,
    i.sender_name,
    i.destination,
    0::smallint as brand,
    i.text,
    1::smallint as parts,
    null::bigint as micros,
    ${MESSAGE_STATUS_CODES.SENT}::smallint as status,
    null::smallint as error_code,
    null as external_id,
    i.created_at,
    i.sent_at,
    null::timestamptz as final_at,
    null::timestamptz as read_at`;

const READABLE = `select
    x.id,
    x.inbound,
    x.seq,
    x.company_id,
    c.name as company_name,
    case when x.kind = 'SEND' then null else x.dispatch_id end as dispatch_id,
    case when x.kind = 'SEND' then null else x.dispatch_name end as dispatch_name,
    x.channel_type,
    coalesce(x.sender_name, s.sender_name) as sender_name,
    x.destination::text as destination,
    x.brand,
    x.text,
    x.parts,
    x.micros,
    x.status,
    x.error_code,
    x.external_id,
    x.created_at,
    x.sent_at,
    x.final_at,
    x.read_at`;

export const ROWS = { out: SHOWN, in: SHOWN_INBOUND };
export const MARKS = { out: '1 as one', in: '1 as one' };

export const readable = (sql: string, end: string) => `${READABLE}
  from (${sql}) x
  join companies c on c.id = x.company_id
  left join senders s on s.id = x.sender_id
  ${end}`;
