-- The life of a sender name after its registration, its monthly fee, and who must not be written to.

-- fee_due_month is the next calendar month (Europe/Moscow) to charge; null: nothing will be charged.
-- ended_at is when the name was closed or denied; its last month is still paid.
alter table senders
  add column fee_currency text,
  add column fee_due_month date,
  add column ended_at timestamptz;
create index senders_to_submit on senders (id) where status = 'DRAFT' and (common_type <> 'PROMO' or document_ids <> '{}');
create index senders_to_begin on senders (date_from) where status = 'AWAITING';
create index senders_to_close on senders (date_to) where date_to is not null and status not in ('DENIED', 'CLOSED');
create index senders_to_charge on senders (fee_due_month) where fee_due_month is not null;

-- One row per paid name and calendar month, outside the budget for messages. Append-only.
create table sender_fee_charges (
  sender_id integer not null references senders,
  company_id integer not null references companies,
  month date not null,
  value_micros bigint not null check (value_micros >= 0),
  currency text not null,
  created_at timestamptz not null,
  primary key (sender_id, month)
);
create index sender_fee_charges_of_company on sender_fee_charges (company_id, month);

-- Numbers a company must not write to, and those nobody on the platform may.
create table blacklist (
  company_id integer not null references companies,
  destination bigint not null,
  comment text,
  created_at timestamptz not null,
  primary key (company_id, destination)
);

create table blocked_numbers (
  destination bigint primary key,
  reason text,
  created_at timestamptz not null
);

-- Names nobody may send under; kept in small letters, so that Bank and BANK are one.
create table blocked_sender_names (
  name text primary key check (name = lower(name)),
  reason text,
  created_at timestamptz not null
);

-- What waits for a sender name or a company, found at once when it is free again.
create index strands_held on strands (company_id, sender_id) where held_since is not null;
create index batches_held on batches (company_id, sender_id) where held_since is not null;
