-- Of all requests to all servers, the one that may write an upload now, and when its server last said that it still does.
alter table uploads add column writer uuid;
alter table uploads add column writer_seen_at timestamptz;

-- The files an upload lies in until it is whole: more than one where a server that was writing has fallen silent. Part
-- `n` holds the bytes from `first` up to the first byte of the next part, or up to those received.
create table upload_parts (
  upload_id uuid not null references uploads (id) on delete cascade,
  n integer not null,
  first bigint not null,
  primary key (upload_id, n)
);
insert into upload_parts (upload_id, n, first) select id, 0, 0 from uploads where state = 'open';
