-- How many seconds of a member's recordings a media provider delivered on a day of UTC. A day is written anew as a whole
-- while it is counted, so that counting it twice changes nothing; what was delivered of a video stays when it is deleted.
create table delivered (
  user_id uuid not null references users (id) on delete cascade,
  day date not null,
  seconds double precision not null,
  primary key (user_id, day)
);
create index delivered_day on delivered (day);
