-- What a table of the back office is sorted by; the id puts equals in an order of their own, in both directions.
create index users_by_name on users (lower(firstname), lower(lastname), id);
create index users_by_plan on users (plan, id);
create index users_by_state on users (is_active, id);
create index videos_by_title on videos (lower(title), id);
create index videos_by_deletion on videos (deleted_at, id);
create index token_operations_by_name on token_operations (operation, id);
create index token_operations_by_use on token_operations (used, id);
create index payments_by_price on payments (price, id);
create index payments_by_status on payments (status, id);
create index payments_by_type on payments (payment_type, id);
create index reports_by_type on reports (report_type, id);
create index reports_by_subject on reports (lower(subject), id);
create index reports_by_email on reports (lower(email), id);

-- The videos of a user, the deleted ones too: videos_user leaves those out.
create index videos_owner on videos (user_id, deleted_at);
