-- What is looked through is folded, as what is looked for is (contract/src/rules/folded-text.ts). How much of a span is its own
-- cue's, in characters: folding changes lengths. Null in what an older program has put there, until it is put there anew.
alter table cues add column span_own integer;
alter table slides add column folded text;
