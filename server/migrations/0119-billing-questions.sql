-- In which order the payment provider was asked about a customer, by all processes: their clocks differ.
-- `asked` counts the questions, `answered` is the one whose answer is stored; `asked_at` only says how long ago that was.
alter table billing_accounts add column asked bigint not null default 0, add column answered bigint not null default 0;
