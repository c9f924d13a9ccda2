-- Which runs of letters stand in any searched text of a recording, so that a search through thousands of recordings reads only
-- those which may hold it (server/src/features/library/search/search-keys.ts). Whoever changes a text makes the row stale, in the
-- same transaction: then key 0 alone stands in it, which says that the recording may hold anything.
create extension if not exists btree_gin;
create table search_keys (
  video_id uuid primary key references videos (id) on delete cascade,
  workspace_id uuid not null,
  keys integer[] not null default '{0}' constraint search_keys_keys_longest check (pg_column_size(keys) <= 4000000),
  is_stale boolean not null default true
);
create index search_keys_found on search_keys using gin (workspace_id, keys) with (gin_pending_list_limit = 256);
create index search_keys_stale on search_keys (video_id) where is_stale;
-- The planner does not know that keys of a row are long, and would read them all.
create function recordings_with_keys(workspace uuid, wanted integer[]) returns setof uuid language sql stable set enable_seqscan = off as $$
  select video_id from search_keys where workspace_id = workspace and keys @> wanted
  union all
  select video_id from search_keys where workspace_id = workspace and keys @> '{0}'
$$;
create function forget_search_keys(ids uuid[]) returns void language sql as $$
  insert into search_keys (video_id, workspace_id) select id, workspace_id from videos where id = any (ids) order by id
  on conflict (video_id) do update set keys = '{0}', is_stale = true where not search_keys.is_stale
$$;
create function texts_came() returns trigger language plpgsql as $$
begin perform forget_search_keys(array(select distinct video_id from after)); return null; end $$;
create function texts_changed() returns trigger language plpgsql as $$
begin perform forget_search_keys(array[new.video_id]); return null; end $$;
create function cues_changed() returns trigger language plpgsql as $$
begin
  perform forget_search_keys(array(
    select distinct video_id from before join after using (video_id, position)
    where before.search_text is distinct from after.search_text));
  return null;
end $$;
create function recording_changed() returns trigger language plpgsql as $$
begin perform forget_search_keys(array[new.id]); return null; end $$;
create trigger search_keys_of_new_recording after insert on videos for each row execute function recording_changed();
create trigger search_keys_of_recording after update on videos for each row
  when ((old.title, old.description, old.asset_id, old.playback_id, old.captions_track_id)
    is distinct from (new.title, new.description, new.asset_id, new.playback_id, new.captions_track_id))
  execute function recording_changed();
create trigger search_keys_of_new_cues after insert on cues referencing new table as after
  for each statement execute function texts_came();
create trigger search_keys_of_cues after update on cues referencing old table as before new table as after
  for each statement execute function cues_changed();
create trigger search_keys_of_new_chapters after insert on chapters referencing new table as after
  for each statement execute function texts_came();
create trigger search_keys_of_chapters after update on chapters for each row
  when (old.folded is distinct from new.folded) execute function texts_changed();
create trigger search_keys_of_new_slides after insert on slides referencing new table as after
  for each statement execute function texts_came();
create trigger search_keys_of_slides after update on slides for each row
  when (old.folded is distinct from new.folded) execute function texts_changed();
create trigger search_keys_of_new_highlights after insert on highlights referencing new table as after
  for each statement execute function texts_came();
create trigger search_keys_of_highlights after update on highlights for each row
  when (old.folded_words is distinct from new.folded_words or old.folded_note is distinct from new.folded_note)
  execute function texts_changed();
insert into search_keys (video_id, workspace_id) select id, workspace_id from videos order by id;
