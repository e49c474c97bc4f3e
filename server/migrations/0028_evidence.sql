-- How far the evidence about batches in doubt has been read. Every outcome that was published before this instant of
-- the database's real time has been recorded.
create table evidence_marks (
  only_row boolean primary key default true check (only_row),
  outcomes_read_at timestamptz not null default '-infinity'
);
insert into evidence_marks default values;

-- A receipt is looked at once when it comes. One whose message is not known is looked at three more times; after that
-- it waits until its message becomes known. So its cost is bounded, and it never stands before a new receipt.
drop index receipts_due;
create index receipts_new on receipts (due_at) where tries = 0;
create index receipts_due on receipts (due_at) where tries > 0;
create index receipts_waiting on receipts (link_id, operator_message_id) where tries > 0;
create index receipts_by_reference on receipts (link_id, destination, reference) where tries > 0;

-- When the next batch in doubt may be sent again over a link: recovery takes a tenth of a link's rate at most.
create table link_resends (
  link_id integer primary key,
  next_at timestamptz not null
);

-- Messages that count as handed over although the operator's ids of some parts are not known. An id that comes later
-- for such a part proves the first copy; without this row it would count as a second one.
create table unproven_sends (
  message_id uuid primary key,
  missing smallint not null,
  made_at timestamptz not null
);
create index unproven_sends_by_age on unproven_sends (made_at);
