import { visible } from '@lectern/chaptering/draft/tidy-text';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { estimateTokens } from '../../../platform/text/estimate-tokens.ts';
import type { ShownChapter } from '../../../platform/database/stored-outline.ts';

/** Summary, chapters and their quotes as a model reads them, shortened until they are at most so many tokens. */
export function outlineText(summary: string, chapters: readonly ShownChapter[], tokens: number): string {
  const written = (quotes: boolean, summaries: boolean): string =>
    [
      visible(summary),
      ...chapters.map((chapter) => {
        const head = `${formatTimecode(chapter.start)} ${visible(chapter.title)}`;
        const said = quotes ? chapter.quotes.map(({ quote }) => `\n  “${visible(quote)}”`).join('') : '';
        return `${head}${summaries ? `: ${visible(chapter.summary)}` : ''}${said}`;
      }),
    ].join('\n');
  const texts = [written(true, true), written(false, true), written(false, false)];
  return texts.find((text) => estimateTokens(text) <= tokens) ?? texts.at(-1)!.slice(0, tokens * 3);
}
