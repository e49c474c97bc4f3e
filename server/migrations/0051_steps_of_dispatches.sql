-- The steps that the cascades of a dispatch make belong to that dispatch.

alter table dispatches
  -- Of a list of single messages: the dispatch whose steps it holds.
  add column steps_of integer,
  -- Of a cascade dispatch: messages, its own and those of its steps, that have ended and may still be followed by a
  -- step. Null where the dispatch was created before they were counted.
  add column steps_waiting integer;
create index dispatches_steps on dispatches (steps_of) where steps_of is not null;
