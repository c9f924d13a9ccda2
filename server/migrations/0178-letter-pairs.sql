-- In which cues of a transcript two letters stand side by side, one bit a cue: so short words are found as well, which an index of
-- three letters has to read every cue for. Pair 0 says that a transcript is in it (server/src/features/transcripts/letter-pairs.ts).
-- The hourly sweep fills it. Programs that do not know of it change what is searched: then a transcript leaves it until the next sweep.
-- A transaction for each line from here on, which waits a moment for who uses its table, and else is tried again.
create table if not exists letter_pairs (video_id uuid not null references videos (id) on delete cascade, pair integer not null, cues bit varying not null, primary key (video_id, pair));
create or replace function drop_letter_pairs() returns trigger language plpgsql as $$ begin delete from letter_pairs where video_id in (select before.video_id from before join after using (video_id, position) where before.search_text is distinct from after.search_text); return null; end $$;
create or replace trigger cues_drop_letter_pairs after update on cues referencing old table as before new table as after for each statement when (current_setting('lectern.keeps_letter_pairs', true) is distinct from 'on') execute function drop_letter_pairs();
