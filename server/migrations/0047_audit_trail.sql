-- Reads of personal data by staff are in the log too. They leave after a year; changes stay for ever.
alter table staff_actions add column is_read boolean not null default false;
create index staff_actions_read_by_age on staff_actions (at) where is_read;

drop trigger staff_actions_stay on staff_actions;
create trigger staff_actions_stay before update or truncate on staff_actions
  for each statement execute function refuse_rewriting();
create trigger staff_changes_stay before delete on staff_actions
  for each row when (not old.is_read) execute function refuse_rewriting();

-- Sign-ins that were refused, counted by day, door, login and address. Of a login that nobody has only the beginning
-- is kept: people type passwords into the wrong field.
create table failed_sign_ins (
  id bigint primary key generated always as identity,
  day date not null,
  door text not null,
  login text not null,
  address text not null,
  partner_id integer,
  user_id integer,
  staff_id integer,
  first_at timestamptz not null,
  last_at timestamptz not null,
  tries integer not null default 1,
  unique (day, door, login, address)
);
create index failed_sign_ins_by_age on failed_sign_ins (last_at);

alter table failed_sign_ins enable row level security;
alter table failed_sign_ins force row level security;
create policy of_partner on failed_sign_ins
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));
