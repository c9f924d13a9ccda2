import type { Cue } from '../transcript.ts';
import type { Evidence, Outline } from '../outline.ts';
import { removeSlipsIfFew } from '../writing/elisions.ts';
import { isPublishable } from '../writing/quotes.ts';
import type { SentenceRange } from '../writing/salience.ts';
import {
  chaptersAt,
  findChapterCuts,
  type OutlineContext,
  buildQuote,
  limitQuoteCount,
  writeRecordingTexts,
  createOutlineContext,
  type OutlineChapter,
  type OutlineQuote,
} from '../outline-context.ts';
import { type NumberedLine, numberLines } from './numbered-lines.ts';
import { placeChapters, type Placed, type OutlineDraft } from './place-chapters.ts';
import { type LineRange, spansOfPassages } from './quote-spans.ts';
import { type Guard, createTextGuard, tidySentences, tidyTitle } from './tidy-text.ts';

/** Characters. */
const LONGEST = { chapter: 700, description: 400, summary: 1500 };

/**
 * Repairs any draft into a sound outline: ordered chapters from 0, each at least 30 seconds, quotes cut from the
 * transcript. The engine fills gaps. Deterministic.
 */
export function completeOutline(
  cues: readonly Cue[],
  evidence: Evidence,
  draft: OutlineDraft,
  { quotes, preferred }: { quotes: number; preferred?: readonly string[] },
): Outline {
  const desk = createOutlineContext(cues, evidence.duration, evidence.shown);
  const { transcript } = desk;
  const lines = numberLines(transcript, cues);
  const own = findChapterCuts(desk, evidence.slides ?? []);
  const placed = placeChapters(transcript, lines, draft, own);
  const cuts = placed.slice(1).map(({ sentence }) => sentence);
  const guard = createTextGuard(draft.mark, transcript.text);
  const titles = new Set<string>();
  const chapters = chaptersAt(desk, cuts, { quotes, preferred }).map((chapter, n) => {
    const stretch = [placed[n]!.sentence, placed[n + 1]?.sentence ?? transcript.sentences.length] as const;
    return completed(desk, lines, chapter, stretch, placed[n]!, { quotes, guard, titles });
  });
  const whole = writeRecordingTexts(desk, chapters, evidence.name);
  return {
    title: tidyTitle(draft.title, guard) ?? whole.title,
    description: tidySentences(draft.description, LONGEST.description, guard) ?? whole.description,
    summary: tidySentences(draft.summary, LONGEST.summary, guard) ?? whole.summary,
    chapters,
  };
}

type Rules = { quotes: number; guard: Guard; titles: Set<string> };

/** The engine's chapter with what is good of the draft's. */
function completed(
  desk: OutlineContext,
  lines: readonly NumberedLine[],
  chapter: OutlineChapter,
  stretch: SentenceRange,
  { draft, passages }: Placed,
  { quotes, guard, titles }: Rules,
): OutlineChapter {
  const chosen = chosenQuotes(desk, lines, chapter, stretch, passages, quotes);
  return {
    ...chapter,
    title: unlike(titles, (draft && tidyTitle(draft.title, guard)) ?? chapter.title, chapter.title),
    summary: (draft && tidySentences(draft.summary, LONGEST.chapter, guard)) ?? chapter.summary,
    quotes: chosen.length > 0 ? chosen : chapter.quotes,
  };
}

function chosenQuotes(
  { transcript, speech }: OutlineContext,
  lines: readonly NumberedLine[],
  { start, end }: OutlineChapter,
  stretch: SentenceRange,
  passages: readonly LineRange[],
  most: number,
): OutlineQuote[] {
  const spans = spansOfPassages(transcript, lines, passages, stretch, limitQuoteCount(most, end - start), (span) =>
    isPublishable(transcript, span, speech.speakers),
  );
  return spans.flatMap((span) => {
    const pieces = removeSlipsIfFew(transcript, span);
    return pieces === undefined ? [] : [buildQuote(transcript, pieces, start)];
  });
}

/** The first of the two that no chapter has yet, else the second with a number. */
function unlike(taken: Set<string>, wanted: string, own: string): string {
  const free = (title: string): boolean => !taken.has(title.toLowerCase());
  let title = free(wanted) ? wanted : own;
  for (let part = 2; !free(title); part++) title = `${own}, Part ${part}`;
  taken.add(title.toLowerCase());
  return title;
}
