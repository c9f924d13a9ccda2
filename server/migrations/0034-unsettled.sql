-- Every minute the rows that wait for a job, or say that one works on them, are compared with the jobs there are.
create index steps_unsettled on steps (step) where state in ('waiting', 'running');
create index clips_unsettled on clips (id) where state in ('waiting', 'running');
