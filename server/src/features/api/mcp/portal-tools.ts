import { Problem } from '@lectern/contract/problem';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { longestVisitorQuestion } from '@lectern/contract/rules/visitor-questions';
import { boundedText, sentText, trimmedText } from '@lectern/contract/text';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { truncateText } from '../../../platform/text/truncate-text.ts';
import { ask } from '../../library/ask/ask.ts';
import { type openPortal, openVideo } from '../../publishing/portal/open-portal.ts';
import { searchPortal } from '../../publishing/portal/search-portal.ts';
import { portalView } from '../../publishing/portal/view.ts';
import { cuesOf } from '../../transcripts/cues.ts';
import { roundSeconds } from '../recordings.ts';
import { longestPart, passagesBetween } from './passages.ts';
import { defineTool, Second, takeFitting, type Tool } from './tool.ts';

/** A visitor of a portal. */
type Visitor = Context<'capability'> & { portal: Awaited<ReturnType<typeof openPortal>> };

const tool = defineTool<Visitor>();
const Key = boundedText(40).min(1);

/** Words of a webinar, and where they play. `verbatim`: they were said. */
const Place = z.object({
  webinar: sentText,
  title: sentText,
  chapter: sentText.nullable(),
  text: sentText,
  start: z.number().nullable(),
  end: z.number().nullable(),
  url: sentText,
  verbatim: z.boolean(),
});

const watchUrl = ({ origin, portal }: Visitor, key: string, start?: number | null): string =>
  `${origin}${portalPaths.watch(portal.token, key, start ?? undefined)}`;

/** Lines that a found place tells: the one at its second, with those around it. */
function linesAt(cues: readonly Cue[], start: number): readonly Cue[] {
  const n = cues.findIndex((cue) => cue.start === start);
  return n === -1 ? [] : cues.slice(Math.max(0, n - 1), n + 2);
}

/** For portals whose owner allows it. */
export const askPortalTool: Tool<Visitor> = tool({
  name: 'ask_portal',
  title: 'Ask the webinars',
  description:
    'Answers a question from the webinars of this collection. Every sentence names, from 1, the passages it rests on. Without a language model it gives the passages alone.',
  input: z.strictObject({ question: trimmedText(longestVisitorQuestion).min(1) }),
  output: z.object({
    remark: sentText,
    sentences: z.array(z.object({ text: sentText, citations: z.array(z.int()) })),
    citations: z.array(Place),
  }),
  async run(visitor, { question }) {
    const { data } = await ask.verbs.askPortal(visitor, { token: visitor.portal.token, question });
    return {
      ...data,
      citations: data.citations.map(({ key, start, end, ...place }) => ({
        ...place,
        webinar: key,
        start: roundSeconds(start),
        end: roundSeconds(end),
        url: watchUrl(visitor, key, start),
        verbatim: true,
      })),
    };
  },
});

export const portalTools: readonly Tool<Visitor>[] = [
  tool({
    name: 'list_webinars',
    title: 'List webinars',
    description: 'Lists the webinars of this collection with their chapters. Pass next_cursor as cursor for more.',
    input: z.strictObject({ cursor: Key.optional() }),
    output: z.object({
      webinars: z.array(
        z.object({
          webinar: sentText,
          title: sentText,
          description: sentText,
          /** Seconds. */
          duration: z.number(),
          chapters: z.array(z.object({ title: sentText, start: z.number() })),
          url: sentText,
        }),
      ),
      next_cursor: sentText.nullable(),
    }),
    async run(visitor, { cursor }) {
      const { cards } = await portalView(visitor, visitor.portal);
      const from = cursor === undefined ? 0 : cards.findIndex(({ key }) => key === cursor) + 1;
      if (cursor !== undefined && from === 0) throw new Problem('portal_video_gone');
      const all = cards.slice(from).map(({ key, title, description, duration, chapters }) => ({
        webinar: key,
        title,
        description: truncateText(description, 1_000),
        duration: roundSeconds(duration),
        chapters: chapters.map((chapter) => ({ title: chapter.title, start: roundSeconds(chapter.start_seconds) })),
        url: watchUrl(visitor, key),
      }));
      const webinars = takeFitting(all);
      return { webinars, next_cursor: webinars.length < all.length ? webinars.at(-1)!.webinar : null };
    },
  }),
  tool({
    name: 'search_webinars',
    title: 'Search the webinars',
    description: 'Finds the places of this collection, or of one webinar in it, where some words stand.',
    input: z.strictObject({ query: trimmedText(200).min(2), webinar: Key.optional() }),
    output: z.object({ places: z.array(Place) }),
    async run(visitor, { query: keyword, webinar: only }) {
      const { data } = await searchPortal(visitor, visitor.portal, { keyword, only });
      const transcripts = new Map<string, Cue[]>();
      const cuesFor = async (key: string): Promise<Cue[]> => {
        const { video } = await openVideo(visitor, visitor.portal.token, key);
        const cues = transcripts.get(key) ?? (await cuesOf(visitor.database.kysely, video.id));
        transcripts.set(key, cues);
        return cues;
      };
      const places: z.infer<typeof Place>[] = [];
      for (const { key, title, field, text, start, chapter } of takeFitting(data, 20_000)) {
        const lines = field === 'transcript' ? linesAt(await cuesFor(key), start ?? -1) : [];
        const [first, last] = [lines[0], lines.at(-1)];
        const said =
          first && last
            ? { text: lines.map((line) => line.text).join(' '), start: first.start, end: last.end }
            : { text, start, end: null };
        places.push({
          webinar: key,
          title,
          chapter,
          text: said.text,
          start: said.start === null ? null : roundSeconds(said.start),
          end: said.end === null ? null : roundSeconds(said.end),
          url: watchUrl(visitor, key, said.start),
          verbatim: first !== undefined || field === 'quote',
        });
      }
      return { places: takeFitting(places) };
    },
  }),
  tool({
    name: 'get_transcript',
    title: 'Get a transcript',
    description: `Gives what is said between two seconds of a webinar, ${longestPart / 60} minutes at most. Pass next_from as from for more.`,
    input: z.strictObject({ webinar: Key, from: Second.default(0), to: Second.optional() }),
    output: z.object({
      passages: z.array(
        z.object({
          text: sentText,
          speaker: sentText.nullable(),
          start: z.number(),
          end: z.number(),
          url: sentText,
          verbatim: z.literal(true),
        }),
      ),
      next_from: z.number().nullable(),
    }),
    async run(visitor, { webinar: key, from, to }) {
      const { video } = await openVideo(visitor, visitor.portal.token, key);
      const cues = await cuesOf(visitor.database.kysely, video.id);
      if (cues.length === 0) throw new Problem('no_transcript');
      const found = passagesBetween(cues, { from, to });
      const all = found.passages.map((passage) => ({
        ...passage,
        url: watchUrl(visitor, key, passage.start),
        verbatim: true as const,
      }));
      const passages = takeFitting(all);
      return { passages, next_from: all[passages.length]?.start ?? found.nextFrom };
    },
  }),
];
