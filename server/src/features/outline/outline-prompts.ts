import { sentText } from '@lectern/contract/text';
import { z } from 'zod';
import { PassageAnswer } from './language/read-answer.ts';
import { fenceLines, type PromptLine } from './language/transcript-text.ts';

/** Prompts for an outline, and the schemas a model must answer in. */

const Chapter = z.object({
  line: z.number().describe('number of the line the chapter begins with'),
  title: sentText,
  summary: sentText,
  quotes: z.array(PassageAnswer),
});
const whole = {
  title: sentText.describe('of the whole recording, at most nine words'),
  description: sentText.describe('one or two sentences for a catalogue'),
  summary: sentText.describe('of the whole recording, four to six sentences'),
};

export const OutlineAnswer = z.object({ ...whole, chapters: z.array(Chapter) });
export const PartAnswer = z.object({ chapters: z.array(Chapter) });
export const WholeAnswer = z.object({
  ...whole,
  joined: z.array(z.number()).describe('the chapters, by their lines, that go on with the subject of the one before'),
});
export const SummaryAnswer = z.object({ summary: sentText.describe('four to six sentences') });

export const outlineInstructions =
  'You edit a library of recorded webinars: you divide recordings into chapters and write titles, summaries and descriptions.';

/** Tokens an answer has for each chapter and for the texts of the whole, generously. */
export const answerTokens = { chapter: 260, whole: 700 };

/** How many chapters this many seconds should have, at least and at most. */
export const chaptersWanted = (seconds: number): [least: number, most: number] => [
  Math.max(1, Math.min(3, Math.floor(seconds / 60)), Math.round((seconds / 3600) * 3)),
  Math.max(1, Math.min(6, Math.ceil(seconds / 60)), Math.round((seconds / 3600) * 10)),
];

export type PromptOptions = {
  /** Quotes a chapter at most. */
  quotes: number;
  /** The criteria by which quotes are chosen. */
  quotePrompt: string;
  /** Lines at which chapters that a person has edited begin. */
  kept: readonly number[];
};

function chapterRules({ quotes, quotePrompt, kept }: PromptOptions): string {
  const fixed =
    kept.length === 0
      ? ''
      : `\n- A person has edited the chapters that begin at ${kept.join(', ')}: begin chapters there too.`;
  return `For every chapter give:
- line: the number of the line with which its subject begins. A chapter lasts 30 seconds or more.
- title: one phrase of two to eight words that names what is special to it, as it is said, or as its slide calls it: "(new slide: …)". In the case of a sentence. No two subjects joined by "and", nothing about the event, never "Introduction" or the like; no two alike. Good: "Why the roof leaks". Bad: "Pricing and Roofs", "Let's move on", "The Speaker Talks About Costs".
- summary: two to four complete sentences on what is said in it, not on the fact that it is said, nor its quotes again. Good: "Paying by seat halves the costs of small teams." Bad: "In this chapter the speaker discusses pricing."
- quotes: at most ${quotes}, as first and last line, in the order they are said and within the chapter: whole sentences of one speaker, 8 to 45 words, that stand alone and claim something. No question, housekeeping, greeting or advertisement, nothing begun twice, no "that" or "he" without its noun. Rather one good quote than three. Good: "Late invoices cost small companies more than all of their taxes." Bad: "So, as he said, that is what we did."
  By this wish: ${quotePrompt}${fixed}`;
}

const minutes = (seconds: number): string =>
  seconds < 90 ? `${Math.round(seconds)} seconds` : `${Math.round(seconds / 60)} minutes`;

/** For a transcript that fits. */
export function outlineQuestion(
  lines: readonly PromptLine[],
  seconds: number,
  wishes: PromptOptions,
  mark: string,
): string {
  const [least, most] = chaptersWanted(seconds);
  return `This is the transcript of a recording of ${minutes(seconds)}. Divide all of it into ${least} to ${most} chapters where the subject changes, from the first line on, and describe the whole.

${chapterRules(wishes)}

${fenceLines(lines, mark)}`;
}

/** For one part of a transcript that does not fit. */
export function partQuestion(
  lines: readonly PromptLine[],
  { part, of, seconds }: { part: number; of: number; seconds: number },
  wishes: PromptOptions,
  mark: string,
): string {
  const [least, most] = chaptersWanted(seconds);
  const opening =
    part === 1
      ? 'It is the beginning: the first chapter begins with the first line.'
      : 'The first line may be in the middle of a subject; begin the first chapter with it nevertheless.';
  return `This is part ${part} of ${of} of the transcript of a long recording, ${minutes(seconds)} of it. Divide it into ${least} to ${most} chapters where the subject changes. ${opening}

${chapterRules(wishes)}

${fenceLines(lines, mark)}`;
}

type FoundChapter = { line: number; title: string; summary: string };

/** For the whole, from what was found in its parts; `edges` are the lines with which parts begin. */
export function wholeQuestion(chapters: readonly FoundChapter[], edges: readonly number[], mark: string): string {
  const list = chapters.map(({ line, title, summary }) => `[${line}] ${title}: ${summary}`).join('\n');
  return `A long recording was read in parts, and these chapters were found; each begins with the number of its first line. Describe the whole, and name the chapters that only go on with the subject of the one before, so that the two should be one: most likely where a part was cut off, at ${edges.join(', ')}.

<transcript-${mark}>
${list}
</transcript-${mark}>`;
}

/** The request as the histories also show it. */
export const summaryWish =
  'Write a summary of the whole recording: four to six complete sentences on what is said in it, not on the fact that it is said.';

/** For a new summary, from a transcript between its marks. */
export const summaryQuestion = (transcript: string): string => `${summaryWish}\n\n${transcript}`;

/** For a new summary of a recording too long to be sent whole. */
export function chaptersQuestion(
  chapters: readonly { title: string; summary: string; quotes: readonly { quote: string }[] }[],
  mark: string,
): string {
  const list = chapters.map(
    ({ title, summary, quotes }, n) =>
      `[${n + 1}] ${title}: ${summary}${quotes.map(({ quote }) => `\n“${quote}”`).join('')}`,
  );
  return `${summaryWish} These are its chapters, with passages from them.\n\n<transcript-${mark}>\n${list.join('\n')}\n</transcript-${mark}>`;
}
