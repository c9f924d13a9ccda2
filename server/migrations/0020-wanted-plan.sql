-- The paid plan somebody registered for that has no trial: the way to its payment opens after the first sign-in.
alter table users add column wanted_plan text check (wanted_plan in ('professional'));
