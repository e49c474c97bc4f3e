-- Every table with rows of partners or secrets has a policy. The engine, staff and commands are the system; a request of a
-- partner is not, and needs none of the tables below, except for its own rows of callbacks and uploads.

-- Receipts and operator ids name a message by an account and an id of the operator.
alter table receipts enable row level security;
alter table receipts force row level security;
create policy of_system on receipts using ((select tenant_is_system()));

alter table operator_refs enable row level security;
alter table operator_refs force row level security;
create policy of_system on operator_refs using ((select tenant_is_system()));

alter table malformed_pdus enable row level security;
alter table malformed_pdus force row level security;
create policy of_system on malformed_pdus using ((select tenant_is_system()));

alter table callback_batches enable row level security;
alter table callback_batches force row level security;
create policy of_partner on callback_batches
  using ((select tenant_is_system())
    or exists (select from callback_endpoints e join companies c on c.id = e.company_id
               where e.id = endpoint_id and c.partner_id = (select tenant_partner())));

alter table callback_ranges enable row level security;
alter table callback_ranges force row level security;
create policy of_partner on callback_ranges
  using ((select tenant_is_system())
    or exists (select from callback_endpoints e join companies c on c.id = e.company_id
               where e.id = endpoint_id and c.partner_id = (select tenant_partner())));

-- The partner whose request uploads; null for the system, and for uploads of the version before. The default fills it in,
-- so that the version before, which does not know the column, finds its new rows again.
alter table document_uploads add column partner_id integer;
alter table document_uploads alter column partner_id set default tenant_partner();
alter table document_uploads enable row level security;
alter table document_uploads force row level security;
create policy of_partner on document_uploads
  using ((select tenant_is_system()) or partner_id = (select tenant_partner()));

-- Links hold passwords. A partner's single messages need to know which links are open, and how full: the messages of all
-- partners count.
alter table operator_links enable row level security;
alter table operator_links force row level security;
create policy of_system on operator_links using ((select tenant_is_system()));

alter table operator_accounts enable row level security;
alter table operator_accounts force row level security;
create policy of_system on operator_accounts using ((select tenant_is_system()));

create function open_links() returns table (
  id integer,
  protocol text,
  account_rate integer,
  channel_type text,
  brands smallint[],
  rate_per_second integer,
  window_size integer,
  is_degraded boolean,
  outstanding bigint
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tenant text := coalesce(current_setting('app.tenant', true), '');
begin
  perform set_config('app.tenant', 'system', true);
  return query
    select l.id,
      l.protocol,
      (l.settings ->> 'accountRate')::integer,
      l.channel_type,
      l.brands,
      l.rate_per_second,
      l.window_size,
      l.degraded_since is not null,
      coalesce(o.outstanding, 0)
    from operator_links l
    left join (
      select b.link_id, sum(b.count) as outstanding
      from batches b
      where b.state in (0, 1)
      group by b.link_id
    ) o on o.link_id = l.id
    where l.enabled
      and not l.paused
      and l.bound
      and l.lease_until > clock_timestamp();
  -- RETURN QUERY has read all rows. An error ends the transaction, and the setting with it.
  perform set_config('app.tenant', tenant, true);
end
$$;

-- Passwords, tokens, addresses and phone numbers of people.
alter table staff enable row level security;
alter table staff force row level security;
create policy of_system on staff using ((select tenant_is_system()));

alter table staff_tokens enable row level security;
alter table staff_tokens force row level security;
create policy of_system on staff_tokens using ((select tenant_is_system()));

alter table staff_actions enable row level security;
alter table staff_actions force row level security;
create policy of_system on staff_actions using ((select tenant_is_system()));

alter table known_sign_ins enable row level security;
alter table known_sign_ins force row level security;
create policy of_system on known_sign_ins using ((select tenant_is_system()));

alter table duty_contacts enable row level security;
alter table duty_contacts force row level security;
create policy of_system on duty_contacts using ((select tenant_is_system()));

alter table duty_notices enable row level security;
alter table duty_notices force row level security;
create policy of_system on duty_notices using ((select tenant_is_system()));

alter table erasures enable row level security;
alter table erasures force row level security;
create policy of_system on erasures using ((select tenant_is_system()));
