-- How many seconds of each hundredth of a recording were played on a day, by all viewers together: nobody's in particular.
-- Pages send what they played; neither an address nor anything that tells viewers apart is kept.
create table watched (
  video_id uuid not null references videos (id) on delete cascade,
  day date not null,
  place text not null check (place in ('portal', 'link')),
  seconds double precision[] not null check (cardinality(seconds) = 100),
  primary key (video_id, day, place)
);
