import type { Cue } from '../transcript.ts';
import type { Evidence, Outline } from '../outline.ts';
import { splitAtSounds } from '../writing/elisions.ts';
import type { SentenceRange } from '../writing/recording-words.ts';
import {
  chaptersAt,
  findChapterCuts,
  type OutlineContext,
  buildQuote,
  writeRecordingTexts,
  createOutlineContext,
  type OutlineChapter,
  type OutlineQuote,
} from '../outline-context.ts';
import { proveDraft, type DraftProofs } from './draft-proofs.ts';
import { type NumberedLine, numberLines } from './numbered-lines.ts';
import { placeChapters, type Placed, type OutlineDraft } from './place-chapters.ts';
import { type Passage, spansOfPassages } from './quote-spans.ts';
import { tidySentences, tidyTitle } from './tidy-text.ts';

/** Characters. */
const LONGEST = { chapter: 700, description: 400, summary: 1500 };

/**
 * Repairs any draft into a sound outline: chapters of 30 seconds or more, quotes cut from the transcript, proved
 * sentences. The engine fills gaps. Deterministic.
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
  const proofs = proveDraft(transcript, evidence, draft);
  const titles = new Set<string>();
  const chapters = chaptersAt(desk, cuts, { quotes, preferred }).map((chapter, n) => {
    const stretch = [placed[n]!.sentence, placed[n + 1]?.sentence ?? transcript.sentences.length] as const;
    return completed(desk, lines, chapter, stretch, placed[n]!, { quotes, proofs, titles });
  });
  const whole = writeRecordingTexts(desk, chapters, evidence.name);
  const { guard } = proofs;
  const proof = proofs.ofWhole();
  const texts = proof && {
    title: tidyTitle(draft.title, guard, proof),
    description: tidySentences(draft.description, LONGEST.description, guard, proof),
    summary: tidySentences(draft.summary, LONGEST.summary, guard, proof),
  };
  return {
    title: texts?.title ?? whole.title,
    titleFrom: texts?.title === undefined ? whole.titleFrom : 'model',
    description: texts?.description ?? whole.description,
    summary: texts?.summary ?? whole.summary,
    chapters,
  };
}

type Rules = { quotes: number; proofs: DraftProofs; titles: Set<string> };

/** The engine's chapter with what is good of the draft's. */
function completed(
  desk: OutlineContext,
  lines: readonly NumberedLine[],
  chapter: OutlineChapter,
  stretch: SentenceRange,
  { draft, passages }: Placed,
  { quotes, proofs, titles }: Rules,
): OutlineChapter {
  const chosen = chosenQuotes(desk, lines, chapter, stretch, passages, quotes);
  const proof = draft && proofs.ofChapter(draft, stretch);
  const { guard } = proofs;
  return {
    ...chapter,
    title: unlike(titles, (proof && tidyTitle(draft.title, guard, proof)) ?? chapter.title, chapter.title),
    summary: (proof && tidySentences(draft.summary, LONGEST.chapter, guard, proof)) ?? chapter.summary,
    quotes: chosen.length > 0 ? chosen : chapter.quotes,
  };
}

/** The quotes that were named: whoever named them judges what is good, here only what is true. */
function chosenQuotes(
  { transcript }: OutlineContext,
  lines: readonly NumberedLine[],
  { start }: OutlineChapter,
  stretch: SentenceRange,
  passages: readonly Passage[],
  most: number,
): OutlineQuote[] {
  const spans = spansOfPassages(transcript, lines, passages, stretch, most);
  return spans.flatMap((span) => {
    const pieces = splitAtSounds(transcript, span);
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
