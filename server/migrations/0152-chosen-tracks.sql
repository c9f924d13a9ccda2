-- Which tracks of a recording the member has chosen, by the numbers of their streams, and what was found of its captions when
-- they were read. Null where nobody chose, and where nothing was read; an older program goes on with what `media` says.
alter table videos add column wanted_tracks jsonb;
alter table videos add column captions_read jsonb;
select bound_columns('videos', '{"wanted_tracks": 4000, "captions_read": 40000}');
select told from cut_to_bounds('videos');
