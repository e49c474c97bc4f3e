-- Subscribers of bots: links between phone numbers and ids of a messenger, under a sender name.

-- The subscribers of one sender name of a company. A name that is closed and registered again keeps its book. active,
-- stopped, gone: number of its subscribers by status; the triggers below write them.
create table address_books (
  id integer primary key generated always as identity,
  company_id integer not null references companies,
  channel_type text not null,
  sender_name text not null,
  active integer not null default 0 check (active >= 0),
  stopped integer not null default 0 check (stopped >= 0),
  gone integer not null default 0 check (gone >= 0),
  created_at timestamptz not null,
  unique (company_id, channel_type, sender_name)
);
alter table address_books enable row level security;
alter table address_books force row level security;
create policy of_partner on address_books
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- status: 1 ACTIVE, 2 STOPPED, 3 GONE. source: 1 UPLOAD, 2 BOT. destination is null if the number is not known, or if
-- it has moved to another subscriber. tags: null for none. No foreign keys: a call stores 10,000 rows of one book,
-- which is locked and never deleted.
create table subscribers (
  address_book_id integer not null,
  company_id integer not null,
  destination bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  status smallint not null check (status between 1 and 3),
  source smallint not null check (source between 1 and 2),
  subscriber_id text collate "C" not null,
  tags text[],
  primary key (address_book_id, subscriber_id)
);
create unique index subscribers_by_number on subscribers (address_book_id, destination);
-- The order of lists.
create index subscribers_by_status on subscribers (address_book_id, status, subscriber_id);
alter table subscribers enable row level security;
alter table subscribers force row level security;
create policy of_partner on subscribers
  using ((select tenant_is_system())
    or exists (select from companies c where c.id = company_id and c.partner_id = (select tenant_partner())));

-- Every writer changes the counters: uploads, deletions, erasures and events of bots. Writers lock the book first.
create function count_subscribers() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update address_books b
    set active = b.active + n.active,
      stopped = b.stopped + n.stopped,
      gone = b.gone + n.gone
    from (
      select
        address_book_id,
        count(*) filter (where status = 1) as active,
        count(*) filter (where status = 2) as stopped,
        count(*) filter (where status = 3) as gone
      from added
      group by address_book_id
    ) n
    where b.id = n.address_book_id;
  elsif tg_op = 'DELETE' then
    update address_books b
    set active = b.active - n.active,
      stopped = b.stopped - n.stopped,
      gone = b.gone - n.gone
    from (
      select
        address_book_id,
        count(*) filter (where status = 1) as active,
        count(*) filter (where status = 2) as stopped,
        count(*) filter (where status = 3) as gone
      from removed
      group by address_book_id
    ) n
    where b.id = n.address_book_id;
  else
    update address_books b
    set active = b.active + n.active,
      stopped = b.stopped + n.stopped,
      gone = b.gone + n.gone
    from (
      select
        address_book_id,
        coalesce(sum(number) filter (where status = 1), 0) as active,
        coalesce(sum(number) filter (where status = 2), 0) as stopped,
        coalesce(sum(number) filter (where status = 3), 0) as gone
      from (
        select address_book_id, status, 1 as number from added
        union all
        select address_book_id, status, -1 from removed
      ) moved
      group by address_book_id
    ) n
    where b.id = n.address_book_id
      and (n.active, n.stopped, n.gone) <> (0, 0, 0);
  end if;
  return null;
end
$$;
create trigger count_added after insert on subscribers
  referencing new table as added
  for each statement execute function count_subscribers();
create trigger count_removed after delete on subscribers
  referencing old table as removed
  for each statement execute function count_subscribers();
create trigger count_moved after update on subscribers
  referencing old table as removed new table as added
  for each statement execute function count_subscribers();
