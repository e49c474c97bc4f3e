-- Why a link last failed to come up or went down, and when it last came up. Written by its owner.
alter table operator_links
  add column last_error text,
  add column last_bound_at timestamptz;
