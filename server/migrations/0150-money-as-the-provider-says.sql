-- What the provider last said of the subscription that makes the membership, and was applied: it is applied once.
-- With the plan and the end of the membership that this made: who finds others there, finds what was granted.
-- Until when a payment may still come that was begun, and for which end of a time of grace its member was reminded.
alter table billing_accounts
  add column applied text constraint billing_accounts_applied_longest check (octet_length(applied) <= 4000),
  add column applied_plan text constraint billing_accounts_applied_plan_longest check (octet_length(applied_plan) <= 4000),
  add column applied_end timestamptz,
  add column pending_until timestamptz,
  add column reminded_for timestamptz;
-- That a subscription runs no more was applied before: what stands there counts as granted, for no membership has this end.
update billing_accounts set applied_end = 'epoch' where lapsed;

-- Customers whom the provider did not know: deleted there, or of another account or mode of it, whose keys may come back.
-- With what they had: who is known again has it again.
create table former_customers (
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
create index former_customers_user on former_customers (user_id);
create index former_customers_asked on former_customers (asked_at) where subscription_id is not null;

-- Subscriptions bought beside one, that are being ended and given back.
create table surplus_subscriptions (
  subscription_id text primary key
    constraint surplus_subscriptions_subscription_id_longest check (octet_length(subscription_id) <= 4000),
  user_id uuid not null references users (id) on delete cascade
);
create index surplus_subscriptions_user on surplus_subscriptions (user_id);

-- How often a customer was begun to be made for a member and was not.
create table customer_attempts (
  user_id uuid primary key references users (id) on delete cascade,
  attempts integer not null
);

-- Until when a membership goes on although its renewal was not paid: while this is its end.
alter table users add column grace_end timestamptz;

-- An operator may sell in another currency, in the provider's pages.
-- How many questions there were about the customer when a payment was last handed to a page, and when its state changed.
-- How much of it was given back, where that was ever noted.
alter table payments
  add column handed_out integer,
  add column given_back integer,
  add column changed integer,
  add column currency text not null default 'usd'
    constraint payments_currency_longest check (octet_length(currency) <= 4000);

-- What the operator was told, each once.
create table concerns (
  kind text not null constraint concerns_kind_longest check (octet_length(kind) <= 4000),
  subject text not null constraint concerns_subject_longest check (octet_length(subject) <= 4000),
  told text not null constraint concerns_told_longest check (octet_length(told) <= 40000),
  created_at timestamptz not null,
  primary key (kind, subject)
);
create index concerns_created on concerns (created_at);
