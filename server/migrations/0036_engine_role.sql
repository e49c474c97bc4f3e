-- Loops and commands connect as the engine: every policy lets it pass, so that PostgreSQL plans their statements without
-- the policies of partners. The engine is a member of the owner, because it creates and drops days.
do $$
begin
  if not exists (select from pg_roles where rolname = 'volley_engine') then
    raise exception 'the role volley_engine is missing'
      using hint = 'create it once: create role volley_engine login; grant <owner of the database> to volley_engine';
  end if;
end
$$;

do $$
declare
  guarded regclass;
begin
  for guarded in
    select c.oid
    from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p')
      and c.relrowsecurity
      and not c.relispartition
  loop
    execute format('create policy of_engine on %s to volley_engine using (true)', guarded);
  end loop;
end
$$;
