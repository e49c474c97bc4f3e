-- Batches that were in doubt are few and asked for often.
create index batches_in_doubt on batches (link_id) where doubts > 0;
