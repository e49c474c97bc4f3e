-- A dispatch that was thrown away before its start is shown by nothing at once: it becomes a list (kind SEND) that was
-- never started, which no list of single messages ever is. Its messages are deleted in portions, then the row goes.
create index dispatches_deleted on dispatches (id) where status = 'CREATED' and kind = 'SEND';
