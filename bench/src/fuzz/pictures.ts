// Pictures of what a partner owns: two equal ones mean that nothing was changed in between. Every worker of
// the fuzzer is a partner of its own, so a picture is exact while others go on.
import type pg from 'pg';

const OF_COMPANY = [
  'senders',
  'documents',
  'company_months',
  'ledger',
  'blacklist',
  'callback_endpoints',
  'wallets',
  'sender_fee_charges',
];
const OF_DISPATCH = ['strands', 'messages'];
const OF_PARTNER = ['companies', 'dispatches', 'idempotency_keys', 'partner_tokens'];

const digestOf = (table: string, where: string): string =>
  `(select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) from ${table} t where ${where})`;

const PICTURE = `select concat_ws(' ', ${[
  ...OF_PARTNER.map((table) => digestOf(table, 't.partner_id = $1')),
  ...OF_DISPATCH.map((table) => digestOf(table, 't.dispatch_id in (select id from dispatches where partner_id = $1)')),
  ...OF_COMPANY.map((table) => digestOf(table, 't.company_id in (select id from companies where partner_id = $1)')),
].join(', ')}) as picture`;

/** Everything that belongs to this partner. */
export async function pictureOf(client: pg.Pool, partnerId: number): Promise<string> {
  const { rows } = await client.query<{ picture: string }>(PICTURE, [partnerId]);
  return rows[0]?.picture ?? '';
}

/** Tables that no partner's request may change at all. */
export async function pictureOfReference(client: pg.Pool): Promise<string> {
  const tables = [
    'countries',
    'tariffs',
    'tariff_prices',
    'sender_fees',
    'price_lists',
    'partners',
    'operator_links',
    'blocked_numbers',
    'blocked_sender_names',
    'feature_switches',
    'staff',
    'sandbox_clock',
  ];
  const { rows } = await client.query<{ picture: string }>(
    `select concat_ws(' ', ${tables.map((table) => digestOf(table, 'true')).join(', ')}) as picture`,
  );
  return rows[0]?.picture ?? '';
}
