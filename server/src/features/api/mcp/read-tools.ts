import { Problem } from '@lectern/contract/problem';
import { isHalted } from '@lectern/contract/rules/pipeline';
import { longestPrompt } from '@lectern/contract/rules/prompts';
import { sentText, trimmedText } from '@lectern/contract/text';
import { apiLibraryRoutes } from '@lectern/contract/v1/library';
import { apiMediaRoutes } from '@lectern/contract/v1/media';
import { apiPublishingRoutes } from '@lectern/contract/v1/publishing';
import { apiRecordingRoutes, RecordingState } from '@lectern/contract/v1/recordings';
import type { Video } from '@lectern/contract/videos/videos';
import type { Route } from '@lectern/contract/route';
import { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { truncateText } from '../../../platform/text/truncate-text.ts';
import { ask } from '../../library/ask/ask.ts';
import { citePassages } from '../../library/ask/answer-library.ts';
import { videos } from '../../library/videos.ts';
import { visibleChapters } from '../../publishing/portal/view.ts';
import { cuesOf } from '../../transcripts/cues.ts';
import { uploads } from '../../uploads/uploads.ts';
import { ownVideo } from '../../videos/find-video.ts';
import { playableOf } from '../../videos/renditions/playable.ts';
import { clipOf } from '../media.ts';
import { watchedRecordings } from '../publishing.ts';
import { pageUrl, roundSeconds, stateOf } from '../recordings.ts';
import { longestPart, passagesBetween } from './passages.ts';
import { defineTool, Passage, Second, takeFitting, type KeyTool } from './tool.ts';

/** The caller of a tool: a person, by a key or a session. */
export type Caller = Context<'active'>;

const Id = z.uuid();
const tool = defineTool<Caller, { asks: Route }>();

const Query = trimmedText(200).min(1);

const State = z.enum(['arriving', ...RecordingState.options]);

const Listed = z.object({
  id: Id,
  title: sentText,
  /** Seconds. */
  duration: z.number(),
  created_at: sentText,
  state: State,
  url: sentText,
});

const asListed = (call: Caller, video: Video): z.infer<typeof Listed> => ({
  id: video.id,
  title: video.title,
  duration: roundSeconds(video.duration),
  created_at: new Date(video.created_at * 1000).toISOString(),
  state: stateOf(video),
  url: pageUrl(call, video.id),
});

/** A recording that is still on its way. Throws `not_found`, and why it was refused. */
async function arrivingOf(call: Caller, id: string) {
  const { title, size, received } = (await uploads.verbs.arriving(call, { id })).data;
  return { id, title, state: 'arriving' as const, url: pageUrl(call, id), received, size };
}

/** Characters of a text about a whole recording. */
const longestText = 4_000;

export const readTools: readonly KeyTool<Caller>[] = [
  tool({
    name: 'search_library',
    title: 'Search the library',
    description:
      'Finds passages of all recordings that speak of some words, the best first, at most three of a recording. Each is verbatim, with a link that plays it.',
    asks: apiLibraryRoutes.search,
    input: z.strictObject({ query: Query, limit: z.int().min(1).max(20).default(10) }),
    output: z.object({ passages: z.array(Passage) }),
    async run(call, { query, limit }) {
      const found = await citePassages(call, { question: query }, limit);
      return { passages: takeFitting(found.map((each) => asPassage(call, each))) };
    },
  }),
  tool({
    name: 'ask_library',
    title: 'Ask the library',
    description:
      'Answers a question from all recordings. Every sentence names, from 1, the passages it rests on. Without a language model it gives the passages alone.',
    asks: apiLibraryRoutes.ask,
    input: z.strictObject({
      question: trimmedText(longestPrompt).min(1),
      recording_ids: z.array(Id).min(1).max(100).optional(),
    }),
    output: z.object({
      remark: sentText,
      sentences: z.array(z.object({ text: sentText, citations: z.array(z.int()) })),
      citations: z.array(Passage),
    }),
    async run(call, { question, recording_ids: recordings }) {
      const { data } = await ask.verbs.ask(call, { question, recordings });
      return { ...data, citations: data.citations.map((each) => asPassage(call, each)) };
    },
  }),
  tool({
    name: 'list_recordings',
    title: 'List recordings',
    description: 'Lists the recordings of the library, newest first. Pass next_cursor as cursor for more.',
    asks: apiRecordingRoutes.listRecordings,
    input: z.strictObject({ cursor: Id.optional(), limit: z.int().min(1).max(50).default(20) }),
    output: z.object({ recordings: z.array(Listed), next_cursor: Id.nullable() }),
    async run(call, { cursor: after, limit }) {
      const wanted = { userId: call.member.id, page: 1, limit, ...(after === undefined ? {} : { after }) };
      const { data, next } = await videos.verbs.list(call, wanted);
      const shown = takeFitting(data.map((video) => asListed(call, video)));
      const isCut = shown.length < data.length;
      return { recordings: shown, next_cursor: isCut ? shown.at(-1)!.id : (next ?? null) };
    },
  }),
  tool({
    name: 'get_recording',
    title: 'Get a recording',
    description:
      'Tells about a recording: its texts, and how far its processing is; also of one that is still arriving.',
    asks: apiRecordingRoutes.getRecording,
    input: z.strictObject({ recording_id: Id }),
    output: Listed.extend({
      description: sentText,
      summary: sentText,
      kind: z.enum(['video', 'audio']),
      chapters: z.int(),
      has_transcript: z.boolean(),
      problem: sentText.nullable(),
    })
      .partial()
      .extend({
        id: Id,
        state: State,
        /** Bytes, of one that is arriving. */
        received: z.number().optional(),
        size: z.number().nullable().optional(),
      }),
    async run(call, { recording_id: id }) {
      const found = await videos.verbs.asset(call, { uploadId: id }).catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'not_found') return undefined;
        throw error;
      });
      if (!found) return arrivingOf(call, id);
      const { description, summary, kind, chapters, vtt, steps } = found.data;
      return {
        ...asListed(call, found.data),
        description: truncateText(description, longestText),
        summary: truncateText(summary, longestText),
        kind,
        chapters: chapters.length,
        has_transcript: vtt !== '',
        problem: steps.find(isHalted)?.problem ?? null,
      };
    },
  }),
  tool({
    name: 'get_transcript',
    title: 'Get a transcript',
    description: `Gives what is said between two seconds of a recording, ${longestPart / 60} minutes at most. Pass next_from as from for more.`,
    asks: apiRecordingRoutes.getTranscript,
    input: z.strictObject({ recording_id: Id, from: Second.default(0), to: Second.optional() }),
    output: z.object({
      passages: z.array(Passage.extend({ speaker: sentText.nullable() })),
      next_from: z.number().nullable(),
    }),
    async run(call, { recording_id: id, from, to }) {
      const db = call.database.kysely;
      const video = await ownVideo(db, call.workspace.id, id);
      const cues = await cuesOf(db, id);
      if (cues.length === 0) throw new Problem('no_transcript');
      const chapters = await visibleChapters(db, id, { show_quotes: false, hasCards: false });
      const found = passagesBetween(cues, { from, to });
      const all = found.passages.map((passage) => ({
        ...passage,
        recording_id: id,
        title: video.title,
        chapter: chapters.findLast(({ start_seconds: start }) => start <= passage.start)?.title ?? null,
        url: pageUrl(call, id, passage.start),
        verbatim: true as const,
      }));
      const passages = takeFitting(all);
      return { passages, next_from: all[passages.length]?.start ?? found.nextFrom };
    },
  }),
  tool({
    name: 'list_chapters',
    title: 'List chapters',
    description: 'Lists the chapters of a recording with their summaries. Pass next_from as from for more.',
    asks: apiRecordingRoutes.getChapters,
    input: z.strictObject({ recording_id: Id, from: Second.default(0) }),
    output: z.object({
      chapters: z.array(
        z.object({
          id: Id,
          title: sentText,
          start: z.number(),
          end: z.number(),
          summary: sentText,
          url: sentText,
        }),
      ),
      /** Changes with every change of a chapter. */
      version: sentText,
      next_from: z.number().nullable(),
    }),
    async run(call, { recording_id: uploadId, from }) {
      const { data } = await videos.verbs.asset(call, { uploadId });
      const all = data.chapters
        .filter(({ start_seconds: start }) => roundSeconds(start) >= from)
        .map(({ id, title, start_seconds: start, end_seconds: end, summary }) => ({
          id,
          title,
          start: roundSeconds(start),
          end: roundSeconds(end),
          summary: truncateText(summary, longestText),
          url: pageUrl(call, uploadId, start),
        }));
      const chapters = takeFitting(all);
      return { chapters, version: data.chapters_version, next_from: all[chapters.length]?.start ?? null };
    },
  }),
  tool({
    name: 'find_quotes',
    title: 'Find quotes',
    description: 'Finds the quotes of chapters in which some words stand. Each was proved by the transcript.',
    asks: apiLibraryRoutes.search,
    input: z.strictObject({ query: Query, limit: z.int().min(1).max(20).default(10) }),
    output: z.object({ quotes: z.array(Passage) }),
    async run(call, { query: keyword, limit }) {
      const { data } = await videos.verbs.moments(call, { userId: call.member.id, keyword });
      const quotes: z.infer<typeof Passage>[] = [];
      for (const { uploadId: id, title, moments } of data) {
        const words = new Set(moments.filter(({ field }) => field === 'quote').map(({ text }) => text));
        if (words.size === 0 || quotes.length >= limit) continue;
        const shown = { show_quotes: true, hasCards: false };
        for (const chapter of await visibleChapters(call.database.kysely, id, shown))
          for (const { text, start, end } of chapter.quotes)
            if (words.has(text))
              quotes.push(asPassage(call, { upload_id: id, title, chapter: chapter.title, text, start, end }));
      }
      return { quotes: takeFitting(quotes.slice(0, limit)) };
    },
  }),
  tool({
    name: 'get_frame',
    title: 'Get a frame',
    description: 'Gives the picture that a recording shows at a second.',
    asks: apiRecordingRoutes.getRecording,
    input: z.strictObject({ recording_id: Id, at: Second }),
    output: z.object({ recording_id: Id, at: z.number(), url: sentText }),
    async run(call, { recording_id: id, at }) {
      const video = await ownVideo(call.database.kysely, call.workspace.id, id);
      if (at > video.duration) throw new Problem('time_beyond_end');
      const { turn, signal } = call;
      for (const width of [640, 320, 160]) {
        const jpeg = await call.media.thumbnail(playableOf(call, video), { time: at, width }, { turn, signal });
        if (jpeg && jpeg.length <= mostOfPicture)
          return { recording_id: id, at, url: pageUrl(call, id, at), picture: { jpeg } };
      }
      throw new Problem('not_found', { detail: 'There is no picture of this recording.' });
    },
  }),
  tool({
    name: 'get_clip',
    title: 'Get a clip',
    description: 'Tells whether a clip is cut, and where it can be downloaded for some hours.',
    asks: apiMediaRoutes.getClip,
    input: z.strictObject({ clip_id: Id }),
    output: z.object({
      id: Id,
      recording_id: Id,
      start: z.number(),
      end: z.number(),
      state: z.enum(['waiting', 'running', 'done', 'failed']),
      download_url: sentText.nullable(),
    }),
    run: (call, { clip_id: id }) => clipOf(call, id),
  }),
  tool({
    name: 'get_statistics',
    title: 'Get statistics',
    description: 'Tells how long recordings were watched in the last days, by visitors of the portal and of links.',
    asks: apiPublishingRoutes.getStatistics,
    input: z.strictObject({ recording_id: Id.optional(), days: z.int().min(1).max(366).default(30) }),
    output: z.object({
      watched: z.array(
        z.object({
          recording_id: Id,
          title: sentText,
          /** Seconds. */
          duration: z.number(),
          portal: z.number(),
          links: z.number(),
          chapters: z.array(z.object({ title: sentText, start: z.number(), times: z.number() })),
        }),
      ),
      is_cut: z.boolean(),
    }),
    async run(call, { recording_id: passthrough, days }) {
      const all = await watchedRecordings(call, { passthrough, days });
      const watched = takeFitting(all);
      return { watched, is_cut: watched.length < all.length };
    },
  }),
];

/** Bytes of a picture: in base64 it has 56 kB at most. */
const mostOfPicture = 42_000;

type Cited = {
  upload_id: string;
  title: string;
  chapter: string | null;
  text: string;
  start: number;
  end: number;
};

function asPassage(call: Caller, { upload_id: id, title, chapter, text, start, end }: Cited): z.infer<typeof Passage> {
  const times = { start: roundSeconds(start), end: roundSeconds(end) };
  return { recording_id: id, title, chapter, text, ...times, url: pageUrl(call, id, start), verbatim: true };
}
