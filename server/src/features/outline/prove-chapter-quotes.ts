import type { Queryable } from '../../platform/database/database.ts';
import type { StoredChapter } from '../../platform/database/stored-outline.ts';
import { cuesOf } from '../transcripts/cues.ts';
import type { StepHandler } from '../videos/pipeline.ts';
import { chaptersOf, updateChapters } from './chapters-of.ts';
import { replaceOutlineHistory, earlierOutline } from './outline-history.ts';
import { looksAtQuotes, provenChapters } from './verify-quotes.ts';
import { recutQuotes, type WordsChange } from './recut-quotes.ts';
import type { EventWriter } from '../../platform/events/events.ts';
import type { VideoRow } from '../videos/find-video.ts';

/**
 * Wraps a step that brings a transcript: existing chapters at once lose quotes that the new transcript does not
 * contain (`decisions/0079`).
 */
export const provingQuotes =
  (step: StepHandler): StepHandler =>
  async (world, video, run) => {
    const outcome = await step(world, video, run);
    if (!outcome || (outcome.state ?? 'done') !== 'done') return outcome;
    return {
      ...outcome,
      save: async (tx) => {
        await outcome.save?.(tx);
        await proveChapterQuotes(world, tx, video);
      },
    };
  };

/** Also of the outline that a regeneration has replaced: it may be brought back. */
async function proveChapterQuotes(world: EventWriter, tx: Queryable, video: VideoRow): Promise<void> {
  const videoId = video.id;
  const [chapters, earlier] = [await chaptersOf(tx, videoId), await earlierOutline(tx, videoId)];
  if (![chapters, earlier?.outline.chapters ?? []].some(areCut)) return;
  const cues = await cuesOf(tx, videoId);
  const looks = looksAtQuotes();
  if (areCut(chapters))
    await updateChapters(world, tx, { video, by: 'engine' }, chapters, provenChapters(chapters, cues, looks));
  if (!earlier) return;
  const kept = provenChapters(earlier.outline.chapters, cues, looks);
  await replaceOutlineHistory(tx, videoId, { ...earlier.outline, chapters: kept }, earlier.restored);
}

const areCut = (chapters: readonly StoredChapter[]): boolean =>
  chapters.some(({ quotes }) => quotes.some(({ cues }) => cues));

/**
 * Recuts quotes after cues changed so that they stay verbatim, also in the earlier outline that can be brought back.
 */
export async function recutChapterQuotes(
  world: EventWriter,
  tx: Queryable,
  video: VideoRow,
  change: WordsChange,
): Promise<void> {
  const stored = await chaptersOf(tx, video.id);
  const chapters = recut(stored, change);
  if (chapters) await updateChapters(world, tx, { video, by: 'member' }, stored, chapters);
  const earlier = await earlierOutline(tx, video.id);
  const kept = earlier && recut(earlier.outline.chapters, change);
  if (kept) await replaceOutlineHistory(tx, video.id, { ...earlier.outline, chapters: kept }, earlier.restored);
}

/** The chapters with their quotes cut again; undefined when none of them is touched. */
function recut<C extends StoredChapter>(chapters: readonly C[], change: WordsChange): C[] | undefined {
  let isTouched = false;
  const made = chapters.map((chapter) => {
    const quotes = recutQuotes<C['quotes'][number]>(chapter.quotes, change, chapter.start);
    isTouched ||= quotes.length < chapter.quotes.length || quotes.some((quote, n) => quote !== chapter.quotes[n]);
    return { ...chapter, quotes };
  });
  return isTouched ? made : undefined;
}
