-- Accounts of the messaging API: traffic centers, which tell the traffic of one company apart.

create table traffic_centers (
  id integer primary key generated always as identity,
  company_id integer not null references companies,
  name text not null,
  is_default boolean not null default false,
  created_at timestamptz not null,
  unique (company_id, name)
);
create unique index traffic_centers_default on traffic_centers (company_id) where is_default;

alter table traffic_centers enable row level security;
alter table traffic_centers force row level security;
create policy of_partner on traffic_centers
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Every company has a default center from its first moment on, whoever makes the company.
create function give_default_center() returns trigger language plpgsql as
  $$ begin
    insert into traffic_centers (company_id, name, is_default, created_at) values (new.id, 'Default', true, new.created_at);
    return null;
  end $$;
create trigger companies_have_a_center after insert on companies
  for each row execute function give_default_center();

insert into traffic_centers (company_id, name, is_default, created_at)
  select id, 'Default', true, created_at from companies;

-- A key without a center is one of its company's default center.
alter table api_keys add constraint api_keys_traffic_center foreign key (traffic_center_id) references traffic_centers not valid;
update api_keys k set traffic_center_id = t.id
  from traffic_centers t where t.company_id = k.company_id and t.is_default and k.traffic_center_id is null;
