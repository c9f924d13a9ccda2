import { chapterAgain, type Outline } from '@lectern/chaptering/outline';
import { quotesFor } from '@lectern/chaptering/writing-desk';
import type { Cue } from '@lectern/contract/cue';
import { asQuotes, type NewChapter } from './chapters-of.ts';

type Span = { start: number; end: number };

/** Share of either span that both have in common. */
const common = (a: Span, b: Span): number =>
  (Math.min(a.end, b.end) - Math.max(a.start, b.start)) / Math.max(a.end - a.start, b.end - b.start);

/** From this share on two chapters are about the same. */
const same = 0.6;

/**
 * What a chapter that a person has edited gets where the person has written nothing: the texts of the new chapter at
 * its place, else the built-in engine's for exactly its span.
 */
export function writeAgain(
  cues: readonly Cue[],
  outline: Outline,
  span: Span,
  quotes: number,
): Pick<NewChapter, 'title' | 'summary' | 'quotes'> {
  const there = outline.chapters.find((chapter) => common(chapter, span) >= same);
  const inside = there?.quotes.filter(({ start }) => start >= span.start && start < span.end) ?? [];
  if (there && inside.length > 0) return { title: there.title, summary: there.summary, quotes: asQuotes(inside) };
  const own = chapterAgain(cues, span, { quotes: quotesFor(quotes, span.end - span.start) });
  return { title: there?.title ?? own.title, summary: there?.summary ?? own.summary, quotes: asQuotes(own.quotes) };
}
