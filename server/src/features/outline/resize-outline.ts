import type { StoredBoundaries } from '../../platform/database/stored-outline.ts';
import { inOwnPlace } from '../../platform/subprocess/thread.ts';
import { asQuotes, type NewChapter } from './chapters-of.ts';
import { planResize, resizedStarts } from './resize-chapters.ts';
import { type RecordingContent, writeNewChaptersInThread } from './rewrite-chapters.ts';

/** How many chapters "fewer" and "more" are, of those that the words suggest. */
const resizeFactor = { fewer: 0.6, more: 1.6 };

type Material = {
  found: readonly NewChapter[];
  places: StoredBoundaries;
  said: RecordingContent;
  quotes: number;
  video: { duration: number };
};

/** The chapters of a run as fewer or more, as the person wished: those that were neither divided nor joined stay. */
export async function resizeOutline(
  wish: 'fewer' | 'more',
  { found, places, said, quotes, video }: Material,
  signal: AbortSignal,
): Promise<NewChapter[]> {
  const scaled = found.length * resizeFactor[wish];
  const wanted = wish === 'fewer' ? Math.max(1, Math.floor(scaled)) : Math.ceil(scaled);
  const unnamed = found.map((chapter, n) => ({ ...chapter, id: String(n) }));
  const plan = planResize(unnamed, [], resizedStarts(unnamed, places, video.duration, wanted), video.duration);
  const spans = plan.flatMap((chapter) => ('written' in chapter ? [chapter.written] : []));
  const others = plan.flatMap((chapter) => ('kept' in chapter ? [chapter.kept] : []));
  const written = await writeNewChaptersInThread(said, spans, others, quotes, inOwnPlace(signal));
  return plan.map((chapter) => {
    if ('kept' in chapter) return found[Number(chapter.kept.id)]!;
    const { title, summary, quotes: own } = written.find(({ start }) => start === chapter.written.start)!;
    return { ...chapter.written, title, summary, quotes: asQuotes(own), search: '', edited: [] };
  });
}
