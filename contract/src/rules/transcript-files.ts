import type { Cue } from '../transcripts/cue.ts';
import { formatTimecode } from './timecode.ts';
import { formatWebvtt, vttTime } from './webvtt.ts';

/** A pause this long, in seconds, begins a new paragraph; so does a sentence end beyond this many characters. */
const paragraphPause = 2.5;
const paragraphLength = 500;

type Paragraph = { start: number; text: string; speaker?: string };

/** Writes a transcript as WebVTT with the title in a note; speakers are voice tags. */
export function formatVtt(title: string, cues: readonly Cue[]): string {
  const note = title.replace(/\s+/g, ' ').trim().replaceAll('-->', '→');
  return formatWebvtt(cues).replace(/^WEBVTT\n/, () => `WEBVTT\n${note ? `\nNOTE ${note}\n` : ''}`);
}

/**
 * Writes SubRip, which has no speaker field. Each cue starts with its speaker's name, because readers cannot tell an
 * occasional name from a sentence's first words.
 */
export function formatSrt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ start, end, text, speaker }, index) => {
    const name = speaker ? `${speaker}: ` : '';
    const times = `${vttTime(start)} --> ${vttTime(end)}`.replaceAll('.', ',');
    // Blank lines and arrows would end the cue, and SubRip cannot escape them.
    const safe = `${name}${text}`
      .trim()
      .replace(/\s*\n\s*/g, '\n')
      .replaceAll('-->', '→');
    return `${index + 1}\n${times}\n${safe}\n`;
  });
  return blocks.join('\n');
}

/** Writes a transcript as paragraphs of plain text, each turn with its speaker. */
export function formatPlainText(cues: readonly Cue[]): string {
  const blocks = paragraphs(cues).map(({ text, speaker }, index, all) =>
    speaker && speaker !== all[index - 1]?.speaker ? `${speaker}: ${text}` : text,
  );
  return blocks.map((block) => `${block}\n`).join('\n');
}

/** Writes a transcript as Markdown: title, a heading for each chapter, and paragraphs with time and speaker. */
export function formatMarkdown(
  title: string,
  cues: readonly Cue[],
  chapters: readonly { title: string; start: number }[] = [],
): string {
  const blocks = [`# ${escapeMarkdown(title)}`];
  for (const block of chapteredParagraphs(cues, chapters)) {
    if ('heading' in block) {
      blocks.push(`## ${escapeMarkdown(block.heading)}`);
      continue;
    }
    const time = `(${formatTimecode(block.start)})`;
    const head = block.speaker ? `**${escapeMarkdown(block.speaker)}** ${time}` : time;
    blocks.push(`${head} ${escapeMarkdown(block.text)}`);
  }
  return `${blocks.join('\n\n')}\n`;
}

/** The paragraphs of a transcript with a heading before the first one of each chapter. Starts in seconds. */
export function chapteredParagraphs(
  cues: readonly Cue[],
  chapters: readonly { title: string; start: number }[],
): ({ heading: string } | Paragraph)[] {
  const waiting = [...chapters];
  const starts = chapters.map(({ start }) => start);
  return paragraphs(cues, starts).flatMap((paragraph) => {
    const begun = waiting.splice(0, waiting.findLastIndex(({ start }) => start <= paragraph.start) + 1);
    return [...begun.map(({ title }) => ({ heading: title })), paragraph];
  });
}

/**
 * Gathers cues into paragraphs (start in seconds), which end where the speaker changes, at a pause, at a chapter, or
 * when they are long.
 */
function paragraphs(cues: readonly Cue[], breaks: readonly number[] = []): Paragraph[] {
  const found: Paragraph[] = [];
  let previous: Cue | undefined;
  let passed = 0;
  for (const cue of cues) {
    const text = cue.text.replace(/\s+/g, ' ').trim();
    const before = passed;
    while ((breaks[passed] ?? Infinity) <= cue.start) passed += 1;
    const last = found.at(-1);
    const isFull = last && last.text.length > paragraphLength && /[.!?…。！？]["'”’)]*$/.test(last.text);
    const isPause = previous && cue.start - previous.end > paragraphPause;
    if (!last || isFull || isPause || passed > before || last.speaker !== cue.speaker) {
      found.push({ start: cue.start, text, ...(cue.speaker ? { speaker: cue.speaker } : {}) });
    } else {
      last.text += ` ${text}`;
    }
    previous = cue;
  }
  return found;
}

/** Makes a text show as it is, on one line. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|~#]/g, String.raw`\$&`);
}
