-- The provider's own code of a failure, with the message and with a receipt until its message has recorded it. Null:
-- the provider gave none, or this service failed the message.

-- Receipts first, in the order in which the recorder locks them.
alter table receipts add column provider_code text;
alter table messages add column provider_code text;
