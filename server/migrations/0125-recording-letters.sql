-- Whether a member wants to be told by mail what has become of a recording.
alter table users add column recording_mails boolean not null default true;
-- Recordings of whose processing their owner is still to be told: that it has ended, and when it was told that it failed.
create table recording_letters (
  video_id uuid primary key references videos (id) on delete cascade,
  failure_posted_at timestamptz
);
