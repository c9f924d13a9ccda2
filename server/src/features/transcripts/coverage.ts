import type { TimeRange } from '../../ports/speech/port.ts';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { toMilliseconds } from './formats/caption-file.ts';
import type { TranscriptGap } from '@lectern/contract/videos/videos';
import type { Queryable } from '../../platform/database/database.ts';

/** Shorter stretches without words, in seconds, are breath, applause or a laugh. */
const shortestGap = 8;

/** Speech is not a solid block: stretches this close together, in seconds, are one. */
const breath = 2;

/** Words begin and end a little beside the sound of them. */
const margin = 0.5;

function merged(stretches: readonly TimeRange[], within: number): TimeRange[] {
  const result: TimeRange[] = [];
  for (const { start, end } of stretches.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last && start - last.end <= within) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

/** The stretches where something was heard and no words stand, in order. */
export function findUncoveredRanges(heard: readonly TimeRange[], spoken: readonly TimeRange[]): TimeRange[] {
  const words = merged(
    spoken.map(({ start, end }) => ({ start: start - margin, end: end + margin })),
    0,
  );
  const silent: TimeRange[] = [];
  let from = 0;
  for (const { start, end } of [...words, { start: Infinity, end: Infinity }]) {
    if (start > from) silent.push({ start: from, end: start });
    from = Math.max(from, end);
  }
  const sounds = merged(heard, breath);
  return silent
    .flatMap((gap) =>
      sounds.map((sound) => ({ start: Math.max(gap.start, sound.start), end: Math.min(gap.end, sound.end) })),
    )
    .filter(({ start, end }) => end - start >= shortestGap);
}

/** Levels in decibels below full scale: nothing under the first counts as sound, everything over the second does. */
const quietest = -48;
const loudest = -26;

/** How far sound stands out from the background noise, in decibels. */
const aboveNoise = 9;

/** Where something is heard above the recording's own background noise. */
export function soundsIn(levels: readonly number[]): TimeRange[] {
  const noise = levels.toSorted((one, other) => one - other)[Math.floor(levels.length / 10)] ?? quietest;
  const threshold = Math.min(loudest, Math.max(quietest, noise + aboveNoise));
  return merged(
    levels.flatMap((level, n) => (level >= threshold ? [{ start: n / 10, end: (n + 1) / 10 }] : [])),
    0.5,
  );
}

/**
 * Spreads cues without times evenly over the ranges with speech, or over the whole recording when none are known.
 * Expects cues in order at an ordinary pace.
 */
export function spreadUntimedCues(cues: readonly Cue[], heard: readonly TimeRange[], duration: number): Cue[] {
  const total = cues.at(-1)?.end ?? 0;
  const places = heard.length > 0 ? heard : [{ start: 0, end: duration }];
  const room = places.reduce((sum, { start, end }) => sum + end - start, 0);
  const placeOf = (time: number): number => {
    let left = (time / total) * room;
    for (const { start, end } of places) {
      if (left <= end - start) return start + left;
      left -= end - start;
    }
    return places.at(-1)!.end;
  };
  return cues.map((cue) => {
    const start = toMilliseconds(Math.min(placeOf(cue.start), duration - 0.002));
    return { ...cue, start, end: Math.max(start + 0.001, toMilliseconds(Math.min(placeOf(cue.end), duration))) };
  });
}

/** Where something is heard in a video and its transcript has no words, in order. */
export async function transcriptGapsOf(db: Queryable, videoId: string): Promise<TranscriptGap[]> {
  const rows = await db
    .selectFrom('transcript_gaps')
    .select(['start_s', 'end_s', 'speech'])
    .where('video_id', '=', videoId)
    .orderBy('start_s')
    .execute();
  return rows.map(({ start_s, end_s, speech }) => ({ start: start_s, end: end_s, speech }));
}

/** Replaces a video's gaps. */
export async function replaceGaps(tx: Queryable, videoId: string, gaps: readonly TranscriptGap[]): Promise<void> {
  await tx.deleteFrom('transcript_gaps').where('video_id', '=', videoId).execute();
  if (gaps.length > 0)
    await tx
      .insertInto('transcript_gaps')
      .values(gaps.map(({ start, end, speech }) => ({ video_id: videoId, start_s: start, end_s: end, speech })))
      .execute();
}
