-- Where the engine found a title that no file name and no model gave: its owner is to read it before visitors do.
alter table videos add column if not exists title_from text
  constraint videos_title_from check (title_from in ('slide', 'speech', 'nothing'));
