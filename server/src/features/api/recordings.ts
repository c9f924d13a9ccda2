import { createHash } from 'node:crypto';
import { Problem } from '@lectern/contract/problem';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { buildStartTimeQuery } from '@lectern/contract/rules/start-time';
import { formatExactTimecode, formatTimecode, parseTimecode } from '@lectern/contract/rules/timecode';
import { formatPlainText, formatSrt, formatVtt } from '@lectern/contract/rules/transcript-files';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import {
  type ApiChapter,
  type ApiChapters,
  type ApiQuote,
  type ApiRecording,
  apiRecordingRoutes,
} from '@lectern/contract/v1/recordings';
import type { Chapter, Quote, Video, VideoDetail } from '@lectern/contract/videos/videos';
import type { Context } from '../../platform/http/context.ts';
import { slides } from '../outline/slides/slides.ts';
import { videos } from '../library/videos.ts';
import { apiFeature, asText, changedMeanwhile, requireMatch } from './api-feature.ts';
import { openCursor, sealCursor } from './cursors.ts';

/** Seconds with three decimals. */
export const roundSeconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

export const pageUrl = ({ origin }: Pick<Context<'member'>, 'origin'>, id: string, start?: number): string =>
  `${origin}/asset/${id}${start === undefined ? '' : buildStartTimeQuery(start)}`;

/** Names a state of some texts. */
export const versionOf = (...texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22);

function asRecording({ origin }: Pick<Context<'member'>, 'origin'>, video: Video): ApiRecording {
  const { id, title, description, summary, kind, created_by, progress, thumbnail } = video;
  return {
    id,
    title,
    description,
    summary,
    kind,
    duration: roundSeconds(video.duration),
    created_at: new Date(video.created_at * 1000).toISOString(),
    created_by,
    is_playable: video.playable,
    progress,
    steps: video.steps,
    page_url: pageUrl({ origin }, id),
    stream_url: `${origin}${mediaPaths.stream(video.playback_id)}`,
    thumbnail_url: thumbnail && `${origin}${thumbnail}`,
    version: versionOf(title, description, summary),
  };
}

const asApiQuote = (chapterId: string, { quote, spoken, start, timecode, cues, key }: Quote): ApiQuote => ({
  chapter_id: chapterId,
  text: quote,
  spoken: spoken ?? null,
  start: roundSeconds(start ?? parseTimecode(timecode) ?? 0),
  is_verbatim: cues !== undefined,
  is_key_sentence: key === true,
});

const asApiChapter = ({ origin }: Pick<Context<'member'>, 'origin'>, chapter: Chapter): ApiChapter => ({
  id: chapter.id,
  title: chapter.title,
  start: roundSeconds(chapter.start_seconds),
  end: roundSeconds(chapter.end_seconds),
  summary: chapter.summary,
  quotes: chapter.quote.map((quote) => asApiQuote(chapter.id, quote)),
  thumbnail_url: chapter.thumbnail && `${origin}${chapter.thumbnail}`,
  edited: chapter.edited,
});

const asChapters = (ctx: Context<'member'>, { chapters, chapters_version: version }: VideoDetail): ApiChapters => ({
  data: chapters.map((chapter) => asApiChapter(ctx, chapter)),
  version,
});

/** A recording with all that its page shows. Throws `not_found`, and why an upload did not become one. */
const detailOf = async (ctx: Context<'member'>, id: string): Promise<VideoDetail> =>
  (await videos.verbs.asset(ctx, { uploadId: id })).data;

/**
 * Saves what was changed from a state that was seen: where another has changed it since it was checked, the answer is
 * that of `If-Match`.
 */
async function saveSeen(save: () => Promise<unknown>, present: () => Promise<object>): Promise<void> {
  try {
    await save();
  } catch (cause) {
    if (!(cause instanceof Problem) || !['text_changed', 'chapters_changed'].includes(cause.code)) throw cause;
    throw changedMeanwhile(await present(), cause);
  }
}

/** The time of a chapter as its verb takes it: one that has not moved keeps its exact start. */
export function timecodeOf(start: number, before: Chapter | undefined): string {
  const hasStayed = before && roundSeconds(before.start_seconds) === roundSeconds(start);
  return hasStayed ? formatTimecode(before.start_seconds) : formatExactTimecode(start);
}

const formats = {
  vtt: { type: 'text/vtt; charset=utf-8', write: formatVtt },
  srt: { type: 'application/x-subrip; charset=utf-8', write: (_title, cues) => formatSrt(cues) },
  txt: { type: 'text/plain; charset=utf-8', write: (_title, cues) => formatPlainText(cues) },
} as const satisfies Record<string, { type: string; write: typeof formatVtt }>;

export const apiRecordings = apiFeature(apiRecordingRoutes, {
  async listRecordings(ctx, { q, limit, cursor }) {
    const userId = ctx.member.id;
    const place = openCursor(ctx, 'recordings', { q }, cursor);
    const next = (at: string) => sealCursor(ctx, 'recordings', { q }, at);
    if (q === undefined) {
      const wanted = { userId, page: 1, limit, ...(place === undefined ? {} : { after: place }) };
      const page = await videos.verbs.list(ctx, wanted);
      return {
        data: page.data.map((video) => asRecording(ctx, video)),
        next_cursor: page.next === undefined ? null : next(page.next),
      };
    }
    const { data } = await videos.verbs.search(ctx, { userId, keyword: q });
    const from = Number(place ?? 0);
    return {
      data: data.slice(from, from + limit).map((video) => asRecording(ctx, video)),
      next_cursor: data.length > from + limit ? next(String(from + limit)) : null,
    };
  },

  getRecording: async (ctx, { id }) => asRecording(ctx, await detailOf(ctx, id)),

  async changeRecording(ctx, { id, ...edits }, wire) {
    const { title, description, summary, ...video } = await detailOf(ctx, id);
    const before = { title, description, summary };
    const present = async () => asRecording(ctx, await detailOf(ctx, id));
    requireMatch(wire, asRecording(ctx, { ...video, ...before }));
    await saveSeen(() => videos.verbs.save(ctx, { passthrough: id, ...edits, before }), present);
    return present();
  },

  async deleteRecording(ctx, { id }) {
    await videos.verbs.delete(ctx, { id });
    return { id, removed: true as const };
  },

  async getTranscript(ctx, { id, format }) {
    const { title, vtt, transcript_source: source } = await detailOf(ctx, id);
    if (vtt === '' || source === null) throw new Problem('no_transcript');
    const cues = webvttCues(vtt);
    if (format !== 'json') return asText(formats[format].write(title, cues), formats[format].type);
    return {
      recording_id: id,
      source,
      cues: cues.map(({ start, end, text, speaker }) => ({
        start: roundSeconds(start),
        end: roundSeconds(end),
        speaker: speaker ?? null,
        text,
      })),
    };
  },

  getChapters: async (ctx, { id }) => asChapters(ctx, await detailOf(ctx, id)),

  async replaceChapters(ctx, { id, chapters }, wire) {
    const video = await detailOf(ctx, id);
    const present = async () => asChapters(ctx, await detailOf(ctx, id));
    requireMatch(wire, asChapters(ctx, video));
    const known = new Map(video.chapters.map((chapter) => [chapter.id, chapter]));
    const wanted = {
      passthrough: id,
      chapters_version: video.chapters_version,
      chapters: chapters.map(({ id: chapterId, title, start, summary, quotes }) => ({
        ...(chapterId === undefined ? {} : { id: chapterId }),
        title,
        start: timecodeOf(start, chapterId === undefined ? undefined : known.get(chapterId)),
        ...(summary === undefined ? {} : { summary }),
        ...(quotes === undefined ? {} : { quote: quotes }),
      })),
    };
    await saveSeen(() => videos.verbs.save(ctx, wanted), present);
    return present();
  },

  async listQuotes(ctx, { id }) {
    const { chapters } = await detailOf(ctx, id);
    return { data: chapters.flatMap((chapter) => chapter.quote.map((quote) => asApiQuote(chapter.id, quote))) };
  },

  async listSlides(ctx, { id }) {
    const { data } = await slides.verbs.slides(ctx, { passthrough: id });
    return {
      data: data.map((slide) => ({ ...slide, start: roundSeconds(slide.start), end: roundSeconds(slide.end) })),
    };
  },

  async retryRecording(ctx, { id }) {
    const { msg } = await videos.verbs.retry(ctx, { passthrough: id });
    return { recording_id: id, message: msg };
  },

  async regenerateChapters(ctx, { id, chapters }) {
    const { msg } = await videos.verbs.regenerateChapters(ctx, { passthrough: id, chapters });
    return { recording_id: id, message: msg };
  },
});
