-- Whether an engine heard speech in a gap; otherwise only sound was heard, which may be music.
alter table transcript_gaps add column speech boolean not null default false;
