-- Receivers of callbacks prove who they are by a certificate that is checked. Staff may leave the check out for a
-- company whose receiver has one that nobody else vouches for.
alter table companies add column callback_tls_checked boolean not null default true;
