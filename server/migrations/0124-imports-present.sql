-- Places, from 0, of those videos of the archive that were in the account when it was first looked into: a run that goes
-- on after a killed one must not take for old what that one brought in. Null before, and after the end.
alter table imports add column present jsonb;
