-- What became of a sender name and when: a row for every change of its status or suspension, as it was afterwards.
-- Written by the table itself, because people, clocks and first use all move names.
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

-- Of what came before there is only what the rows themselves tell.
insert into sender_moves (sender_id, company_id, at, status, suspended, comment)
  select id, company_id, created_at, 'DRAFT', false, null from senders where registered;
insert into sender_moves (sender_id, company_id, at, status, suspended, comment)
  select id, company_id, coalesce(ended_at, rejected_at, created_at), status, suspended,
    coalesce(case when suspended then suspend_reason end, manager_comment)
  from senders where registered and (status <> 'DRAFT' or suspended);

create function record_sender_move() returns trigger language plpgsql as
  $$ begin
    insert into sender_moves (sender_id, company_id, at, status, suspended, comment)
      values (new.id, new.company_id, business_now(), new.status, new.suspended,
        case when tg_op = 'UPDATE' and new.suspended and not old.suspended then new.suspend_reason
          when tg_op = 'UPDATE' and new.status <> old.status then new.manager_comment end);
    return null;
  end $$;
create trigger record_birth after insert on senders
  for each row when (new.registered) execute function record_sender_move();
create trigger record_move after update on senders
  for each row when (new.registered and (old.status <> new.status or old.suspended <> new.suspended))
  execute function record_sender_move();

alter table sender_moves enable row level security;
alter table sender_moves force row level security;
create policy of_partner on sender_moves
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));
