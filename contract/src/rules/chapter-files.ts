import type { Marking, Quote } from '../videos/videos.ts';
import { buildStartTimeQuery } from './start-time.ts';
import type { PublicQuote } from './quotes.ts';
import { formatTimecode } from './timecode.ts';
import { escapeMarkdown } from './transcript-files.ts';

type Start = { title: string; start: number };

/** YouTube's rules for chapters in a description (https://support.google.com/youtube/answer/9884579). */
export const youtubeRules = { chapters: 3, seconds: 10, titleLength: 100, descriptionLength: 5000 } as const;

/** The chapters YouTube takes, or why there are none, in words for the user. */
export type YoutubeChapters = { chapters: Start[] } | { reason: string };

/**
 * Fits chapters to YouTube's rules: first at 0:00, whole seconds, ten or more each. Short chapters join the previous
 * one; at the start, the next replaces them.
 */
export function youtubeChapters(all: readonly Start[], duration: number): YoutubeChapters {
  const end = Math.floor(duration);
  const starts = all
    .map(({ title, start }) => ({ title: youtubeTitle(title), start: Math.max(0, Math.floor(start)) }))
    .filter(({ start }) => start < end || start === 0)
    .toSorted((one, other) => one.start - other.start);
  if (starts.length === 0) return { reason: 'There are no chapters yet.' };
  const kept: Start[] = [];
  starts.forEach((chapter, index) => {
    const lasts = (starts[index + 1]?.start ?? end) - chapter.start;
    const previous = kept.at(-1);
    if (!previous) {
      const isOpening = lasts >= youtubeRules.seconds || index === starts.length - 1;
      if (isOpening) kept.push({ ...chapter, start: 0 });
    } else if (lasts >= youtubeRules.seconds) kept.push(chapter);
  });
  if (kept.length >= youtubeRules.chapters) return { chapters: kept };
  if (end < youtubeRules.chapters * youtubeRules.seconds)
    return { reason: 'YouTube needs three chapters of 10 seconds or more, and this recording is shorter than that.' };
  const count = kept.length === 1 ? 'only one' : 'only two';
  return { reason: `YouTube needs at least three chapters of 10 seconds or more, and this recording has ${count}.` };
}

/** YouTube refuses angle brackets anywhere in a description. */
const youtubeTitle = (title: string): string =>
  title.replaceAll('<', '‹').replaceAll('>', '›').replace(/\s+/g, ' ').trim() || 'Chapter';

/** One line a chapter, `0:00 Title`, short enough for a description. */
export function formatYoutubeChapters(chapters: readonly Start[]): string {
  const { titleLength, descriptionLength } = youtubeRules;
  const room = Math.max(1, Math.min(titleLength, Math.floor(descriptionLength / chapters.length) - 10));
  return chapters.map(({ start, title }) => `${youtubeTime(start)} ${shorten(title, room)}\n`).join('');
}

/** `M:SS`, or `H:MM:SS` from an hour on. */
function youtubeTime(seconds: number): string {
  const text = formatTimecode(seconds);
  return seconds >= 3600 ? text.replace(/^0/, '') : text.slice(3).replace(/^0/, '');
}

const shorten = (text: string, length: number): string =>
  text.length <= length
    ? text
    : `${text
        .slice(0, length - 1)
        .toWellFormed()
        .trimEnd()}…`;

type Notes = {
  title: string;
  description: string;
  summary: string;
  /** Seconds. */
  duration: number;
  marking: Marking;
  chapters: readonly (Start & { end: number; summary: string; quotes: readonly PublicQuote<Quote>[] })[];
};

/**
 * Chapters as the JSON that podcast players read (https://podcasting2.org, chapters 1.2.0), each with its summary and
 * quotes beside the fields of that format.
 */
export function formatChaptersJson({ title, duration, marking, chapters }: Notes): string {
  const made = {
    version: '1.2.0',
    title,
    duration,
    ...marking,
    chapters: chapters.map((chapter) => ({
      startTime: chapter.start,
      endTime: chapter.end,
      title: chapter.title,
      summary: chapter.summary,
      quotes: chapter.quotes.map(({ quote, timecode, start }) => ({
        quote,
        timecode,
        ...(start === undefined ? {} : { start }),
      })),
    })),
  };
  return `${JSON.stringify(made, undefined, 2)}\n`;
}

/** Show notes as Markdown; with the video's address each chapter and quote links to its moment. */
export function formatShowNotes({ title, description, summary, marking, chapters }: Notes, address?: string): string {
  const moment = (label: string, seconds: number): string =>
    address === undefined ? label : `[${label}](${address}${buildStartTimeQuery(seconds)})`;
  const blocks = [`# ${escapeMarkdown(title)}`];
  if (description) blocks.push(paragraphs(description));
  if (summary) blocks.push('## Summary', paragraphs(summary));
  if (chapters.length > 0) blocks.push('## Chapters');
  for (const chapter of chapters) {
    const at = moment(formatTimecode(chapter.start), chapter.start);
    blocks.push(`### ${at} ${escapeMarkdown(chapter.title)}`);
    if (chapter.summary) blocks.push(paragraphs(chapter.summary));
    for (const { quote, timecode } of chapter.quotes)
      blocks.push(`> “${escapeMarkdown(quote)}” (${moment(timecode, secondsOf(timecode))})`);
  }
  if (marking.aiGenerated) blocks.push('*Written by AI, not yet reviewed by a person.*');
  return `${blocks.join('\n\n')}\n`;
}

const secondsOf = (timecode: string): number =>
  timecode.split(':').reduce((sum, part) => sum * 60 + (Number(part) || 0), 0);

const paragraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => escapeMarkdown(paragraph))
    .filter(Boolean)
    .join('\n\n');
