-- What is written on the slides of a recording, and when each is shown. Seconds.
create table slides (
  video_id uuid not null references videos (id) on delete cascade,
  start_s double precision not null,
  end_s double precision not null,
  title text not null,
  text text not null,
  primary key (video_id, start_s)
);
create index slides_text on slides using gin (text gin_trgm_ops);
