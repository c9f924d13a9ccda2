-- What is said is looked for in the recordings of one member. The index held all recordings together, so that a search became
-- slower with everybody's libraries: now it finds the words of one recording without touching those of the others.
create extension if not exists btree_gin;
drop index cues_span;
create index cues_span on cues using gin (video_id, span gin_trgm_ops);
