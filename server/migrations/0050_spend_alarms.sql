-- Companies that spent much on one country abroad in one day (Europe/Moscow). Counted from strands, which know their
-- country and what they cost at most.
create table spend_alarms (
  company_id integer not null references companies (id),
  country text not null,
  day date not null,
  raised_at timestamptz not null,
  spent_micros bigint not null,
  threshold_micros bigint not null,
  primary key (company_id, country, day)
);
create index spend_alarms_by_time on spend_alarms (raised_at);

alter table spend_alarms enable row level security;
alter table spend_alarms force row level security;
create policy of_partner on spend_alarms
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

create index strands_abroad on strands (eligible_at) where country is not null;
