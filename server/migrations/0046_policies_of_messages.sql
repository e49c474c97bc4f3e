-- The second wall around messages and what the engine moves them with.

-- Large reports may run on several processors, and these functions are part of every one of them now.
alter function tenant_is_system() parallel safe;
alter function tenant_partner() parallel safe;

alter table messages enable row level security;
alter table messages force row level security;
create policy of_partner on messages
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table strands enable row level security;
alter table strands force row level security;
create policy of_partner on strands
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

alter table batches enable row level security;
alter table batches force row level security;
create policy of_partner on batches
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- The policies of a parent do not hold for whoever names a day of it. So nobody may name one, not even the owner: rows
-- are reached through the parent. Days of messages can be written into, because COPY is refused under a policy.
do $$
declare
  day record;
begin
  for day in
    select c.oid::regclass as name, pg_get_userbyid(c.relowner) as owner, i.inhparent = 'messages'::regclass as is_written
      from pg_inherits i
      join pg_class c on c.oid = i.inhrelid and c.relkind = 'r'
      join pg_partitioned_table p on p.partrelid = i.inhparent
     where c.relnamespace = 'public'::regnamespace
  loop
    execute format('revoke all on %s from public, %I', day.name, day.owner);
    if day.is_written then execute format('grant insert on %s to %I', day.name, day.owner); end if;
  end loop;
end
$$;
