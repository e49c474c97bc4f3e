-- From where a login has signed in: its next sign-in from there does not wait behind strangers. An address is one visitor
-- of the limits, of IPv6 the first 64 bits. Rows leave after 30 days; a login has at most 20.
create table known_sign_ins (
  login text not null,
  address text not null,
  at timestamptz not null,
  primary key (login, address)
);
create index known_sign_ins_by_age on known_sign_ins (at);
