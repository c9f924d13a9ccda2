-- Until when a mail is of use: the end of the link in it. Without one it has none.
alter table mails add column ends_at timestamptz;
