import type { HighlightFileFormat, ListedHighlight } from '@lectern/contract/editing/highlights';
import { buildStartTimeQuery } from '@lectern/contract/rules/start-time';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { escapeMarkdown } from '@lectern/contract/rules/transcript-files';
import { csvFile } from '../../../platform/text/csv.ts';

type Written = Pick<ListedHighlight, 'passthrough' | 'title' | 'chapter' | 'start' | 'end' | 'words' | 'note'>;
type Write = (highlights: readonly Written[], origin: string) => string;

/** The page of a highlight. */
const address = (origin: string, { passthrough, start }: Written): string =>
  `${origin}/asset/${passthrough}${buildStartTimeQuery(start)}`;

const byVideo = (highlights: readonly Written[]): Written[][] => [
  ...Map.groupBy(highlights, ({ passthrough }) => passthrough).values(),
];

const csv: Write = (highlights, origin) =>
  csvFile(
    ['video', 'chapter', 'start', 'end', 'words', 'note', 'link'],
    highlights.map((each) => [
      each.title,
      each.chapter ?? '',
      formatTimecode(each.start),
      formatTimecode(each.end),
      each.words,
      each.note,
      address(origin, each),
    ]),
  );

const lines = (text: string, before: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => `${before}${line}`.trimEnd())
    .join('\n');

const markdown: Write = (highlights, origin) => {
  const blocks = byVideo(highlights).flatMap((own) => [
    `## ${escapeMarkdown(own[0]!.title)}`,
    ...own.flatMap((each) => [
      `> ${escapeMarkdown(each.words)}\n>\n> [${formatTimecode(each.start)}](${address(origin, each)})`,
      ...(each.note ? [escapeMarkdown(each.note)] : []),
    ]),
  ]);
  return `${['# Highlights', ...blocks].join('\n\n')}\n`;
};

const plainText: Write = (highlights) =>
  byVideo(highlights)
    .map((own) =>
      [
        own[0]!.title,
        ...own.map(
          ({ start, words, note }) => `${formatTimecode(start)}  “${words}”${note ? `\n${lines(note, '  ')}` : ''}`,
        ),
      ].join('\n\n'),
    )
    .join('\n\n\n')
    .concat('\n');

/** Highlights as a file. `origin` is that of the links to them. */
export const highlightFiles: Readonly<Record<HighlightFileFormat, Write>> = { csv, md: markdown, txt: plainText };
