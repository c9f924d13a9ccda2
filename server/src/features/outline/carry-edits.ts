import type { StoredOutline, StoredChapter } from '../../platform/database/stored-outline.ts';
import { pairChapters } from './outline-changes.ts';

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
