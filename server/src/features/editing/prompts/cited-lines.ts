import type { LineRange } from '@lectern/chaptering/draft/quote-spans';
import { visible } from '@lectern/chaptering/draft/tidy-text';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import type { PromptLine } from '../../outline/language/transcript-text.ts';

/** Numbers of lines within a text: [12], [12, 14], [12-14]. */
const marks = /\s?\[(?:lines?\s)?(\d{1,9}(?:\s*[-–,;]\s*\d{1,9})*)\]/gi;

/** The passages an answer names, in its citations and within its text; only of lines that the model was shown. */
export function citedLines(answer: string, citations: readonly LineRange[], lines: readonly PromptLine[]): LineRange[] {
  const shown = new Set(lines.map(({ number }) => number));
  const within = [...answer.matchAll(marks)].flatMap(([, numbers]) =>
    (numbers ?? '').split(/[,;]/).map((part): LineRange => {
      const [first = Number.NaN, last = first] = part.split(/[-–]/).map(Number);
      return [first, last];
    }),
  );
  return [...citations, ...within].filter(([first, last]) => shown.has(first) && shown.has(last));
}

/** The answer for people: times in the place of the lines it names, none of what cannot be seen. */
export function replaceLineNumbersByTimes(answer: string, lines: readonly PromptLine[]): string {
  const starts = new Map(lines.map(({ number, start }) => [number, start]));
  const timed = answer.replace(marks, (_mark, numbers: string) => {
    const start = starts.get(Number(/\d+/.exec(numbers)![0]));
    return start === undefined ? '' : ` (${formatTimecode(start)})`;
  });
  return timed
    .split('\n')
    .map(visible)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
