-- Stops of verification codes that people see and lift.

-- Counts of a prefix when its suspicion was lifted: the share of entered codes is judged by the codes after them.
alter table verification_prefixes
  add column sent_before integer not null default 0,
  add column entered_before integer not null default 0;
create index verification_prefixes_suspected on verification_prefixes (suspected_at)
  where suspected_at is not null;

-- The amount that people allowed for this day beyond the limit of the profile or widget.
alter table verification_days
  add column allowed_micros bigint not null default 0;
create index verification_days_stopped on verification_days (day)
  where stopped_at is not null;
