-- URLs from which uploads are fetched while they are open. `validator` names the content that has come so far.
create table upload_sources (
  upload_id uuid primary key references uploads (id) on delete cascade,
  url text not null constraint upload_sources_url_longest check (octet_length(url) <= 40000),
  validator text constraint upload_sources_validator_longest check (octet_length(validator) <= 4000)
);
