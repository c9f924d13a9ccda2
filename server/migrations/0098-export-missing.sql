-- How many recordings an export could not put into its archive.
alter table exports add column missing integer not null default 0;
