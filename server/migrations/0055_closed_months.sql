-- A month of a company is closed when its messages are final, at the latest three days after its end, and never changes
-- again. What changes later is entered in the month in which it becomes known, names the closed month and, where it is
-- about one, the message, and is no use of a budget: `late_micros` is the sum of what such rows cost.
alter table company_months
  add column closed_at timestamptz,
  add column late_micros bigint not null default 0;

alter table ledger
  add column late_of date,
  add column message_id uuid;

create function refuse_changing_closed_month() returns trigger language plpgsql as $$
begin
  raise exception 'month % of company % is closed', old.month, old.company_id;
end $$;

create trigger closed_months_stay
  before update or delete on company_months
  for each row
  when (old.closed_at is not null)
  execute function refuse_changing_closed_month();

create index company_months_open on company_months (month) where closed_at is null;
create index ledger_late on ledger (company_id, late_of) where late_of is not null;
