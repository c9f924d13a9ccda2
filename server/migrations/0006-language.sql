-- Who did the work of an operation, and the tokens its provider counted; null where nobody counts.
alter table token_operations
  add column engine text not null default 'lectern-offline-1',
  add column sent bigint,
  add column received bigint;
