-- A recording that the product brings along, in a member's library at his wish. It counts against no plan.
alter table videos add column is_sample boolean not null default false;
create unique index videos_one_sample on videos (user_id) where is_sample and deleted_at is null;
