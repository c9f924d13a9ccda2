import { createHash } from 'node:crypto';
import { Problem, type ProblemCode } from '@lectern/contract/problem';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { hasFinishedRequiredSteps, isHalted } from '@lectern/contract/rules/pipeline';
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
import type { Cue } from '@lectern/contract/transcripts/cue';
import type { Chapter, Quote, Video, VideoDetail } from '@lectern/contract/videos/videos';
import type { Context } from '../../platform/http/context.ts';
import { chapters as outlines } from '../editing/chapters.ts';
import { history } from '../editing/history/history.ts';
import { downloads } from '../exports/downloads/downloads.ts';
import { videos } from '../library/videos.ts';
import { slides } from '../outline/slides/slides.ts';
import { clips } from '../playback/clips/clips.ts';
import { apiFeature, asText, changedMeanwhile, requireMatch } from './api-feature.ts';
import { openCursor, sealCursor } from './cursors.ts';

/** Seconds with three decimals. */
export const roundSeconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

export const asDownload = ({ origin }: Pick<Context<'member'>, 'origin'>, url: string): { download_url: string } => ({
  download_url: new URL(url, origin).href,
});

export const pageUrl = ({ origin }: Pick<Context<'member'>, 'origin'>, id: string, start?: number): string =>
  `${origin}/asset/${id}${start === undefined ? '' : buildStartTimeQuery(start)}`;

/** Names a state of some texts. */
export const versionOf = (...texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22);

export function stateOf({ steps }: Video): ApiRecording['state'] {
  if (steps.some(isHalted)) return 'failed';
  return hasFinishedRequiredSteps(steps) ? 'ready' : 'processing';
}

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
    state: stateOf(video),
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

export const asApiCue = ({ start, end, text, speaker }: Cue) => ({
  start: roundSeconds(start),
  end: roundSeconds(end),
  speaker: speaker ?? null,
  text,
});

/** Throws `no_transcript`. */
export async function transcriptOf(ctx: Context<'member'>, id: string) {
  const { title, vtt, transcript_source: source } = await detailOf(ctx, id);
  if (vtt === '' || source === null) throw new Problem('no_transcript');
  return { title, source, cues: webvttCues(vtt), version: versionOf(vtt) };
}

const asChapters = (ctx: Context<'member'>, { chapters, chapters_version: version }: VideoDetail): ApiChapters => ({
  data: chapters.map((chapter) => asApiChapter(ctx, chapter)),
  version,
});

/** A recording with all that its page shows. Throws `not_found`, and why an upload did not become one. */
const detailOf = async (ctx: Context<'member'>, id: string): Promise<VideoDetail> =>
  (await videos.verbs.asset(ctx, { uploadId: id })).data;

/** How verbs say that another was faster. */
const lateCodes: ReadonlySet<ProblemCode> = new Set([
  'text_changed',
  'chapters_changed',
  'line_changed',
  'speaker_changed',
]);

/**
 * Saves what was changed from a state that was seen: where another has changed it since it was checked, the answer is
 * that of `If-Match`.
 */
export async function saveSeen(save: () => Promise<unknown>, present: () => Promise<object>): Promise<void> {
  try {
    await save();
  } catch (cause) {
    if (!(cause instanceof Problem) || !lateCodes.has(cause.code)) throw cause;
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
    const { title, cues, source, version } = await transcriptOf(ctx, id);
    if (format !== 'json') return asText(formats[format].write(title, cues), formats[format].type);
    return { recording_id: id, source, cues: cues.map(asApiCue), version };
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

  async resizeChapters(ctx, { id: passthrough, count }, wire) {
    const video = await detailOf(ctx, passthrough);
    const present = async () => asChapters(ctx, await detailOf(ctx, passthrough));
    requireMatch(wire, asChapters(ctx, video));
    const wanted = { passthrough, count, chapters_version: video.chapters_version };
    await saveSeen(() => outlines.verbs.redraw(ctx, wanted), present);
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

  async writeSummary(ctx, { id }) {
    const { msg } = await videos.verbs.generateSummary(ctx, { passthrough: id });
    return { recording_id: id, message: msg };
  },

  async listOutlines(ctx, { id: passthrough }) {
    const { data } = await history.verbs.history(ctx, { passthrough });
    return { data: data.outlines };
  },

  getOutlineChanges: async (ctx, { id: passthrough }) => (await outlines.verbs.changes(ctx, { passthrough })).data,

  async restoreOutline(ctx, { id: passthrough, at, restored, drop_edits: leaving }) {
    const { data } = await outlines.verbs.restore(ctx, { passthrough, at, restored, leaving, earlier: true });
    return asChapters(ctx, data);
  },

  async listEdits(ctx, { id: passthrough, person_id: person, cursor }) {
    const filter = { passthrough, person };
    const place = openCursor(ctx, 'edits', filter, cursor);
    const before = place === undefined ? undefined : Number(place);
    const { edits, next } = (await history.verbs.history(ctx, { ...filter, before })).data;
    return { data: edits, next_cursor: next === null ? null : sealCursor(ctx, 'edits', filter, String(next)) };
  },

  async getFile(ctx, { id: passthrough, kind }) {
    const { url } = await downloads.verbs.textLink(ctx, { passthrough, kind });
    return asDownload(ctx, url);
  },

  async getSlidesFile(ctx, { id: passthrough }) {
    const { url } = await slides.verbs.slidesPdfLink(ctx, { passthrough });
    return asDownload(ctx, url);
  },

  async getOriginal(ctx, { id }) {
    const { assetId } = await detailOf(ctx, id);
    const { url } = await clips.verbs.downloadLink(ctx, { filename: `${assetId}.mp4` });
    return asDownload(ctx, url);
  },
});
