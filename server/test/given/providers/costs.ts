// Prices of links, costs of messages, and the proof that the sums of the margin report add up to the messages.
import { expect } from 'vitest';
import type { Cell } from '../cell.ts';
import type { GivenStaff } from '../people/staff.ts';
import { until } from '../until.ts';

/** Processes read routes and rates again when theirs are two seconds old. */
const KNOWN_MS = 2_500;

export type GivenRoute = {
  readonly category?: string;
  readonly price: { readonly value: number; readonly currency: string };
};

export async function priceLink(cell: Cell, staff: GivenStaff, name: string, routes: readonly GivenRoute[]) {
  const [link] = await cell.sql<{ id: number }>('select id from operator_links where name = $1', [name]);
  const reply = await staff.ask('PUT', `/links/${link?.id}/routes`, { routes });
  expect([reply.status, reply.body]).toMatchObject([200, { items: routes }]);
  await untilPricesAreKnown();
}

export async function untilPricesAreKnown(): Promise<void> {
  const readAt = performance.now() + KNOWN_MS;
  await until('prices and rates are read again', () => performance.now() >= readAt);
}

/** As staff see it: the price for the client, the cost, and the link that took the message. */
export async function moneyOf(staff: GivenStaff, uuid: string): Promise<unknown> {
  const { body } = await staff.ask('GET', `/messages/${uuid}/trace`);
  const { price, cost, linkName } = body as { price: unknown; cost: unknown; linkName: unknown }; // checked by the client
  return { price, cost, linkName };
}

const DAY = `(m.sent_at at time zone 'Europe/Moscow')::date`;
const SENT = `from messages m
    join dispatches d on d.id = m.dispatch_id
    join partners p on p.id = d.partner_id
    where m.sent_at is not null`;
const RECOUNTED = `
  select day::text, company_id, link_id, channel_type, currency, sum(messages)::int as messages,
    sum(revenue)::bigint as revenue, sum(costed)::int as costed, sum(cost)::bigint as cost
  from (
    select ${DAY} as day, m.company_id, coalesce(m.link_id, 0) as link_id, d.channel_type, p.currency, 1 as messages,
      coalesce(m.price_micros, 0) + coalesce(m.package_micros, 0) as revenue, 0 as costed, 0 as cost
    ${SENT}
    union all
    select ${DAY}, m.company_id, coalesce(m.link_id, 0), d.channel_type, coalesce(m.cost_currency, p.currency), 0, 0,
      1, m.cost_micros
    ${SENT} and m.cost_micros is not null
  ) known
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5`;
const STORED = `
  select day::text, company_id, link_id, channel_type, currency, messages::int as messages, revenue_micros as revenue,
    costed::int as costed, cost_micros as cost
  from margin_days
  where messages <> 0 or revenue_micros <> 0 or costed <> 0 or cost_micros <> 0
  order by 1, 2, 3, 4, 5`;

/** The recorder may still be at work, so the sums may change while they are compared. */
export async function untilMarginsAddUp(cell: Cell): Promise<void> {
  await cell.settle();
  await until('the sums of the margin report add up to the messages', async () => {
    const [stored, recounted] = [await cell.sql(STORED), await cell.sql(RECOUNTED)];
    return stored.length > 0 && JSON.stringify(stored, asText) === JSON.stringify(recounted, asText);
  });
}

const asText = (_name: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
