import type { Line } from '@lectern/chaptering/draft/lines';
import { visible } from '@lectern/chaptering/draft/tidy-text';
import { estimateTokens } from '../../platform/estimate-tokens.ts';

/** A line as it is sent: its number, who speaks when that changes, the words without what cannot be seen. */
export type SentLine = { number: number; text: string; tokens: number; /** Seconds. */ start: number };

/** Characters of a line: a word without end is no word. */
const longest = 2000;

/** Every line numbered from 1, with whether a new slide is shown with it. */
export function sentLines(lines: readonly Line[], slides: readonly number[] = []): SentLine[] {
  const changes = [...slides].sort((a, b) => a - b);
  let shown = 0;
  return lines.map(({ text, speaker, start, end }, i) => {
    let slide = '';
    while (shown < changes.length && changes[shown]! < end) {
      slide = '(new slide) ';
      shown++;
    }
    const says = speaker !== undefined && speaker !== lines[i - 1]?.speaker ? `${visible(speaker)}: ` : '';
    const sent = `[${i + 1}] ${slide}${says}${visible(text).slice(0, longest)}`;
    return { number: i + 1, text: sent, tokens: estimateTokens(sent) + 1, start };
  });
}

export const tokensOfLines = (lines: readonly SentLine[]): number => lines.reduce((sum, { tokens }) => sum + tokens, 0);

/** The lines between their marks. Passages that do not follow each other are parted by dots. */
export function fenced(lines: readonly SentLine[], mark: string): string {
  const parts = lines.map(({ number, text }, i) => {
    const before = lines[i - 1];
    return before && before.number + 1 !== number ? `…\n${text}` : text;
  });
  return `<transcript-${mark}>\n${parts.join('\n')}\n</transcript-${mark}>`;
}
