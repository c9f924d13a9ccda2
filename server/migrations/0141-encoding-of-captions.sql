-- The encoding a caption file was read in, so that its bytes are kept as they came and nothing judges them again. Null in what
-- an older program has kept, and where nobody has read it yet.
alter table caption_files
  add column encoding text,
  add constraint caption_files_encoding_longest check (octet_length(encoding) <= 4000) not valid;
