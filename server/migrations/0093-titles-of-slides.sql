-- Chapters that got the titles of their slides can be brought back as well.
alter table earlier_outlines drop constraint earlier_outlines_kind_check;
alter table earlier_outlines add constraint earlier_outlines_kind_check
  check (kind in ('chapters', 'summary', 'redrawn', 'titled'));
