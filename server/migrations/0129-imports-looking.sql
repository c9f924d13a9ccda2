-- How far it has been found out which videos of the archive are in the account: {"after", "places"}. Null before, and after.
alter table imports add column looking jsonb;
