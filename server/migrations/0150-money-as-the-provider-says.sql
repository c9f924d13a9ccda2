-- Customers whom the provider did not know: deleted there, or of another account or mode of it, whose keys may come back.
-- With what they had: who is known again has it again.
create table if not exists former_customers (
  customer_id text primary key
    constraint former_customers_customer_id_longest check (octet_length(customer_id) <= 4000),
  user_id uuid not null references users (id) on delete cascade,
  subscription_id text
    constraint former_customers_subscription_id_longest check (octet_length(subscription_id) <= 4000),
  applied_plan text constraint former_customers_applied_plan_longest check (octet_length(applied_plan) <= 4000),
  applied_end timestamptz,
  asked integer not null,
  retired_at timestamptz not null,
  asked_at timestamptz not null
);
create index if not exists former_customers_user on former_customers (user_id);
create index if not exists former_customers_asked on former_customers (asked_at) where subscription_id is not null;

-- Subscriptions bought beside one, that are being ended and given back.
create table if not exists surplus_subscriptions (
  subscription_id text primary key
    constraint surplus_subscriptions_subscription_id_longest check (octet_length(subscription_id) <= 4000),
  user_id uuid not null references users (id) on delete cascade
);
create index if not exists surplus_subscriptions_user on surplus_subscriptions (user_id);

-- How often a customer was begun to be made for a member and was not.
create table if not exists customer_attempts (
  user_id uuid primary key references users (id) on delete cascade,
  attempts integer not null
);

-- What the operator was told, each once.
create table if not exists concerns (
  kind text not null constraint concerns_kind_longest check (octet_length(kind) <= 4000),
  subject text not null constraint concerns_subject_longest check (octet_length(subject) <= 4000),
  told text not null constraint concerns_told_longest check (octet_length(told) <= 40000),
  user_id uuid references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (kind, subject)
);
create index if not exists concerns_created on concerns (created_at);
create index if not exists concerns_user on concerns (user_id);

-- Then, each by itself, for older versions go on and would wait for one table while they keep another:
-- users: until when a membership goes on although its renewal was not paid, while this is its end.
-- billing_accounts: what the provider last said of the subscription that makes the membership, and was applied, once; the
-- plan and the end that this made, so that others than these were granted; until when a payment may still come that was
-- begun; for which end of a time of grace its member was reminded. Where it was applied before that a subscription runs no
-- more, what stands there counts as granted, for no membership has this end.
-- payments: in which currency; how much was given back, where that was ever noted; how many questions there were about the
-- customer when it was last handed to a page, and when its state changed.
-- A transaction for each line from here on, each harmless when it runs again.
alter table users add column if not exists grace_end timestamptz;
alter table billing_accounts add column if not exists applied text, add column if not exists applied_plan text, add column if not exists applied_end timestamptz, add column if not exists pending_until timestamptz, add column if not exists reminded_for timestamptz;
select bound_columns('billing_accounts', '{"applied": 4000, "applied_plan": 4000}');
update billing_accounts set applied_end = 'epoch' where lapsed and applied_end is null;
alter table payments add column if not exists currency text not null default 'usd', add column if not exists given_back integer, add column if not exists handed_out integer, add column if not exists changed integer;
select bound_columns('payments', '{"currency": 4000}');
alter table billing_accounts validate constraint billing_accounts_applied_longest, validate constraint billing_accounts_applied_plan_longest;
alter table payments validate constraint payments_currency_longest;
