import type { Evidence } from '../outline.ts';
import { findChapterCuts } from '../outline-context.ts';
import { buildLexicon } from '../segmentation/lexicon.ts';
import { type Cue, readTranscript } from '../transcript.ts';
import { proveDraft } from './draft-proofs.ts';
import { type NumberedLine, numberLines } from './numbered-lines.ts';
import { type DraftChapter, openingSentence, type OutlineDraft } from './place-chapters.ts';
import type { Proof } from './prove-text.ts';
import { isLine } from './quote-spans.ts';
import { findTitleFault, judgeSentences, tidySentences } from './tidy-text.ts';

/** A transcript as a model reads it, and the lines at which chapters may begin by the engine's judgement. */
export type NumberedTranscript = { lines: NumberedLine[]; boundaries: number[] };

/** Numbers the lines of a transcript, and finds those with which a subject seems to begin, the first line excepted. */
export function readForModel(cues: readonly Cue[], evidence: Evidence): NumberedTranscript {
  const transcript = readTranscript(cues, evidence.duration);
  const lines = numberLines(transcript, cues);
  const cuts = findChapterCuts({ transcript, lexicon: buildLexicon(transcript.sentences) }, evidence.slides ?? []);
  const firstWords = cuts.map((sentence) => transcript.sentences[sentence]!.words[0]);
  const boundaries = firstWords.map((word) => lines.findIndex(({ words }) => words[1] > word) + 1);
  return { lines, boundaries: [...new Set(boundaries)].filter((line) => line > 1) };
}

/** A sentence or title that cannot be shown. `line` is its chapter's, undefined for a text of the whole. */
export type TextFault = {
  line: number | undefined;
  field: 'title' | 'description' | 'summary';
  text: string;
  why: string;
};

/** How often fewer and more chapters there may be than the engine would make: people differ less. */
const TOLERANCE = { fewer: 3, more: 3 };
/** Seconds after which the subject has changed, whatever the engine hears: people make chapters half as long. */
const SUBJECT = 600;

/** Why nobody would make these chapters of so many subjects and seconds, in words for the model that did. */
export function findChapterFault(
  chapters: readonly DraftChapter[],
  { lines, subjects, seconds }: { lines: readonly NumberedLine[]; subjects: number; seconds: number },
): string | undefined {
  const count = new Set(chapters.flatMap(({ line }) => (isLine(lines, line) ? [line] : []))).size;
  if (count === 0) return 'No chapter begins with the number of a line.';
  const expected = Math.max(subjects, Math.ceil(seconds / SUBJECT));
  const isFew = count * TOLERANCE.fewer < expected;
  if (!isFew && count <= expected * TOLERANCE.more) return undefined;
  return `${count === 1 ? 'One chapter is' : `${count} chapters are`} too ${isFew ? 'few' : 'many'}: about ${expected} subjects follow each other.`;
}

/** Finds texts of a draft that cannot be shown, each with the reason for the model that wrote it. */
export function findTextFaults(cues: readonly Cue[], evidence: Evidence, draft: OutlineDraft): TextFault[] {
  const transcript = readTranscript(cues, evidence.duration);
  const lines = numberLines(transcript, cues);
  const proofs = proveDraft(transcript, evidence, draft);
  const chapters = draft.chapters.filter(({ line }) => isLine(lines, line)).toSorted((a, b) => a.line - b.line);
  const foreign = `it is not in ${proofs.language ?? 'the language of the transcript'}`;
  const texts: TextFault[] = [];
  const judge = (
    proof: Proof | undefined,
    line: number | undefined,
    fields: Partial<Record<TextFault['field'], string>>,
  ): void => {
    for (const [field, text] of Object.entries(fields) as [TextFault['field'], string][]) {
      if (text === '') continue;
      const add = (faulty: string, why: string): void => void texts.push({ line, field, text: faulty, why });
      if (proof === undefined) add(text, foreign);
      else if (field === 'title') {
        const why = findTitleFault(text, proofs.guard, proof);
        if (why !== undefined) add(text, why);
      } else
        for (const { text: sentence, fault } of judgeSentences(text, proofs.guard, proof))
          if (fault !== undefined) add(sentence, fault);
    }
  };
  const sentenceOf = ({ line }: DraftChapter): number => openingSentence(transcript, lines[line - 1]!);
  for (const [n, chapter] of chapters.entries()) {
    const next = chapters[n + 1];
    const stretch = [n === 0 ? 0 : sentenceOf(chapter), next ? sentenceOf(next) : transcript.sentences.length] as const;
    judge(proofs.ofChapter(chapter, stretch), chapter.line, { title: chapter.title, summary: chapter.summary });
  }
  const { title, description, summary } = draft;
  judge(proofs.ofWhole(), undefined, { title, description, summary });
  return texts;
}

/** The sentences of a draft's summary that are proved; undefined when there is none. */
export function tidySummary(
  cues: readonly Cue[],
  evidence: Evidence,
  draft: OutlineDraft,
  longest: number,
): string | undefined {
  const proofs = proveDraft(readTranscript(cues, evidence.duration), evidence, draft);
  const proof = proofs.ofWhole();
  return proof && tidySentences(draft.summary, longest, proofs.guard, proof);
}
