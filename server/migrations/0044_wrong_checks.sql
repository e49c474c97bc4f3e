-- Wrong codes per number, company and day. The number is a keyed hash, as in verification_rates.
create table verification_wrongs (
  company_id integer not null references companies,
  number_mac text not null,
  day date not null,
  wrong integer not null,
  primary key (company_id, number_mac, day)
);
create index verification_wrongs_by_day on verification_wrongs (day);

alter table verification_wrongs enable row level security;
alter table verification_wrongs force row level security;
create policy of_partner on verification_wrongs
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Whose wrong checks they are, and how many digits the code has. Null in rows of the version before.
alter table verifications
  add column number_mac text,
  add column code_length smallint;

-- The last sign of pumping. Nothing is refused for it, so stopped_at is no longer written.
alter table verification_prefixes add column suspected_at timestamptz;
