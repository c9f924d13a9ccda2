import type { ComparedChapter, OutlineChanges } from '@lectern/contract/outline/outlines';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import type { StoredOutline, StoredChapter } from '../../platform/database/stored-outline.ts';
import type { NewChapter } from './chapters-of.ts';

const fields = ['title', 'description', 'summary'] as const;

/** Chapters that share this part of the longer one are the same chapter, changed. */
const sharedPart = 0.5;

/** Compares two outlines of a video. */
export function outlineChanges(before: StoredOutline, after: StoredOutline): OutlineChanges {
  const texts = fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: before[field], after: after[field] }));
  const pairs = pairChapters(before.chapters, after.chapters);
  const chapters = pairs
    .map(([one, other]) => ({ one, other, fields: one && other ? differing(compared(one), compared(other)) : [] }))
    .filter(({ one, other, fields: changed }) => !one || !other || changed.length > 0)
    .toSorted((a, b) => (a.other ?? a.one)!.start - (b.other ?? b.one)!.start)
    .map(({ one, other, fields: changed }) => ({
      before: one ? compared(one) : null,
      after: other ? compared(other) : null,
      fields: changed,
    }));
  return { texts, chapters };
}

type Pair<C> = [before: C | undefined, after: C | undefined];

/** Each chapter with the one it was or has become: of the same id, else of most of the same time. */
function pairChapters<C extends NewChapter>(before: readonly C[], after: readonly C[]): Pair<C>[] {
  const left = new Set(before);
  const ofId = new Map(before.map((chapter) => [chapter.id, chapter]));
  const partners = new Map<C, C>();
  for (const chapter of after) {
    const same = chapter.id === undefined ? undefined : ofId.get(chapter.id);
    if (same && left.delete(same)) partners.set(chapter, same);
  }
  for (const chapter of after) {
    if (partners.has(chapter)) continue;
    const best = [...left].toSorted((a, b) => shared(b, chapter) - shared(a, chapter))[0];
    if (!best || shared(best, chapter) < sharedPart) continue;
    left.delete(best);
    partners.set(chapter, best);
  }
  return [
    ...after.map((chapter): Pair<C> => [partners.get(chapter), chapter]),
    ...Array.from(left, (chapter): Pair<C> => [chapter, undefined]),
  ];
}

/** The part of the longer chapter that both cover. */
function shared(one: NewChapter, other: NewChapter): number {
  const both = Math.min(one.end, other.end) - Math.max(one.start, other.start);
  return Math.max(0, both) / Math.max(one.end - one.start, other.end - other.start, 1);
}

const compared = ({ title, start, summary, quotes }: NewChapter): ComparedChapter => ({
  title,
  start: formatTimecode(start),
  summary,
  quotes: quotes.map(({ quote }) => quote),
});

const differing = (one: ComparedChapter, other: ComparedChapter) =>
  (['title', 'start', 'summary', 'quotes'] as const).filter(
    (field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  );

const texts = ['title', 'description', 'summary'] as const;

const valueOf = (chapter: StoredChapter, field: StoredChapter['edited'][number]): unknown =>
  field === 'quote' ? chapter.quotes.map(({ quote, timecode }) => [quote, timecode]) : chapter[field];

/** Lists the fields a person edited in a chapter that the other chapter lacks. */
const missing = (chapter: StoredChapter, other: StoredChapter | undefined): StoredChapter['edited'] =>
  chapter.edited.filter(
    (field) => !other || JSON.stringify(valueOf(chapter, field)) !== JSON.stringify(valueOf(other, field)),
  );

/**
 * Carries a person's edits into the restored outline wherever the text is for the video or a chapter at the same
 * position. `left` names edits without a match.
 */
export function carryEdits(present: StoredOutline, back: StoredOutline): { outline: StoredOutline; left: string[] } {
  const own = texts
    .filter((field) => present[`${field}_by_person`])
    .map((field) => ({ [field]: present[field], [`${field}_by_person`]: true }));
  const left: string[] = [];
  const carried = new Map<StoredChapter, StoredChapter>();
  for (const [other, chapter] of pairChapters(back.chapters, present.chapters)) {
    if (!chapter) continue;
    const fields = missing(chapter, other);
    if (!other) {
      const names = fields.map((field) => (field === 'quote' ? 'the quotes' : `the ${field}`));
      left.push(...names.map((name) => `${name} of the chapter “${chapter.title}”`));
    } else if (fields.length > 0) {
      carried.set(other, {
        ...other,
        ...(fields.includes('title') ? { title: chapter.title } : {}),
        ...(fields.includes('summary') ? { summary: chapter.summary } : {}),
        ...(fields.includes('quote') ? { quotes: chapter.quotes } : {}),
        edited: [...new Set([...other.edited, ...fields])],
      });
    }
  }
  const chapters = back.chapters.map((chapter) => carried.get(chapter) ?? chapter);
  return { outline: { ...Object.assign({}, back, ...own), chapters }, left };
}
