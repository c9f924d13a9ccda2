-- How a portal looks beside its colour: what its first page is made of, its typefaces, a logo.
alter table portals
  add column layout text not null default 'grid' check (layout in ('grid', 'list', 'single')),
  add column font text not null default 'serif' check (font in ('serif', 'sans', 'system'));

-- A logo as it was drawn anew from what its owner sent. `hash` names it in its address, which is kept for ever.
create table portal_logos (
  user_id uuid primary key references portals (user_id) on delete cascade,
  hash text not null,
  png bytea not null,
  width integer not null,
  height integer not null
);
