-- What a provider keeps of ours (MEDIA=mux). A row is written before anything is asked of the provider and goes when it
-- keeps nothing any more, so that nothing there is ever without an owner here. `id` is that of the upload and the video,
-- without a reference to either: it outlives both.
create table provider_assets (
  id uuid primary key,
  upload_id text unique,
  url text,
  asset_id text unique,
  asked_at timestamptz,
  created_at timestamptz not null default now()
);

-- Where a recording lies that is not in our own storage: the provider's names of it.
alter table videos add column remote jsonb;
