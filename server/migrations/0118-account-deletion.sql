-- When an administrator deleted the account: a job removes what is outside of the database, and the row at last.
alter table users add column deleting_at timestamptz;
