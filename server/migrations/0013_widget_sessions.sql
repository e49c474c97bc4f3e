-- Widgets: proof of work, captcha passes, the site of a session, errors per day.

-- pow_fallback: a proof of work counts as the captcha, for visitors whose browser cannot load it.
alter table verification_widgets
  add column pow_fallback boolean not null default false;

-- site_host: the site that opened the session; a code by SMS can be bound to it. shown_error: the last error that was
-- counted when the visitor saw it.
alter table widget_sessions
  add column site_host text,
  add column shown_error smallint;

-- challenge: proofs of work that an address asked for.
alter table verification_rates
  drop constraint verification_rates_kind_check,
  add constraint verification_rates_kind_check check (kind in ('number', 'address', 'prefix', 'challenge'))
  not valid;
alter table verification_rates validate constraint verification_rates_kind_check;

-- Uses of a captcha pass, and salts of proofs of work, which count once.
create table widget_tokens (
  subject text primary key,
  company_id integer not null references companies,
  uses smallint not null,
  kept_until timestamptz not null
);
create index widget_tokens_by_end on widget_tokens (kept_until);
alter table widget_tokens enable row level security;
alter table widget_tokens force row level security;
create policy of_partner on widget_tokens
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Error numbers of a widget per day (Europe/Moscow). streak: errors without a pause of an hour; 1 raises the alarm.
create table widget_errors (
  widget_id text not null references verification_widgets,
  day date not null,
  code smallint not null,
  company_id integer not null references companies,
  count integer not null,
  streak integer not null,
  last_at timestamptz not null,
  primary key (widget_id, day, code)
);
create index widget_errors_by_day on widget_errors (day);
create index widget_errors_of_company on widget_errors (company_id, day);
alter table widget_errors enable row level security;
alter table widget_errors force row level security;
create policy of_partner on widget_errors
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
