import { ChapterPart } from '@lectern/contract/videos/videos';
import type { StoredChapter } from '../../platform/database/stored-outline.ts';
import type { NewChapter } from './chapters-of.ts';
import type { Proven } from './verify-quotes.ts';

type Span = { start: number; end: number };
type Fresh = Pick<NewChapter, 'title' | 'summary' | 'quotes'>;

/** Chapters shorter than this, in seconds, are not made; leftovers between kept chapters join their neighbour. */
const shortest = 30;

/**
 * Fits new chapters around edited ones, which keep their time range, id and edits and take all else from the new. The
 * result covers the recording without gaps.
 */
export function keepEdits(
  fresh: readonly NewChapter[],
  edited: readonly StoredChapter[],
  again: (span: Span) => Fresh,
): NewChapter[] {
  const end = fresh.at(-1)?.end ?? 0;
  const kept = edited
    .filter((chapter) => chapter.start < end)
    .sort((a, b) => a.start - b.start)
    .map((chapter) => refresh({ ...chapter, end: Math.min(chapter.end, end) }, again));
  if (kept.length === 0) return [...fresh];
  const free = gaps(kept, end).flatMap((gap) =>
    fresh.flatMap((chapter) => {
      const start = Math.max(chapter.start, gap.start);
      const stop = Math.min(chapter.end, gap.end);
      if (stop - start < shortest) return [];
      const quotes = quotesWithin(chapter, start, stop);
      // The rest of a chapter whose quotes fell to a neighbour has its own to give.
      return [
        { ...chapter, start, end: stop, quotes: quotes.length > 0 ? quotes : again({ start, end: stop }).quotes },
      ];
    }),
  );
  return closeGaps(
    [...kept, ...free].sort((a, b) => a.start - b.start),
    end,
  );
}

/** The spans that `keepEdits` asks to be written again. */
export function spansToRewrite(fresh: readonly NewChapter[], edited: readonly StoredChapter[]): Span[] {
  const spans: Span[] = [];
  keepEdits(fresh, edited, (span) => {
    spans.push(span);
    return { title: '', summary: '', quotes: [] };
  });
  return spans;
}

function refresh(chapter: StoredChapter, again: (span: Span) => Fresh): NewChapter {
  if (chapter.edited.length === ChapterPart.options.length) return chapter;
  const made = again(chapter);
  const keeps = (field: ChapterPart): boolean => chapter.edited.includes(field);
  return {
    ...chapter,
    title: keeps('title') ? chapter.title : made.title,
    summary: keeps('summary') ? chapter.summary : made.summary,
    quotes: keeps('quote') ? chapter.quotes : made.quotes,
  };
}

const quotesWithin = ({ quotes }: NewChapter, start: number, end: number) =>
  quotes.filter((quote) => quote.start === undefined || (quote.start >= start && quote.start < end));

function gaps(kept: readonly NewChapter[], end: number): Span[] {
  const found: Span[] = [];
  let at = 0;
  for (const chapter of kept) {
    if (chapter.start > at) found.push({ start: at, end: chapter.start });
    at = Math.max(at, chapter.end);
  }
  if (at < end) found.push({ start: at, end });
  return found;
}

/** Every chapter ends where the next begins; the first begins at 0. */
const closeGaps = (chapters: readonly NewChapter[], end: number): NewChapter[] =>
  chapters.map((chapter, n) => ({
    ...chapter,
    start: n === 0 ? 0 : chapter.start,
    end: chapters[n + 1]?.start ?? end,
  }));

/** Seconds within which two chapters begin at the same moment. */
const slack = 1;

/**
 * Gives new chapters that begin where a chapter was its id; one that ends there too keeps the answer of its last
 * search.
 */
export function keepIds(
  chapters: readonly Proven<NewChapter>[],
  before: readonly StoredChapter[],
): Proven<NewChapter>[] {
  const taken = new Set(chapters.map(({ id }) => id));
  return chapters.map((chapter) => {
    if (chapter.id !== undefined) return chapter;
    const same = before.find(({ id, start }) => !taken.has(id) && Math.abs(start - chapter.start) <= slack);
    if (!same) return chapter;
    taken.add(same.id);
    const search = Math.abs(same.end - chapter.end) <= slack ? same.search : chapter.search;
    return { ...chapter, id: same.id, search };
  });
}
