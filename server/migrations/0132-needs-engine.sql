-- Whether a step that waits is known to need an engine, for which others queue: its job is of a kind of its own.
alter table steps add column needs_engine boolean not null default false;
