-- The sweeper that decides about alerts holds the lease `duty` of leaderships. leader and lease_until of duty_state serve
-- processes of the version before, which still claim there: their claim takes the lease, or changes no row while another
-- process has it. Both columns and the trigger can go with the next version.
create function claim_duty_leadership() returns trigger language plpgsql as $$
begin
  insert into leaderships as l (name, owner, lease_until)
  values ('duty', new.leader, new.lease_until)
  on conflict (name)
  do update set owner = excluded.owner,
    lease_until = excluded.lease_until
  where l.owner = excluded.owner
    or l.lease_until <= clock_timestamp()
    or l.lease_until > excluded.lease_until;
  if not found then
    return null;
  end if;
  return new;
end
$$;
create trigger duty_state_claims before update of leader on duty_state
  for each row execute function claim_duty_leadership();

insert into leaderships (name, owner, lease_until)
select 'duty', leader, lease_until
from duty_state
where lease_until > clock_timestamp();
