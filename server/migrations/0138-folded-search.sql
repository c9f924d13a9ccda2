-- What is looked through is folded, as what is looked for is (contract/src/rules/folded-text.ts). How much of a span is its own
-- cue's, in characters: folding changes lengths. A chapter's texts are its title, its summary and its quotes.
-- Ends older programs: they would put into the search what is not folded, and nothing could tell it.
alter table cues add column span_own integer;
alter table slides add column folded text;
alter table chapters add column folded text[];
alter table highlights add column folded_words text, add column folded_note text;
-- By which folding all texts of a recording are in the search; null before that is known. The hourly sweep folds them.
alter table videos add column folding smallint;
-- Until then they are found as they were.
update slides set folded = lower(left(text, 100000));
update chapters set folded = array[lower(left(title, 300)), lower(left(summary, 10000))] || array(
  select lower(left(quote ->> 'quote', 2000))
  from jsonb_array_elements(quotes) with ordinality as each (quote, n) order by n);
update highlights set folded_words = lower(words), folded_note = lower(note);
-- No search reads what it holds any more.
drop index slides_text;
