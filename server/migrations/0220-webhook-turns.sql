-- The try that ended last at an endpoint, whichever event it was of.
alter table webhooks add column last_at timestamptz;
alter table webhooks add column last_status integer;
update webhooks set last_at = last.created_at, last_status = last.status
from (
  select distinct on (webhook_id) webhook_id, created_at, status from webhook_deliveries
  where attempts > 0 order by webhook_id, created_at desc
) as last
where last.webhook_id = webhooks.id;
-- Counts up with each job that is to send a delivery: one of an earlier turn sends nothing.
alter table webhook_deliveries add column turn integer not null default 0;
