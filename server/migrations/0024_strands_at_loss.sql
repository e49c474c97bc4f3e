-- Strands that wait because every link costs more than the client pays. Few, and most days none.
create index strands_at_loss on strands (margin_since)
  where margin_since is not null;
