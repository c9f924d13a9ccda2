-- The encoding a caption file was read in, so that its bytes are kept as they came and nothing judges them again. Null in what
-- an older program has kept, and where nobody has read it yet.
alter table caption_files add column encoding text;
select bound_columns('caption_files', '{"encoding": 4000}');
select told from cut_to_bounds('caption_files');
