-- How many recipients a dispatch did not take, and why: without it nobody can say where the rest of a file went.
-- `api` is what the service refused; `file` is what whoever uploaded a file had left out of it before.
create table dispatch_refusals (
  dispatch_id integer not null references dispatches (id),
  source text not null check (source in ('api', 'file')),
  -- An error of a message; 0 is a number that stood in the file before.
  error_code smallint not null,
  recipients integer not null check (recipients >= 0),
  primary key (dispatch_id, source, error_code)
);
alter table dispatch_refusals enable row level security;
alter table dispatch_refusals force row level security;
create policy of_partner on dispatch_refusals
  using ((select tenant_is_system())
    or exists (select from dispatches d where d.id = dispatch_id and d.partner_id = (select tenant_partner())));
