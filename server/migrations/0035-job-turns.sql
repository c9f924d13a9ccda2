-- When a member's last job of a kind was begun: of those that wait, the one whose turn is longest ago comes next.
create table job_turns (
  name text not null,
  member text not null,
  served_at timestamptz not null,
  primary key (name, member)
);
