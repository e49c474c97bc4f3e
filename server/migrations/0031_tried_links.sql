-- Links that have used up their tries for the remaining messages of a batch: it does not come back to them. Null: none.
alter table batches add column tried_links integer[];
