-- Bytes that what is coming in was promised beyond what it has told of its size: counted while somebody writes it, so that
-- many cannot be promised the same room. Of an upload from its beginning, of an archive what it takes with its copies.
alter table uploads add column promised bigint not null default 0;
alter table imports add column promised bigint not null default 0;
