-- What is said is looked for in the recordings of one member. The index held all recordings together, so that a search became
-- slower with everybody's libraries: this one finds the words of a recording without touching those of the others. What came
-- last is read whole with each recording, so it is kept short (kilobytes).
create extension if not exists btree_gin;
create index cues_video_span on cues using gin (video_id, span gin_trgm_ops) with (gin_pending_list_limit = 256);
