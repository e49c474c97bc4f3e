import { countryPattern } from '@volley/domain/country.ts';
import type { Tx } from '../../platform/database.ts';
import type { MessageFilter, MessageOrder } from './message-filter.ts';

export type AccountMessageRow = {
  id: string;
  inbound: boolean;
  created_at: Date;
  sent_at: Date | null;
  final_at: Date | null;
  channel_type: string;
  sending_method: string | null;
  traffic_type: string | null;
  template_id: number | null;
  dispatch_id: number | null;
  external_message_id: string | null;
  traffic_center_id: number | null;
  sender_name: string;
  destination: string;
  brand: number;
  text: string | null;
  special_content: Record<string, unknown> | null;
  tags: string[] | null;
  ttl: number | null;
  hours: number[] | null;
  days: number[] | null;
  local_send_time: string | null;
  local_completion_time: string | null;
  use_local_time: boolean;
  short_url: boolean;
  callback_url: string | null;
  callback_events: string[];
  parts: number;
  micros: bigint | null;
  status: number;
  read_status: number | null;
  read_at: Date | null;
  cascade_root: string | null;
  cascade_step: number | null;
  error_code: number | null;
};

const wall = (column: string) => `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`;

const OUTBOUND = `select m.id, false as inbound, m.created_at, m.sent_at, m.final_at, d.channel_type, d.sending_method,
    coalesce(m.claimed_traffic_type, t.traffic_type) as traffic_type, m.template_id, case when d.kind = 'MESSAGING' then d.id end as dispatch_id,
    m.external_message_id, d.traffic_center_id, s.sender_name, m.destination::text as destination, m.brand, coalesce(m.text, d.text) as text,
    coalesce(m.special_content, d.special_content) as special_content, coalesce(m.tags, d.tags) as tags, d.lifetime_seconds as ttl,
    d.schedule_hours as hours, d.schedule_days as days, ${wall('d.local_send_time')} as local_send_time,
    ${wall('d.local_completion_time')} as local_completion_time, d.use_local_time, d.short_url, d.callback_url, d.callback_events, m.parts,
    coalesce(m.price_micros, m.due_micros, m.amount_micros) + coalesce(m.package_micros, 0) as micros, m.status, m.read_status, m.read_at,
    m.cascade_root, m.cascade_step, m.error_code
  from messages m join dispatches d on d.id = m.dispatch_id join senders s on s.id = m.sender_id
  join strands t on t.dispatch_id = m.dispatch_id and t.strand = m.strand`;

/** The same columns, by name too: it also stands alone. */
const INBOUND = `select i.id, true as inbound, i.created_at, i.sent_at, null::timestamptz as final_at, i.channel_type, null as sending_method,
    null as traffic_type, null::int as template_id, null::int as dispatch_id, null as external_message_id, i.traffic_center_id, i.sender_name,
    i.destination::text as destination, 0::smallint as brand, i.text, i.special_content, null::text[] as tags, null::int as ttl,
    null::smallint[] as hours, null::smallint[] as days, null as local_send_time, null as local_completion_time, false as use_local_time,
    false as short_url, null as callback_url, '{}'::text[] as callback_events, 1::smallint as parts, null::bigint as micros,
    1::smallint as status, null::smallint as read_status, null::timestamptz as read_at, null::uuid as cascade_root,
    null::smallint as cascade_step, null::smallint as error_code
  from inbound_messages i`;

const ORDERS: Readonly<Record<MessageOrder, string>> = {
  created_time: 'id',
  '-created_time': 'id desc',
  sent_time: 'sent_at nulls last, id',
  '-sent_time': 'sent_at desc nulls last, id desc',
  status_time: 'coalesce(final_at, sent_at, created_at), id',
  '-status_time': 'coalesce(final_at, sent_at, created_at) desc, id desc',
};

/** The most that one selection can reach. */
export const REACHED_MAX = 10_000;

class Conditions {
  readonly values: unknown[];
  readonly #parts: string[] = [];

  /** Values may be shared with the conditions of another part of the same statement. */
  constructor(values: unknown[] = []) {
    this.values = values;
  }

  /** Each `$` stands for the next value, the last one also for those that are left. */
  add(sql: string, ...values: readonly unknown[]): void {
    const first = this.values.length + 1;
    let at = 0;
    this.values.push(...values);
    this.#parts.push(sql.replaceAll('$', () => `$${first + Math.min(at++, values.length - 1)}`));
  }

  say(sql: string): void {
    this.#parts.push(sql);
  }

  get where(): string {
    return this.#parts.map((part) => `(${part})`).join(' and ');
  }
}

const STATES: Readonly<Record<string, string>> = {
  sending: 'm.status = 0',
  sent: 'm.status = 1',
  delivered: 'm.status = 2',
  undelivered: 'm.status = 3 and m.sent_at is not null',
  unsent: 'm.status = 3 and m.sent_at is null',
  inbound_sent: 'false',
};

/** In flight, or perhaps with the operator: too late to be stopped for sure. */
const UNDER_WAY = `exists (select from (
    select b.* from batches b where b.dispatch_id = m.dispatch_id and b.strand = m.strand and b.to_seq >= m.seq order by b.to_seq limit 1) b
  where b.from_seq <= m.seq and (b.state = 1 or b.waiting_for = 'doubt'))`;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function outboundConditions(conditions: Conditions, accountId: number, filter: MessageFilter): void {
  conditions.add('m.account_id = $', accountId);
  const any = (sql: string, values: readonly unknown[] | undefined) => {
    if (values !== undefined) conditions.add(sql, values);
  };
  const sentOrUnsent = 'coalesce(m.sent_at, case when m.status = 3 then m.final_at end)';
  if (filter.timeFrom !== undefined) conditions.add(`${sentOrUnsent} >= $`, filter.timeFrom);
  if (filter.timeTo !== undefined) conditions.add(`${sentOrUnsent} <= $`, filter.timeTo);
  if (filter.messageUuids !== undefined) {
    const uuids = filter.messageUuids.filter((value) => UUID.test(value));
    conditions.add('m.id = any($::uuid[]) or m.external_message_id = any($::text[])', uuids, filter.messageUuids);
  }
  any('m.external_message_id = any($::text[])', filter.externalMessageIds);
  any("d.id = any($::int[]) and d.kind = 'MESSAGING'", filter.dispatchIds);
  any('m.destination = any($::bigint[])', filter.destinations);
  any('d.traffic_center_id = any($::int[])', filter.trafficCenterIds);
  any('coalesce(m.tags, d.tags) && $::text[]', filter.tags);
  any('d.sending_method = any($::text[])', filter.sendingMethods);
  any('d.channel_type = any($::text[])', filter.channelTypes);
  any('coalesce(m.claimed_traffic_type, t.traffic_type) = any($::text[])', filter.trafficTypes);
  any('m.template_id = any($::int[])', filter.templateIds);
  any('s.sender_name = any($::text[])', filter.senderNames);
  for (const text of filter.content ?? [])
    conditions.add('strpos(lower(coalesce(m.text, d.text)), lower($)) > 0', text);
  for (const text of filter.contentNor ?? [])
    conditions.add('strpos(lower(coalesce(m.text, d.text)), lower($)) = 0', text);
  if (filter.status !== undefined) conditions.say(filter.status.map((one) => `(${STATES[one]})`).join(' or '));
  if (filter.cascadeRoot !== undefined) conditions.add('m.cascade_root = $', filter.cascadeRoot);
  if (filter.root !== undefined) conditions.say(`coalesce(m.cascade_step, 1) ${filter.root ? '=' : '>'} 1`);
  if (filter.readyToStop === true) conditions.say(`m.status = 0 and d.status <> 'CREATED' and not ${UNDER_WAY}`);
  if (filter.countryCodes !== undefined)
    conditions.add('m.destination::text ~ $', countryPattern(filter.countryCodes) ?? '(?!)');
  if (filter.dispatch !== undefined) conditions.say(`d.kind ${filter.dispatch ? '=' : '<>'} 'MESSAGING'`);
}

/** Filters that only outbound messages can match leave no inbound ones. */
function inboundConditions(conditions: Conditions, accountId: number, filter: MessageFilter): void {
  conditions.add('i.company_id = $', accountId);
  if (filter.timeFrom !== undefined) conditions.add('i.sent_at >= $', filter.timeFrom);
  if (filter.timeTo !== undefined) conditions.add('i.sent_at <= $', filter.timeTo);
  if (filter.messageUuids !== undefined)
    conditions.add(
      'i.id = any($::uuid[])',
      filter.messageUuids.filter((value) => UUID.test(value)),
    );
  if (filter.destinations !== undefined) conditions.add('i.destination = any($::bigint[])', filter.destinations);
  if (filter.trafficCenterIds !== undefined)
    conditions.add('i.traffic_center_id = any($::int[])', filter.trafficCenterIds);
  if (filter.channelTypes !== undefined) conditions.add('i.channel_type = any($::text[])', filter.channelTypes);
  if (filter.senderNames !== undefined) conditions.add('i.sender_name = any($::text[])', filter.senderNames);
  for (const text of filter.content ?? []) conditions.add('strpos(lower(i.text), lower($)) > 0', text);
  for (const text of filter.contentNor ?? []) conditions.add('strpos(lower(i.text), lower($)) = 0', text);
  if (filter.countryCodes !== undefined)
    conditions.add('i.destination::text ~ $', countryPattern(filter.countryCodes) ?? '(?!)');
  const outboundOnly = [
    filter.externalMessageIds,
    filter.dispatchIds,
    filter.tags,
    filter.sendingMethods,
    filter.trafficTypes,
    filter.templateIds,
    filter.cascadeRoot,
    filter.dispatch,
  ];
  const isOther = filter.status !== undefined && !filter.status.includes('inbound_sent');
  if (isOther || filter.readyToStop === true || filter.root === false || outboundOnly.some((one) => one !== undefined))
    conditions.say('false');
}

function selectionOf(accountId: number, filter: MessageFilter): { sql: string; values: unknown[] } {
  const conditions = new Conditions();
  const parts: string[] = [];
  if (filter.directions.includes('outbound')) {
    outboundConditions(conditions, accountId, filter);
    parts.push(`${OUTBOUND} where ${conditions.where}`);
  }
  if (filter.directions.includes('inbound')) {
    const inbound = new Conditions(conditions.values);
    inboundConditions(inbound, accountId, filter);
    parts.push(`${INBOUND} where ${inbound.where}`);
  }
  return { sql: parts.map((part) => `(${part})`).join(' union all '), values: conditions.values };
}

export async function selectAccountMessages(
  tx: Tx,
  accountId: number,
  filter: MessageFilter,
  page: { limit: number; offset: number },
): Promise<{ total: number; rows: AccountMessageRow[] }> {
  const { sql, values } = selectionOf(accountId, filter);
  const counted = await tx.query<{ total: number }>(
    `select count(*)::int as total from (select 1 from (${sql}) chosen limit ${REACHED_MAX}) reached`,
    values,
  );
  const total = counted[0]?.total ?? 0;
  if (page.offset >= total) return { total, rows: [] };
  const rows = await tx.query<AccountMessageRow>(
    `select * from (${sql}) chosen order by ${ORDERS[filter.order]} limit ${page.limit} offset ${page.offset}`,
    values,
  );
  return { total, rows };
}

export async function selectAccountMessage(
  tx: Tx,
  accountId: number,
  id: string,
): Promise<AccountMessageRow | undefined> {
  const rows = await tx.query<AccountMessageRow>(
    `${OUTBOUND} where m.id = $2 and m.account_id = $1 union all ${INBOUND} where i.id = $2 and i.company_id = $1`,
    [accountId, id],
  );
  return rows[0];
}
