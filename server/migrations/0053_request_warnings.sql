-- Names of members and parameters that nobody declared, as the caller was told them. Names only, and few of them.
alter table request_log add column warnings text check (length(warnings) <= 1000);
