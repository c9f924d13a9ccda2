import {
  type Highlight,
  type ListedHighlight,
  type HighlightFileFormat,
  highlightRoutes,
} from '@lectern/contract/editing/highlights';
import { textLimits } from '@lectern/contract/rules/longest';
import { wholeWords } from '@lectern/contract/rules/whole-words';
import { Problem } from '@lectern/contract/problem';
import type { Input } from '@lectern/contract/route';
import { hour } from '@lectern/contract/rules/durations';
import { buildStartTimeQuery } from '@lectern/contract/rules/start-time';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { escapeMarkdown } from '@lectern/contract/rules/transcript-files';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Context, requireReach, type World } from '../../../platform/http/context.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { feature } from '../../../platform/http/serve.ts';
import { fileNameFrom } from '../../storage/signed-url.ts';
import { cuesOf } from '../../transcripts/cues.ts';
import { changedElsewhere } from '../../accounts/workspaces/changed-elsewhere.ts';
import { lockWorkspace } from '../../accounts/workspaces/workspace.ts';
import { ownVideo } from '../../videos/find-video.ts';
import { lockVideo } from '../../videos/lock-video.ts';
import {
  type StoredHighlight,
  changeHighlight,
  countHighlights,
  insertHighlights,
  mostHighlights,
  ownHighlight,
  ownHighlights,
  sameHighlight,
  purgeDeletedHighlights,
} from './store.ts';
import { csvFile } from '../../../platform/text/csv.ts';

/** Milliseconds for which one that was removed can be brought back. */
const kept = hour;

/** Deletes what was removed for good. */
export const sweepHighlights = ({ database, now }: World): Promise<unknown> =>
  purgeDeletedHighlights(database.kysely, new Date(now().getTime() - kept));

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
const highlightFiles: Readonly<Record<HighlightFileFormat, Write>> = { csv, md: markdown, txt: plainText };

/** Times in WebVTT have three digits after the point. */
const precision = 0.002;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const asHighlight = (row: StoredHighlight): Highlight => ({
  id: row.id,
  passthrough: row.video_id,
  start: row.start_s,
  end: row.end_s,
  words: row.words,
  note: row.note,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
});

/** Words of a text as whole ones; as they are where they stand in it between words. */
function wholeIn(said: string, words: string): string {
  const grown = wholeWords(said);
  const borders = (at: number): [number, number] => grown(at, at + words.length);
  const first = borders(said.indexOf(words));
  for (let at = said.indexOf(words); at !== -1; at = said.indexOf(words, at + 1)) {
    const [from, to] = borders(at);
    if (to - from === words.length) return words;
  }
  const whole = said.slice(...first);
  return whole.length <= textLimits.words ? whole : words;
}

/** Lists highlights of the library, or of one video. Throws `not_found` for another member's video. */
async function listed(ctx: Context<'member'>, passthrough: string | undefined): Promise<ListedHighlight[]> {
  const db = ctx.database.kysely;
  if (passthrough !== undefined) await ownVideo(db, ctx.workspace.id, passthrough);
  const rows = await ownHighlights(db, { workspaceId: ctx.workspace.id, videoId: passthrough });
  return rows.map((row) => ({ ...asHighlight(row), title: row.title, chapter: row.chapter }));
}

async function highlight(
  ctx: Context<'member'>,
  { passthrough, first, last, start, words: selected }: Input<typeof highlightRoutes.highlight>,
): Promise<{ data: Highlight }> {
  const words = oneLine(selected);
  const row = await ctx.database.transaction(async (tx) => {
    await lockVideo(tx, passthrough);
    const video = await ownVideo(tx, ctx.workspace.id, passthrough);
    // Each line that a selection goes through has a word in it.
    const lines = last - first < words.length ? (await cuesOf(tx, video.id)).slice(first, last + 1) : [];
    const [begins, ends] = [lines[0], lines.at(-1)];
    const said = oneLine(lines.map(({ text }) => text).join(' '));
    if (!begins || !ends || Math.abs(begins.start - start) > precision) throw new Problem('words_changed');
    // A selection begins in the first line and ends in the last: of no others may there be more than it says.
    const most = words.length + begins.text.length + ends.text.length;
    if (said.length > most || !said.includes(words)) throw new Problem('words_changed');
    const whole = wholeIn(said, words);
    const wanted = { video_id: video.id, start_s: begins.start, end_s: ends.end, words: whole, note: '' };
    const same = await sameHighlight(tx, wanted);
    if (same) return same;
    await lockWorkspace(tx, ctx.workspace.id);
    if ((await countHighlights(tx, ctx.workspace.id)) >= mostHighlights) throw new Problem('highlights_too_many');
    const [made] = await insertHighlights(tx, [{ ...wanted, created_by: ctx.member.id }]);
    await recordEvent(ctx, tx, {
      kind: 'highlight.created',
      workspaceId: ctx.workspace.id,
      subjectId: made!.id,
      payload: { videoId: video.id },
    });
    return made!;
  });
  return { data: asHighlight(row) };
}

/** Changes a member's own highlight. Throws `not_found`. */
const change = (
  ctx: Context<'member'>,
  id: string,
  make: (
    row: StoredHighlight,
    tx: Queryable,
  ) => Parameters<typeof changeHighlight>[2] | Promise<Parameters<typeof changeHighlight>[2]>,
): Promise<{ data: Highlight }> =>
  ctx.database.transaction(async (tx) => {
    const known = await ownHighlight(tx, ctx.workspace.id, id);
    if (!known) throw new Problem('not_found');
    requireReach(ctx, 'mark', known.created_by);
    await lockVideo(tx, known.video_id);
    const row = await ownHighlight(tx, ctx.workspace.id, id);
    if (!row) throw new Problem('not_found');
    return { data: asHighlight(await changeHighlight(tx, id, await make(row, tx))) };
  });

export const highlights = feature(highlightRoutes, {
  highlights: async (ctx, { passthrough }) => ({ data: await listed(ctx, passthrough) }),

  highlight,

  note: (ctx, { id, note, before }) =>
    change(ctx, id, async (row, tx) => {
      if (row.removed_at) throw new Problem('not_found');
      if (before !== undefined && before !== row.note && note !== row.note)
        throw await changedElsewhere(
          tx,
          ctx,
          { by: row.noted_by, at: row.noted_at },
          {
            code: 'text_changed',
            rest: `It now reads: “${row.note}” Save again to overwrite it.`,
            usual: `This has been changed somewhere else. It now reads: “${row.note}” Save again to overwrite it.`,
          },
        );
      return { note, noted_by: ctx.member.id, noted_at: ctx.now() };
    }),

  remove: (ctx, { id, removed }) => change(ctx, id, () => ({ removed_at: removed ? ctx.now() : null })),

  async file(ctx, { passthrough, format }) {
    const found = await listed(ctx, passthrough);
    const name = passthrough === undefined || !found[0] ? 'Highlights' : `${found[0].title} - highlights`;
    return { name: fileNameFrom(name, `.${format}`), text: highlightFiles[format](found, ctx.origin) };
  },
});
