-- Whom the payment provider knows a member as.
create table billing_accounts (
  user_id uuid primary key references users (id) on delete cascade,
  customer_id text not null unique,
  subscription_id text,
  -- When the provider was asked for what stands in users: an older answer that comes later changes nothing.
  asked_at timestamptz
);

-- The payment history. It outlives its member, without the person.
create table payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users (id) on delete set null,
  -- The provider's invoice or payment.
  provider_id text not null unique,
  price integer not null,
  payment_type text not null check (payment_type in ('subscription', 'tokens')),
  product_id text not null,
  status text not null check (status in ('open', 'succeeded', 'failed', 'refunded')),
  log text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index payments_user on payments (user_id, created_at desc);
create index payments_created on payments (created_at desc);

-- Events that were taken; one that comes again is not taken again.
create table payment_events (
  id text primary key,
  received_at timestamptz not null default now()
);

-- The payment provider of the sandbox. Card numbers are never stored: only how the card behaves.
create table sandbox_customers (
  id text primary key,
  email text not null
);
create table sandbox_checkouts (
  id text primary key,
  customer_id text not null references sandbox_customers (id) on delete cascade,
  plan text not null,
  success_url text not null,
  cancel_url text not null,
  state text not null default 'open' check (state in ('open', 'complete', 'abandoned')),
  created_at timestamptz not null
);
create table sandbox_subscriptions (
  id text primary key,
  customer_id text not null references sandbox_customers (id) on delete cascade,
  plan text not null,
  state text not null check (state in ('active', 'ending', 'unpaid', 'ended')),
  anchor timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  renewal_fails boolean not null default false,
  created_at timestamptz not null
);
create index sandbox_subscriptions_due on sandbox_subscriptions (period_end) where state in ('active', 'ending');
create table sandbox_payments (
  id text primary key,
  customer_id text not null references sandbox_customers (id) on delete cascade,
  kind text not null check (kind in ('subscription', 'tokens')),
  product_id text not null,
  amount integer not null,
  state text not null check (state in ('open', 'succeeded', 'failed', 'refunded')),
  reason text not null default '',
  client_secret text unique,
  created_at timestamptz not null
);
create index sandbox_payments_customer on sandbox_payments (customer_id, created_at desc);
