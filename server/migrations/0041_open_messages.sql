-- How many parts of messages the connector that sends a batch lets be without a stored answer. When it is gone, only
-- the first messages of the batch, up to this number, can be with the operator.
alter table batches add column open_max smallint;
