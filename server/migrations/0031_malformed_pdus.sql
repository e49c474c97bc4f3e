-- The last PDUs of each link that broke the standard and could not be used, for the conversation with the operator.
-- They hold numbers and texts: kept for a week, at most 1,000 per link, and read by people with access to the database.
create table malformed_pdus (
  id bigint primary key generated always as identity,
  link_id integer not null,
  received_at timestamptz not null,
  pdu bytea not null
);
create index malformed_pdus_of_link on malformed_pdus (link_id, id);
