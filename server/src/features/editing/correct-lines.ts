import type { Cue } from '@lectern/contract/transcripts/cue';
import type { Queryable } from '../../platform/database/database.ts';
import { recutChapterQuotes } from '../outline/prove-chapter-quotes.ts';
import { wordsChange } from '../outline/recut-quotes.ts';
import { recutHighlights } from './highlights/recut-highlights.ts';
import type { VideoRow } from '../videos/find-video.ts';
import { changeTexts, digestTranscript } from '../transcripts/cues.ts';
import { captionsChanged } from '../videos/captions-track.ts';
import { earlierFollows } from '../outline/outline-history.ts';
import { type EventWriter, recordEvent } from '../../platform/events/events.ts';

/**
 * Records that a person changed the transcript: players reload captions, and chapters written from another one become
 * outdated. Returns the video as it is now.
 */
export async function transcriptChanged(
  world: EventWriter,
  tx: Queryable,
  video: VideoRow,
  before: readonly Cue[],
): Promise<VideoRow> {
  await recordTranscript(world, tx, video);
  return captionsChanged(tx, video.id, {
    outline_transcript_digest: video.outline_transcript_digest ?? digestTranscript(before),
  });
}

const recordTranscript = (
  world: EventWriter,
  tx: Queryable,
  { id, workspace_id: workspaceId }: VideoRow,
): Promise<void> =>
  recordEvent(world, tx, { kind: 'transcript.changed', workspaceId, subjectId: id, payload: { by: 'member' } });

/**
 * The same where chapters are rewritten with their transcript: those that were written from it still are, also those that a
 * regeneration has replaced.
 */
async function transcriptRewritten(
  world: EventWriter,
  tx: Queryable,
  video: VideoRow,
  { before, after }: { before: readonly Cue[]; after: readonly Cue[] },
): Promise<VideoRow> {
  const [from, to] = [digestTranscript(before), digestTranscript(after)];
  await earlierFollows(tx, video.id, from, to);
  await recordTranscript(world, tx, video);
  return captionsChanged(tx, video.id, {
    outline_transcript_digest: video.outline_transcript_digest === from ? to : video.outline_transcript_digest,
  });
}

/**
 * Rewrites cues in transcript, search index, quotes and highlights. The video must be locked. Corrections make
 * chapters outdated; a glossary changes them too. Returns the video.
 */
export async function correctLines(
  world: EventWriter,
  tx: Queryable,
  video: VideoRow,
  cues: readonly Cue[],
  lines: readonly { n: number; text: string }[],
  by: 'person' | 'glossary',
): Promise<VideoRow> {
  const after = [...cues];
  for (const { n, text } of lines) after[n] = { ...after[n]!, text };
  const numbers = lines.map(({ n }) => n);
  await changeTexts(tx, video.id, numbers, after);
  const change = wordsChange(cues, after, numbers);
  await recutChapterQuotes(world, tx, video, change);
  await recutHighlights(tx, video.id, change);
  return by === 'person'
    ? transcriptChanged(world, tx, video, cues)
    : transcriptRewritten(world, tx, video, { before: cues, after });
}
