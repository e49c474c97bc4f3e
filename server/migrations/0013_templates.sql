-- Templates: what the texts of a sender name look like, and which type of traffic they are.

-- The country is that of VIBER templates and null for others; the content is that of WHATSAPP templates.
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
create index templates_to_match on templates (company_id, id) where status not in ('REJECTED', 'DENIED', 'CLOSED');
create unique index templates_live_patterns on templates (sender_id, md5(pattern))
  where status not in ('REJECTED', 'DENIED', 'CLOSED');
create index templates_to_begin on templates (date_from) where status = 'AWAITING';
create index templates_to_close on templates (date_to) where date_to is not null and status not in ('DENIED', 'CLOSED');

alter table templates enable row level security;
alter table templates force row level security;
create policy of_partner on templates
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
