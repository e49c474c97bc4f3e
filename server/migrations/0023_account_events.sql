-- Whether providers report events of accounts, such as bots, to this service.

-- events_checked_at: the last check, or null, due at once. events_problem: why the provider does not report, in words for
-- people; it holds no messages.
alter table sender_accounts
  add column events_checked_at timestamptz,
  add column events_problem text;
