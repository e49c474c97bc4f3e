-- Sealed like the password. SQL cannot seal: the sweeper empties verify_token, where the version before keeps the token in
-- clear. That column can go with the next version.
alter table operator_links add column verify_token_sealed text;
