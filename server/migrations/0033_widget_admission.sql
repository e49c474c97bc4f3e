-- One decision about every visitor of a widget.

-- Codes of widgets that were not entered, per number, block of a hundred numbers and address. subject: a keyed hash. codes:
-- their weight at counted_at, which halves every six hours.
create table verification_unconfirmed (
  profile_id text not null references verification_profiles,
  subject text not null,
  company_id integer not null references companies,
  codes double precision not null,
  counted_at timestamptz not null,
  primary key (profile_id, subject)
);
create index verification_unconfirmed_by_age on verification_unconfirmed (counted_at);
alter table verification_unconfirmed enable row level security;
alter table verification_unconfirmed force row level security;
create policy of_partner on verification_unconfirmed
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Numbers that have confirmed a code of the company, as keyed hashes.
create table verification_known_numbers (
  company_id integer not null references companies,
  number_mac text not null,
  confirmed_at timestamptz not null,
  primary key (company_id, number_mac)
);
create index verification_known_numbers_by_age on verification_known_numbers (confirmed_at);
alter table verification_known_numbers enable row level security;
alter table verification_known_numbers force row level security;
create policy of_partner on verification_known_numbers
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Providers of captchas as the service itself observes them, for widgets that take proofs of work while theirs fails.
-- failures: probes in a row without an answer. due_at: the next probe. Times of the server, not business time.
create table captcha_health (
  captcha_type text primary key,
  failures integer not null,
  probed_at timestamptz,
  due_at timestamptz not null
);

-- counted: the subjects in verification_unconfirmed that the session was counted for; its confirmation relieves them.
alter table widget_sessions add column counted text[];
create index widget_sessions_of_verification on widget_sessions (verification_id)
  where verification_id is not null;

-- When new numbers were first refused because the rest of the day's cap is kept for known ones.
alter table verification_days add column reserved_at timestamptz;

-- The newest code of a number tells whether a captcha pass counts.
create index verifications_of_number on verifications (company_id, number_mac, created_at);
