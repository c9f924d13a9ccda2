-- Whether something of a write is stored: sent again after its server was killed, it is not done a second time.
alter table api_requests add column is_written boolean not null default false;
