-- What is looked through is folded, as what is looked for is (contract/src/rules/folded-text.ts). How much of a span is its own
-- cue's, in characters: folding changes lengths. A chapter's texts are its title, its summary and its quotes. By which folding all
-- texts of a recording are in the search stands in videos.folding; null before that is known. The hourly sweep folds them: until
-- then letters with marks are not found in what stands there in small letters. No search reads what slides_text holds any more.
-- Ends older programs: they would put into the search what is not folded, and nothing could tell it.
-- A transaction for each line from here on, which waits a moment for who uses its table, and else is tried again.
alter table videos add column if not exists folding smallint;
drop index if exists slides_text;
alter table cues add column if not exists span_own integer;
alter table slides add column if not exists folded text;
alter table chapters add column if not exists folded text[];
alter table highlights add column if not exists folded_words text, add column if not exists folded_note text;
update slides set folded = lower(left(text, 100000)) where folded is null;
update chapters set folded = array[lower(left(title, 300)), lower(left(summary, 10000))] || array(select lower(left(quote ->> 'quote', 2000)) from jsonb_array_elements(quotes) with ordinality as each (quote, n) order by n) where folded is null;
update highlights set folded_words = lower(words), folded_note = lower(note) where folded_words is null;
