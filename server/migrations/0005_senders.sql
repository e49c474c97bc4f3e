-- Documents, sender names, blacklists, templates.

create function record_sender_move() returns trigger language plpgsql as $$ begin
    insert into sender_moves (sender_id, company_id, at, status, suspended, comment)
      values (new.id, new.company_id, business_now(), new.status, new.suspended,
        case when tg_op = 'UPDATE' and new.suspended and not old.suspended then new.suspend_reason
          when tg_op = 'UPDATE' and new.status <> old.status then new.manager_comment end);
    return null;
  end $$;

create table documents (
  id uuid primary key,
  company_id integer not null references companies,
  filename text not null,
  media_type text not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png')),
  size_bytes integer not null check (size_bytes > 0),
  sha256 bytea not null,
  created_at timestamptz not null
);
create index documents_of_company on documents (company_id, created_at, id);
alter table documents enable row level security;
alter table documents force row level security;
create policy of_partner on documents
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Uploads in progress. The row is written before the first byte is stored and deleted by the transaction that creates
-- the document, so every file of a dead process is known by name. Real time, not business time.
create table document_uploads (
  id uuid primary key,
  started_at timestamptz not null default clock_timestamp(),
  abandoned boolean not null default false
);

create table senders (
  id integer primary key generated always as identity,
  company_id integer not null references companies,
  sender_name text not null,
  channel_type text not null,
  common_type text not null,
  brand text not null,
  country_id integer not null default 1 references countries,
  date_from timestamptz not null,
  date_to timestamptz,
  status text not null default 'DRAFT',
  suspended boolean not null default false,
  suspend_reason text,
  fee_micros bigint,
  manager_comment text,
  rejected_at timestamptz,
  description text,
  document_ids uuid[] not null default '{}'::uuid[],
  created_at timestamptz not null,
  -- fee_due_month: the next calendar month (Europe/Moscow) to charge; null: no further charge. ended_at: when the name
  -- was closed or denied; its last month is still charged.
  fee_currency text,
  fee_due_month date,
  ended_at timestamptz,
  -- False: an unregistered name, used where that is allowed; stored so that messages have a sender, never listed.
  registered boolean not null default true
);
create index senders_of_company on senders (company_id, id);
create unique index senders_live_names on senders (company_id, channel_type, brand, sender_name)
  where status <> ALL (array['REJECTED', 'DENIED', 'CLOSED']);
create index senders_to_submit on senders (id)
  where status = 'DRAFT' and (common_type <> 'PROMO' or (document_ids <> '{}'::uuid[]));
create index senders_to_begin on senders (date_from) where status = 'AWAITING';
create index senders_to_close on senders (date_to)
  where date_to is not null and (status <> ALL (array['DENIED', 'CLOSED']));
create index senders_to_charge on senders (fee_due_month) where fee_due_month is not null;
-- Finds the owner of a name that a subscriber wrote to.
create index senders_whatsapp on senders (sender_name) where channel_type = 'WHATSAPP';
alter table senders enable row level security;
alter table senders force row level security;
create policy of_partner on senders
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
create trigger record_birth after insert on senders
  for each row when (new.registered) execute function record_sender_move();
create trigger record_move after update on senders
  for each row when ((new.registered and ((old.status <> new.status) or (old.suspended <> new.suspended)))) execute function record_sender_move();

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
alter table sender_fee_charges enable row level security;
alter table sender_fee_charges force row level security;
create policy of_partner on sender_fee_charges
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- The history of a sender name: one row per change of status or suspension, with the state after the change. A trigger
-- writes it, because people, the sweeper and first use all change names.
create table sender_moves (
  id bigint primary key generated always as identity,
  sender_id integer not null references senders,
  company_id integer not null,
  at timestamptz not null,
  status text not null,
  suspended boolean not null,
  comment text
);
create index sender_moves_of_sender on sender_moves (sender_id, id);
alter table sender_moves enable row level security;
alter table sender_moves force row level security;
create policy of_partner on sender_moves
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Messages sent under the shared test name, per account and day (Europe/Moscow).
create table shared_name_days (
  company_id integer not null references companies,
  day date not null,
  count integer not null default 0,
  primary key (company_id, day)
);
alter table shared_name_days enable row level security;
alter table shared_name_days force row level security;
create policy of_partner on shared_name_days
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Numbers that a company must not write to, and numbers that the whole platform must not write to.
create table blacklist (
  company_id integer not null references companies,
  destination bigint not null,
  comment text,
  created_at timestamptz not null,
  primary key (company_id, destination)
);
alter table blacklist enable row level security;
alter table blacklist force row level security;
create policy of_partner on blacklist
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

create table blocked_numbers (
  destination bigint primary key,
  reason text,
  created_at timestamptz not null
);

-- Names that may not send. Stored in lower case, so that Bank and BANK are equal.
create table blocked_sender_names (
  name text primary key check (name = lower(name)),
  reason text,
  created_at timestamptz not null
);

-- Only VIBER templates have a country; only WHATSAPP templates have content.
create table templates (
  id integer primary key generated always as identity,
  company_id integer not null references companies,
  sender_id integer not null references senders,
  channel_type text not null,
  template_type text not null check (template_type in ('SERVICE', 'TRANSACT', 'AUTHORIZE')),
  pattern text not null,
  content jsonb,
  country_id integer references countries,
  date_from timestamptz not null,
  date_to timestamptz,
  status text not null default 'INTERNAL_REVIEW',
  manager_comment text,
  rejected_at timestamptz,
  created_at timestamptz not null
);
create index templates_of_company on templates (company_id, id);
create index templates_to_match on templates (company_id, id)
  where status <> ALL (array['REJECTED', 'DENIED', 'CLOSED']);
create unique index templates_live_patterns on templates (sender_id, md5(pattern))
  where status <> ALL (array['REJECTED', 'DENIED', 'CLOSED']);
create index templates_to_begin on templates (date_from) where status = 'AWAITING';
create index templates_to_close on templates (date_to)
  where date_to is not null and (status <> ALL (array['DENIED', 'CLOSED']));
alter table templates enable row level security;
alter table templates force row level security;
create policy of_partner on templates
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
