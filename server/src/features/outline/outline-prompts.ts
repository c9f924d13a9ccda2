import type { TextFault } from '@lectern/chaptering/draft/find-draft-faults';
import { visible } from '@lectern/chaptering/draft/tidy-text';
import { sentText } from '@lectern/contract/text';
import { z } from 'zod';
import { QuoteAnswer } from './language/read-answer.ts';
import { fenceLines, fenceText, type PromptLine } from './language/transcript-text.ts';

/** Prompts for an outline, and the schemas a model must answer in: flat, and what rests on what behind it. */

const Chapter = z.object({
  line: z.number().describe('number of the line the chapter begins with'),
  title: sentText.describe('two to eight words'),
  summary: sentText.describe('two to four sentences'),
});
const chapters = z.array(Chapter).describe('in the order of their lines');
const quotes = z.array(QuoteAnswer).describe('of all chapters, in the order they are said');
const whole = {
  title: sentText.describe('of the whole recording, at most nine words'),
  description: sentText.describe('one or two sentences for a catalogue'),
  summary: sentText.describe('of the whole recording, four to six sentences'),
};

export const OutlineAnswer = z.object({ chapters, quotes, ...whole });
export const PartAnswer = z.object({ chapters, quotes });
export const WholeAnswer = z.object({
  joined: z.array(z.number()).describe('the chapters, by their lines, that go on with the subject of the one before'),
  ...whole,
});
export const RepairAnswer = z.object({
  texts: z.array(z.object({ number: z.number().describe('its number in the list'), text: sentText })),
});
export const SummaryAnswer = z.object({ summary: sentText.describe('four to six sentences') });

export const outlineInstructions =
  'You edit a library of recorded webinars: you divide recordings into chapters and write titles, summaries and descriptions.';

/** Tokens an answer has for each chapter and for the texts of the whole, generously. */
export const answerTokens = { chapter: 320, whole: 700 };

/** Chapters a recording should have, by the subjects the engine hears: people make 0.7 to 2 times as many. */
export const chaptersWanted = (subjects: number): [least: number, most: number] => [
  Math.max(1, Math.floor(subjects * 0.7)),
  Math.max(2, subjects * 2),
];

export type PromptOptions = {
  /** Quotes a chapter at most. */
  quotes: number;
  /** The criteria by which quotes are chosen. */
  quotePrompt: string;
  /** Lines at which chapters that a person has edited begin. */
  kept: readonly number[];
  /** Lines at which the subject seems to change. */
  boundaries: readonly number[];
};

function chapterRules({ quotes: most, quotePrompt, kept, boundaries }: PromptOptions): string {
  const candidates =
    boundaries.length === 0
      ? ''
      : ` The subject seems to change at lines ${boundaries.join(', ')}: take of these the right ones, and others where they are wrong.`;
  const fixed =
    kept.length === 0
      ? ''
      : ` A person has edited the chapters that begin at ${kept.join(', ')}: begin chapters there too.`;
  return `For every chapter give:
- line: the number of the line with which its subject begins. A chapter lasts 30 seconds or more.${candidates}${fixed}
- title: one phrase of two to eight words that names what is special to it, as it is said, or as its slide calls it: "(new slide: …)". In the case of a sentence. No two subjects joined by "and", nothing about the event, never "Introduction" or the like; no two alike. Good: "Why the roof leaks". Bad: "Pricing and Roofs", "Let's move on", "The Speaker Talks About Costs".
- summary: two to four complete sentences on what is said in it, not on the fact that it is said, nor its quotes again. Good: "Paying by seat halves the costs of small teams." Bad: "In this chapter the speaker discusses pricing."
And in quotes, for every chapter, ${most === 1 ? 'one' : `one to ${most}`}: 8 to 45 words of one speaker that stand alone and claim something. A quote may be a part of a line: begins and ends hold its first and last words. No question, housekeeping, greeting or advertisement, no "that" or "he" without its noun. Rather one good quote than three. Good: "Late invoices cost small companies more than all of their taxes." Bad: "So, as he said, that is what we did."
By this wish: ${quotePrompt}`;
}

/** The rules that models forget behind a long transcript. */
const reminder = (range: string): string =>
  `Remember: ${range}; every name and figure in a title, summary or description is one that is said there; write in the language of the transcript unless you were told another; chapters first, then quotes, then the texts of the whole; answer with the JSON alone.`;

const minutes = (seconds: number): string =>
  seconds < 90 ? `${Math.round(seconds)} seconds` : `${Math.round(seconds / 60)} minutes`;

const rangeOf = ({ boundaries }: PromptOptions): string => {
  const [least, most] = chaptersWanted(boundaries.length + 1);
  return `${least} to ${most} chapters`;
};

/** Why an answer before this one was refused. */
const again = (fault: string | undefined): string =>
  fault === undefined ? '' : `\nAn answer before was refused. ${fault} Divide it anew.\n`;

/** For a transcript that fits. */
export function outlineQuestion(
  lines: readonly PromptLine[],
  seconds: number,
  wishes: PromptOptions,
  mark: string,
  fault?: string,
): string {
  const range = rangeOf(wishes);
  return `This is the transcript of a recording of ${minutes(seconds)}. Divide all of it into ${range} where the subject changes, from the first line on, and describe the whole.
${again(fault)}
${chapterRules(wishes)}

${fenceLines(lines, mark)}

${reminder(range)}`;
}

/** For one part of a transcript that does not fit; lines before `from` belong to the part before. */
export function partQuestion(
  lines: readonly PromptLine[],
  { part, of, seconds, from }: { part: number; of: number; seconds: number; from: number },
  wishes: PromptOptions,
  mark: string,
  fault?: string,
): string {
  const range = rangeOf(wishes);
  const opening =
    part === 1
      ? 'It is the beginning: the first chapter begins with the first line.'
      : `Lines before ${from} were read with the part before and are there to be understood: begin chapters at ${from} or later, where a new subject begins.`;
  return `This is part ${part} of ${of} of the transcript of a long recording, ${minutes(seconds)} of it. Divide it into ${range} where the subject changes. ${opening}
${again(fault)}
${chapterRules(wishes)}

${fenceLines(lines, mark)}

${reminder(range)}`;
}

type FoundChapter = { line: number; title: string; summary: string };

const listChapters = (chapters: readonly FoundChapter[]): string =>
  chapters.map(({ line, title, summary }) => `[${line}] ${title}: ${summary}`).join('\n');

/** For the whole, from what was found in its parts; `edges` are the lines with which parts begin. */
export const wholeQuestion = (found: readonly FoundChapter[], edges: readonly number[], mark: string): string =>
  `A long recording was read in parts, and these chapters were found; each begins with the number of its first line. Describe the whole, and name the chapters that only go on with the subject of the one before, so that the two should be one: most likely where a part was cut off, at ${edges.join(', ')}.

${fenceText(listChapters(found), mark)}`;

/** Characters of a text that cannot be shown, as the model is reminded of it. */
const longestFaulty = 300;

/** For texts that cannot be shown, once: each with what is against it, and the lines they are about. */
export function repairQuestion(
  faults: readonly TextFault[],
  { lines, found }: { lines: readonly PromptLine[]; found: readonly FoundChapter[] },
  mark: string,
): string {
  const list = faults.map(({ line, field, text, why }, n) => {
    const place = line === undefined ? 'the whole recording' : `the chapter at ${line}`;
    const written = visible(text).slice(0, longestFaulty);
    return `${n + 1}. ${field === 'title' ? 'The title' : `A sentence of the ${field}`} of ${place}: “${written}” – ${why}.`;
  });
  return `You wrote titles, summaries and descriptions of a recording, and these cannot be published:
${fenceText(list.join('\n'), mark)}

Write each of them once more, as short as it was, from the lines below alone. Every name and figure is one that is said there. A title names what is special to its passage in two to eight words. Leave a text empty where nothing of it is said. Answer with the JSON alone.

The chapters:
${fenceText(listChapters(found), mark)}

Their lines:
${fenceLines(lines, mark)}`;
}

/** The request as the histories also show it. */
export const summaryWish =
  'Write a summary of the whole recording: four to six complete sentences on what is said in it, not on the fact that it is said.';

/** For a new summary, from a transcript between its marks. */
export const summaryQuestion = (transcript: string): string => `${summaryWish}\n\n${transcript}\n\n${summaryWish}`;

/** For a new summary of a recording too long to be sent whole. */
export function chaptersQuestion(
  described: readonly { title: string; summary: string; quotes: readonly { quote: string }[] }[],
  mark: string,
): string {
  const list = described.map(
    ({ title, summary, quotes: said }, n) =>
      `[${n + 1}] ${title}: ${summary}${said.map(({ quote }) => `\n“${quote}”`).join('')}`,
  );
  return `${summaryWish} These are its chapters, with passages from them.\n\n${fenceText(list.join('\n'), mark)}`;
}
