-- What messages of the verifier say, sealed, from their making until the code is entered or over. The messages
-- themselves hold a mask instead of the code.
create table message_codes (
  message_id uuid primary key,
  company_id integer not null references companies,
  sealed text not null,
  expires_at timestamptz not null
);
create index message_codes_by_end on message_codes (expires_at);

alter table message_codes enable row level security;
alter table message_codes force row level security;
create policy of_partner on message_codes
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Codes that were sent before are masked too. Those still to be handed over need their text.
update messages m
   set text = regexp_replace(m.text, '[0-9]{4,8}', '••••', 'g'),
       special_content = regexp_replace(m.special_content::text, '[0-9]{4,8}', '••••', 'g')::jsonb
  from dispatches d
 where d.sending_method in ('VERIFIER_API', 'VERIFIER_WIDGET') and m.dispatch_id = d.id
   and m.id between d.first_message_id and d.last_message_id and m.status <> 0;
