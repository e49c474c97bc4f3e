-- Recipients that a dispatch did not accept, to be read later. `place` counts within the dispatch, `index` within the
-- call that brought them. `digits` is the number where there is one, to find it by when it is erased.
create table rejected_recipients (
  dispatch_id integer not null references dispatches (id),
  place integer not null check (place > 0),
  index integer not null,
  destination text not null check (length(destination) <= 64),
  digits bigint,
  error_code smallint not null,
  msg text not null check (length(msg) <= 200),
  created_at timestamptz not null,
  primary key (dispatch_id, place)
);
create index rejected_recipients_by_number on rejected_recipients (digits) where digits is not null;
create index rejected_recipients_by_age on rejected_recipients (created_at);

alter table rejected_recipients enable row level security;
alter table rejected_recipients force row level security;
create policy of_partner on rejected_recipients
  using ((select tenant_is_system())
    or exists (select from dispatches d where d.id = dispatch_id and d.partner_id = (select tenant_partner())));
