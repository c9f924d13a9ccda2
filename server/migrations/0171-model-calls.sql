-- Tokens of each call of a model: {"sent", "received"}.
alter table token_operations add column if not exists calls jsonb not null default '[]'
  constraint token_operations_calls_longest check (pg_column_size(calls) <= 40000);
