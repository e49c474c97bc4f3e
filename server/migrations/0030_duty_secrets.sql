-- previous_sealed: the signing secret before the present one, which signs beside it until previous_ends_at.
alter table duty_contacts add column previous_sealed text;
alter table duty_contacts add column previous_ends_at timestamptz;
