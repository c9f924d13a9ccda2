-- In a file of its own: dropped in the transaction that makes the new one, it would keep everybody from reading transcripts
-- for as long as that takes.
drop index cues_span;
