-- Where the chapters of a video may begin, in the order in which they become fewer and more, so that a redraw needs no run.
create table chapter_places (
  video_id uuid primary key references videos (id) on delete cascade,
  -- {"present": [seconds …], "further": [seconds …]}, best first; null until they are known.
  places jsonb,
  -- What the person asked of the next run: fewer or more chapters than it finds.
  wish text check (wish in ('fewer', 'more'))
);

alter table earlier_outlines drop constraint earlier_outlines_kind_check;
alter table earlier_outlines add constraint earlier_outlines_kind_check check (kind in ('chapters', 'summary', 'redrawn'));
