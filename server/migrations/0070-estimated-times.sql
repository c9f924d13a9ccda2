-- A transcript that came without times has those that its place among the words gives it.
alter table videos add column transcript_estimated boolean not null default false;
