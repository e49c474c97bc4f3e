-- How many parts of messages the connector that sends a batch lets be without a stored answer. When it is gone, only
-- the first messages of the batch, up to this number, can be with the operator.
alter table batches add column open_max smallint;

-- That holds for batches that began after the broker last lost outcomes: which stream was seen last, how far it was,
-- and the instant at which another one, or one that had gone back, was seen.
alter table evidence_marks
  add column stream_epoch text,
  add column stream_last bigint not null default 0,
  add column outcomes_lost_at timestamptz not null default '-infinity';
