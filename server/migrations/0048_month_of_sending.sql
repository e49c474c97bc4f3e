-- Money belongs to the Europe/Moscow month in which a message is sent. A strand says in which month the reserve of its
-- unclaimed messages is, a batch the same of its own; null after the turn of a month means that nothing is reserved.
alter table strands
  add column month date,
  add column waiting_for text constraint strands_waiting_for_check check (waiting_for in ('budget', 'money'));

alter table batches
  add column month date,
  add column part_micros bigint,
  add column begun_at timestamptz;

-- What the dispatch's open messages have reserved now, without packages, and what its messages and packages have cost.
-- What the rest lacks that waits for money: with packages, and without.
alter table dispatches
  add column reserved_micros bigint not null default 0,
  add column spent_micros bigint not null default 0,
  add column lacking_micros bigint,
  add column lacking_own_micros bigint;

-- `turn`: a reserve goes from one month to another.
alter table ledger drop constraint ledger_kind;
alter table ledger add constraint ledger_kind check (kind in ('reserve', 'settle', 'package', 'correct', 'turn')) not valid;

update strands t
set month = d.reserved_month
from dispatches d
where d.id = t.dispatch_id
  and d.reserved_month is not null;

update batches b
set month = d.reserved_month,
  part_micros = t.part_micros,
  begun_at = b.in_flight_at
from dispatches d, strands t
where d.id = b.dispatch_id
  and t.dispatch_id = b.dispatch_id
  and t.strand = b.strand;

update dispatches d
set reserved_micros = l.reserved,
  spent_micros = l.spent
from (
  select dispatch_id, sum(reserved_micros - packages_micros) as reserved, sum(spent_micros) as spent
  from ledger
  where dispatch_id is not null
  group by dispatch_id) l
where l.dispatch_id = d.id;

-- Messages that are with an operator: their reserve goes to the month they were sent in.
create temporary table moved_reserves on commit drop as
select d.company_id, d.id as dispatch_id, d.reserved_month as from_month,
  date_trunc('month', m.sent_at at time zone 'Europe/Moscow')::date as to_month,
  sum(m.amount_micros) as micros
from dispatches d
join messages m on m.dispatch_id = d.id and m.id between d.first_message_id and d.last_message_id
where d.ended_at is null
  and m.status = 1
  and date_trunc('month', m.sent_at at time zone 'Europe/Moscow')::date <> d.reserved_month
group by 1, 2, 3, 4;

insert into company_months (company_id, month)
select distinct company_id, to_month
from moved_reserves
on conflict do nothing;

insert into ledger (company_id, month, dispatch_id, kind, messages, reserved_micros, spent_micros, created_at)
select company_id, from_month, dispatch_id, 'turn', 0, -micros, 0, now()
from moved_reserves
union all
select company_id, to_month, dispatch_id, 'turn', 0, micros, 0, now()
from moved_reserves;

update company_months m
set reserved_micros = m.reserved_micros + u.micros
from (
  select company_id, month, sum(micros) as micros
  from (
    select company_id, from_month as month, -micros as micros
    from moved_reserves
    union all
    select company_id, to_month, micros
    from moved_reserves) both_sides
  group by 1, 2) u
where u.company_id = m.company_id
  and u.month = m.month;

-- The version before cannot work with money that moves between months, with or without this column.
-- squawk-ignore ban-drop-column
alter table dispatches drop column reserved_month;

-- Strands and batches that the turn of a month has to move, and what waits for money.
create index strands_reserved on strands (month) where cursor_seq < last_seq;
create index strands_waiting_for_money on strands (company_id) where waiting_for is not null;
create index batches_reserved on batches (month) where state in (0, 2) and doubts = 0;
