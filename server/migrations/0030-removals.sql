-- What a person has removed, or a refused or abandoned upload or import: only a folder that is named here is deleted.
-- A name is noted in the transaction that is its reason, and kept for some days after its folder is gone, because a
-- job that was being stopped may have written once more.
create table removals (
  id uuid primary key,
  created_at timestamptz not null default now()
);
insert into removals (id)
  select id from videos where deleted_at is not null
  union select id from uploads where state in ('cancelled', 'rejected')
  union select id from imports where state in ('done', 'failed');

-- Since which hour of the running installation nothing has come, and what was last touched then. Hours are counted,
-- not told by the clock: a wrong one must not end an upload.
alter table uploads add column idle_since integer, add column idle_touched_at timestamptz;
