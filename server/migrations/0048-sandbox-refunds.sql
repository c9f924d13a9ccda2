-- Which subscription a payment of the sandbox was for, so that a surplus one can be given back.
alter table sandbox_payments add column subscription_id text;
