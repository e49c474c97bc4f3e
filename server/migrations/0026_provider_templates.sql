-- Templates at messengers: their state beside the review of ours, and the reading of their lists.

-- provider_status: the word of the messenger about the template that content names, or MISSING. provider_problem: why its
-- messages would fail, in words for people; null: they would not. All null: the list was not read.
alter table templates
  add column provider_status text,
  add column provider_problem text,
  add column provider_checked_at timestamptz;

-- templates_checked_at: when the list was last claimed for reading; null: read it soon. templates_problem: why it could not
-- be read, in words for people.
alter table sender_accounts
  add column templates_checked_at timestamptz,
  add column templates_problem text;
create index sender_accounts_of_waba on sender_accounts ((settings ->> 'wabaId')) where settings ->> 'wabaId' is not null;
