import type { NumberedLine } from '@lectern/chaptering/draft/numbered-lines';
import { visible } from '@lectern/chaptering/draft/tidy-text';
import { estimateTokens } from '../../../platform/text/estimate-tokens.ts';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { inOwnPlace, inThread } from '../../../platform/subprocess/thread.ts';

/** A line as it is sent: its number, who speaks when that changes, the words without what cannot be seen. */
export type PromptLine = { number: number; text: string; tokens: number; /** Seconds. */ start: number };

/** Characters of a line: a word without end is no word. */
const longest = 2000;

/** A slide that is shown from a second on; `title` is empty where it was not read. */
export type SlideMark = { start: number; title: string };

/** Characters of a slide's title. */
const longestTitle = 120;

/** Every line numbered from 1, with whether a new slide is shown with it, and what that is called. */
export function sentLines(lines: readonly NumberedLine[], slides: readonly SlideMark[] = []): PromptLine[] {
  const changes = slides.toSorted((a, b) => a.start - b.start);
  let shown = 0;
  return lines.map(({ text, speaker, start, end }, i) => {
    let slide = '';
    for (; shown < changes.length && changes[shown]!.start < end; shown++) {
      const title = visible(changes[shown]!.title).slice(0, longestTitle);
      slide = title ? `(new slide: ${title}) ` : '(new slide) ';
    }
    const says = speaker !== undefined && speaker !== lines[i - 1]?.speaker ? `${visible(speaker)}: ` : '';
    const sent = `[${i + 1}] ${slide}${says}${visible(text).slice(0, longest)}`;
    return { number: i + 1, text: sent, tokens: estimateTokens(sent) + 1, start };
  });
}

export const tokensOfLines = (lines: readonly PromptLine[]): number =>
  lines.reduce((sum, { tokens }) => sum + tokens, 0);

/** A text of strangers, or a model's answer to one, between its marks; a mark that was given away is no end of it. */
export const fenceText = (text: string, mark: string): string =>
  `<transcript-${mark}>\n${text.replaceAll(mark, '')}\n</transcript-${mark}>`;

/** The lines between their marks. Passages that do not follow each other are parted by dots. */
export function fenceLines(lines: readonly PromptLine[], mark: string): string {
  const parts = lines.map(({ number, text }, i) => {
    const before = lines[i - 1];
    return before && before.number + 1 !== number ? `…\n${text}` : text;
  });
  return fenceText(parts.join('\n'), mark);
}

/** The lines of a transcript as they are numbered for a model, off the request thread. For jobs. */
export const linesIn = (cues: readonly Cue[], signal?: AbortSignal): Promise<NumberedLine[]> =>
  inThread<NumberedLine[]>(new URL('./lines.thread.ts', import.meta.url), cues, inOwnPlace(signal));

/** Part of a window, at its end, within which it may be cut short at a pause. */
const margin = 0.2;

/**
 * Splits lines into ranges of at most `most` tokens, cut at the longest pause near their end; `to` is exclusive. A
 * longer line gets its own range.
 */
export function splitIntoWindows(
  lines: readonly NumberedLine[],
  sent: readonly PromptLine[],
  most: number,
): [from: number, to: number][] {
  const windows: [number, number][] = [];
  let from = 0;
  while (from < sent.length) {
    let tokens = 0;
    let to = from;
    while (to < sent.length && (to === from || tokens + sent[to]!.tokens <= most)) tokens += sent[to++]!.tokens;
    if (to < sent.length) to = longestPause(lines, Math.max(from + 1, Math.floor(to - (to - from) * margin)), to);
    windows.push([from, to]);
    from = to;
  }
  return windows;
}

/** The line between the two, the second included, that follows the longest pause. */
function longestPause(lines: readonly NumberedLine[], least: number, most: number): number {
  const pause = (i: number): number => lines[i]!.start - lines[i - 1]!.end;
  let best = most;
  for (let i = most; i >= least; i--) if (pause(i) > pause(best) + 0.01) best = i;
  return best;
}
