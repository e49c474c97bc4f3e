// Money of dispatches against their messages and the ledger.

/** Proves that the reserved and spent amounts of a dispatch equal the amounts of its messages. */
const DISPATCH_MONEY = `
select 'dispatch reserved and spent',
  d.id::text,
  d.reserved_micros || '/' || d.spent_micros,
  coalesce(o.open, 0) || '/' || coalesce(o.spent, 0)
from recent d
left join of_dispatch o on o.dispatch_id = d.id
where d.reserved_micros <> coalesce(o.open, 0)
  or d.spent_micros <> coalesce(o.spent, 0)`;

/** Proves that the ledger of a dispatch has, for every month, the amounts of the messages of that month. */
const DISPATCH_MONTHS = `
select 'dispatch in a month',
  coalesce(b.dispatch_id, o.dispatch_id) || ' ' || coalesce(b.month, o.month),
  coalesce(b.open, 0) || '/' || coalesce(b.spent, 0),
  coalesce(o.open, 0) || '/' || coalesce(o.spent, 0)
from booked_months b
full join money o on o.dispatch_id = b.dispatch_id
  and o.month = b.month
where coalesce(b.open, 0) <> coalesce(o.open, 0)
  or coalesce(b.spent, 0) <> coalesce(o.spent, 0)`;

/** Proves that the ledger settles every final message exactly once. */
const SETTLED_MESSAGES = `
select 'dispatch settled messages',
  d.id::text,
  b.settled::text,
  (c.delivered + c.failed)::text
from recent d
join counted c on c.dispatch_id = d.id
left join booked b on b.dispatch_id = d.id
where b.settled is distinct from c.delivered + c.failed`;

/** Proves that the ledger reserves every message of a dispatch exactly once. */
const RESERVED_ONCE = `
select 'dispatch reserved once',
  d.id::text,
  b.reserved_for::text,
  d.messages_total::text
from recent d
left join booked b on b.dispatch_id = d.id
where d.kind <> 'SEND'
  and b.reserved_for is distinct from d.messages_total`;

/** Proves that exactly the final messages have a price. */
const UNPRICED_MESSAGES = `
select 'final message without a price, or open one with',
  c.dispatch_id::text,
  c.unpriced::text,
  '0'
from counted c
where c.unpriced > 0`;

/** Proves that the price of a message is 0 or the amount due, and never above its reserve. */
const OVERPRICED_MESSAGES = `
select 'price above its reservation',
  c.dispatch_id::text,
  c.overpriced::text,
  '0'
from counted c
where c.overpriced > 0`;

export const DISPATCH_MONEY_CHECKS = [
  DISPATCH_MONEY,
  DISPATCH_MONTHS,
  SETTLED_MESSAGES,
  RESERVED_ONCE,
  UNPRICED_MESSAGES,
  OVERPRICED_MESSAGES,
];
