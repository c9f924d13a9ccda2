import { Problem } from '@lectern/contract/problem';
import type { Highlight } from '@lectern/contract/editing/highlights';
import { type ApiHighlight, apiLibraryRoutes } from '@lectern/contract/v1/library';
import { highlights } from '../editing/highlights/highlights.ts';
import type { Context } from '../../platform/http/context.ts';
import { ask } from '../library/ask/ask.ts';
import { videos } from '../library/videos.ts';
import { cuesOf } from '../transcripts/cues.ts';
import { ownVideo } from '../videos/find-video.ts';
import { apiFeature, changedMeanwhile, requireMatch } from './api-feature.ts';
import { pageUrl, roundSeconds, versionOf } from './recordings.ts';

const asHighlight = ({ passthrough, start, end, note, ...highlight }: Highlight): ApiHighlight => ({
  ...highlight,
  recording_id: passthrough,
  start: roundSeconds(start),
  end: roundSeconds(end),
  note,
  version: versionOf(note),
});

/** Throws `not_found`, for a removed one too. */
async function ownHighlight(ctx: Context<'member'>, id: string): Promise<Highlight> {
  const { data } = await highlights.verbs.highlights(ctx, {});
  const found = data.find((highlight) => highlight.id === id);
  if (!found) throw new Problem('not_found');
  return found;
}

export const apiLibrary = apiFeature(apiLibraryRoutes, {
  async search(ctx, { q }) {
    const { data } = await videos.verbs.moments(ctx, { userId: ctx.member.id, keyword: q });
    return {
      data: data.map(({ uploadId, title, total, moments }) => ({
        recording_id: uploadId,
        title,
        total,
        places: moments.map(({ field, text, start, chapter }) => ({
          kind: field,
          text,
          start: roundSeconds(start),
          chapter,
          url: pageUrl(ctx, uploadId, start),
        })),
      })),
    };
  },

  async ask(ctx, { question, recording_ids: recordings }) {
    const { data } = await ask.verbs.ask(ctx, { question, recordings });
    return {
      ...data,
      citations: data.citations.map(({ upload_id: id, title, chapter, text, start, end }) => ({
        recording_id: id,
        title,
        chapter,
        text,
        start: roundSeconds(start),
        end: roundSeconds(end),
        url: pageUrl(ctx, id, start),
      })),
    };
  },

  async listHighlights(ctx, { recording_id: passthrough }) {
    const { data } = await highlights.verbs.highlights(ctx, { passthrough });
    return { data: data.map(asHighlight) };
  },

  async createHighlight(ctx, { recording_id: passthrough, first_cue: first, last_cue: last, words }) {
    const video = await ownVideo(ctx.database.kysely, ctx.workspace.id, passthrough);
    const start = (await cuesOf(ctx.database.kysely, video.id))[first]?.start;
    if (start === undefined) throw new Problem('words_changed');
    return asHighlight((await highlights.verbs.highlight(ctx, { passthrough, first, last, start, words })).data);
  },

  async changeHighlight(ctx, { id, note }, wire) {
    const { note: before, ...present } = await ownHighlight(ctx, id);
    requireMatch(wire, asHighlight({ ...present, note: before }));
    try {
      return asHighlight((await highlights.verbs.note(ctx, { id, note, before })).data);
    } catch (cause) {
      if (!(cause instanceof Problem) || cause.code !== 'text_changed') throw cause;
      throw changedMeanwhile(asHighlight(await ownHighlight(ctx, id)), cause);
    }
  },

  async deleteHighlight(ctx, { id }) {
    await highlights.verbs.remove(ctx, { id, removed: true });
    return { id, removed: true as const };
  },
});
