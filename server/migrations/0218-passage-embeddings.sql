-- Embeddings of the passages of a recording, for questions by meaning (server/src/features/library/embeddings/passage-embeddings.ts). They are
-- derived: a server that makes them makes them anew. Whoever changes cues makes the row stale, in the same transaction.
create table passage_embeddings (
  video_id uuid primary key references videos (id) on delete cascade,
  -- empty while they are being made
  model text not null default '' constraint passage_embeddings_model_longest check (octet_length(model) <= 4000),
  is_stale boolean not null default false,
  dimensions integer not null default 0,
  -- the first cue of each passage
  starts integer[] not null default '{}' constraint passage_embeddings_starts_longest check (cardinality(starts) <= 2000),
  -- the signs of its vector, which are compared first
  sketches bit varying[] not null default '{}'
    constraint passage_embeddings_sketches_longest check (pg_column_size(sketches) <= 4000000),
  -- its vector, a signed byte a dimension, one passage behind the other
  vectors bytea not null default '' constraint passage_embeddings_vectors_longest check (octet_length(vectors) <= 16000000)
);
-- A few vectors are read out of many.
alter table passage_embeddings alter vectors set storage external;
create function forget_embeddings(ids uuid[]) returns void language sql as $$
  update passage_embeddings set is_stale = true where video_id = any (ids) and not is_stale
$$;
create function cues_came_to_embeddings() returns trigger language plpgsql as $$
begin perform forget_embeddings(array(select distinct video_id from after)); return null; end $$;
create function cues_changed_in_embeddings() returns trigger language plpgsql as $$
begin
  perform forget_embeddings(array(
    select distinct video_id from before join after using (video_id, position) where before.text is distinct from after.text));
  return null;
end $$;
create trigger embeddings_of_new_cues after insert on cues referencing new table as after
  for each statement execute function cues_came_to_embeddings();
create trigger embeddings_of_cues after update on cues referencing old table as before new table as after
  for each statement execute function cues_changed_in_embeddings();
