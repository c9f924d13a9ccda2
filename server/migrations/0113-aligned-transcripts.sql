-- Whether the times of a transcript without any were looked for in the recording: found, or the text is another one's.
alter table videos add column transcript_alignment text check (transcript_alignment in ('aligned', 'unlike'));
