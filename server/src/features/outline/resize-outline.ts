import type { RankedPlaces } from '../../platform/database/stored-outline.ts';
import { inOwnPlace } from '../../platform/subprocess/thread.ts';
import { asQuotes, type NewChapter } from './chapters-of.ts';
import { redrawn, redrawnStarts } from './resize-chapters.ts';
import { type Said, writeBeside } from './rewrite-chapters.ts';

/** How many chapters "fewer" and "more" are, of those that the words suggest. */
const share = { fewer: 0.6, more: 1.6 };

type Material = {
  found: readonly NewChapter[];
  places: RankedPlaces;
  said: Said;
  quotes: number;
  video: { duration: number };
};

/** The chapters of a run as fewer or more, as the person wished: those that were neither divided nor joined stay. */
export async function drawnAs(
  wish: 'fewer' | 'more',
  { found, places, said, quotes, video }: Material,
  signal: AbortSignal,
): Promise<NewChapter[]> {
  const scaled = found.length * share[wish];
  const wanted = wish === 'fewer' ? Math.max(1, Math.floor(scaled)) : Math.ceil(scaled);
  const unnamed = found.map((chapter, n) => ({ ...chapter, id: String(n) }));
  const plan = redrawn(unnamed, [], redrawnStarts(unnamed, places, video.duration, wanted), video.duration);
  const spans = plan.flatMap((chapter) => ('written' in chapter ? [chapter.written] : []));
  const others = plan.flatMap((chapter) => ('kept' in chapter ? [chapter.kept] : []));
  const written = await writeBeside(said, spans, others, quotes, inOwnPlace(signal));
  return plan.map((chapter) => {
    if ('kept' in chapter) return found[Number(chapter.kept.id)]!;
    const { title, summary, quotes: own } = written.find(({ start }) => start === chapter.written.start)!;
    return { ...chapter.written, title, summary, quotes: asQuotes(own), search: '', edited: [] };
  });
}
