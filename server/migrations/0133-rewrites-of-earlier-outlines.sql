-- A place in the outline that a regeneration has replaced: it is rewritten with the others, so that it comes back as the
-- glossary has it, but it is none that anybody sees and chooses.
alter table rewrite_places add column earlier boolean not null default false;
