-- The batch that holds a message is looked for by the message's place. A list of single messages has as many batches
-- as messages, so they are found by position and not by list alone.
create index batches_by_place on batches (dispatch_id, strand, to_seq);
drop index batches_of_dispatch;
