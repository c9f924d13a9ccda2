-- Whether visitors may ask the recordings of a portal. Off: what a model answers costs the owner tokens.
alter table portals add column answers_questions boolean not null default false;
