-- What stood in a cue before a person changed it; null while nobody has. When the same words come again, in a new
-- transcript of the recording, the change is made again.
alter table cues add column heard_text text;
alter table cues add column heard_speaker text;

-- Digest of the transcript the chapters were written from: another one means that they are out of date.
alter table videos add column outline_of text;
