-- Which transcript a provider shows with the recording: its `captions_track_id` of then.
alter table provider_assets add column captions_id text;
