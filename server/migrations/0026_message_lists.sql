-- What clients ask of their messages all the time is answered by indexes. Both cover only messages of the messaging
-- API; those of the partner API have no account.

-- By number. Along with it the console finds single messages to a number.
create index messages_to_number on messages (account_id, destination, id) where account_id is not null;

-- Failed ones. An error code is set when a message fails and never otherwise, so every other change of status stays
-- inside its page as before.
create index messages_failed on messages (account_id, id) where account_id is not null and error_code is not null;

-- How long a message of a dispatch has waited at most, from its making until it was handed over or failed. Lists by
-- time look only so far back. Null: from before this was kept.
alter table dispatches add column longest_wait_ms bigint;
alter table dispatches alter column longest_wait_ms set default 0;
