import { isSoundMark } from '@lectern/chaptering/sound-marks';
import { Problem } from '@lectern/contract/problem';
import { tooFewWordsNotice } from '@lectern/contract/rules/pipeline';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { type Context, type World, requireOwnAccount, requireReach } from '../../platform/http/context.ts';
import { createSemaphore } from '../../platform/limits/semaphore.ts';
import { feature } from '../../platform/http/serve.ts';
import { requestChapterCount } from '../outline/boundary-candidates.ts';
import { maybeBeginAnew, reserveWriting, tellWritingCost } from '../outline/reserve-outline-tokens.ts';
import { chapterStartsOf } from '../outline/chapters-of.ts';
import { findMoments } from './search/find-moments.ts';
import { searchLibrary } from './search/search-library.ts';
import { cuesOf } from '../transcripts/cues.ts';
import { uploadProblem } from '../uploads/upload-problems.ts';
import { loadVideoAsset } from '../editing/asset.ts';
import { asVideo, groupSteps } from '../videos/as-video.ts';
import { findVideo, ownVideo } from '../videos/find-video.ts';
import { lockVideo, lockVideoIfThere } from '../videos/lock-video.ts';
import { rerunFrom, retrySteps } from '../videos/pipeline.ts';
import { recordEdits } from '../editing/history/edits.ts';
import { saveVideo } from '../editing/save.ts';
import { listLibraryVideos } from '../videos/library.ts';
import { stepRowsOf } from '../videos/step-jobs.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { callerInLog, writeLog } from '../accounts/workspaces/workspace-log.ts';
import { stopClips } from '../playback/clips/clip.job.ts';
import { scheduleDeletion } from '../storage/pending-deletions.ts';
import { releaseTokensOf } from '../billing/tokens/operations.ts';
import { markDeleted } from '../videos/removal.ts';

/** Removes a video: its jobs, what was made of it, its files. The log names `caller`, the person who wants it. */
export async function removeVideo(world: World, id: string, caller?: Context<'member'>): Promise<void> {
  await world.database.transaction(async (tx) => {
    const video = await lockVideoIfThere(tx, id);
    await scheduleDeletion(world, tx, id);
    await world.jobs.cancelOfVideo(id, { tx });
    await stopClips(world, tx, id);
    if (video && (await markDeleted(tx, id))) {
      const { workspace_id: workspaceId, title } = video;
      await recordEvent(world, tx, { kind: 'video.deleted', workspaceId, subjectId: id, payload: {} });
      if (caller) {
        const object = { kind: 'recording', id } as const;
        await writeLog(tx, { ...callerInLog(caller), action: 'recording.deleted', object, detail: { title } });
      }
    }
    await releaseTokensOf(tx, id, world.now());
  });
}

/** Calls that have something made again: each takes a connection to the database and waits for its video there. */
const places = createSemaphore({ maxConcurrent: 16, maxQueued: 200, maxPerOwner: 8 });

/** A call of which a member has a bounded number under way. It throws `busy` beyond that. */
const fewAtOnce =
  <Wish, Answer>(call: (ctx: Context<'active'>, wish: Wish) => Promise<Answer>) =>
  (ctx: Context<'active'>, wish: Wish): Promise<Answer> =>
    places(() => call(ctx, wish), { owner: ctx.workspace.id });

export const videos = feature(videoRoutes, {
  async list(ctx, { userId, ...wanted }) {
    requireOwnAccount(ctx, userId);
    return ctx.database.snapshot(async (tx) => {
      const found = await listLibraryVideos(tx, ctx.workspace.id, wanted);
      const rows = found.slice(0, wanted.limit);
      const ids = rows.map(({ id }) => id);
      const stepsFor = groupSteps(await stepRowsOf(tx, ids));
      const starts = await chapterStartsOf(tx, ids);
      return {
        data: rows.map((row) => ({ ...asVideo(ctx, row, stepsFor(row.id)), chapter_starts: starts.get(row.id) ?? [] })),
        ...(found.length > rows.length ? { next: rows.at(-1)!.id } : {}),
      };
    });
  },

  async asset(ctx, { uploadId }) {
    const look = () =>
      ctx.database.snapshot(async (tx) => {
        const video = await findVideo(tx, ctx.workspace.id, uploadId);
        return video && loadVideoAsset(ctx, tx, video);
      });
    const data = await look();
    if (data) return { data };
    const problem = await uploadProblem(ctx, ctx.workspace.id, uploadId);
    // An upload at a provider may have become a video between the two looks; then it is nothing to refuse.
    const meanwhile = await look();
    if (!meanwhile) throw problem;
    return { data: meanwhile };
  },

  async search(ctx, { userId, keyword }) {
    requireOwnAccount(ctx, userId);
    const { matches, more } = await ctx.database.snapshot((tx) => searchLibrary(ctx, tx, keyword));
    return { data: matches, ...(more ? { more } : {}) };
  },

  async moments(ctx, { userId, keyword }) {
    requireOwnAccount(ctx, userId);
    return { data: await ctx.database.snapshot((tx) => findMoments(ctx, tx, keyword)) };
  },

  async delete(ctx, { id }) {
    const { created_by } = await ownVideo(ctx.database.kysely, ctx.workspace.id, id);
    requireReach(ctx, 'delete', created_by);
    await removeVideo(ctx, id, ctx);
    return { msg: 'Deleted.' };
  },

  save: saveVideo,

  regenerateChapters: fewAtOnce(async (ctx, { passthrough, chapters }) => {
    const video = await ownVideo(ctx.database.kysely, ctx.workspace.id, passthrough);
    if (!video.transcript_source) throw new Problem('no_transcript');
    await maybeBeginAnew(ctx, video.id);
    await reserveWriting(ctx, { videoId: video.id, operation: 're-generate-chapter', key: `${video.id}/chapters` });
    await ctx.database.transaction(async (tx) => {
      await requestChapterCount(tx, video.id, chapters ?? null);
      await rerunFrom(ctx, tx, video.id, 'chapters');
      await recordEdits(tx, ctx, video.id, [{ field: 'outline', before: '', after: 'chapters' }]);
    });
    return { msg: 'The chapters are being rewritten. What you edited is kept.' };
  }),

  async writingCost(ctx, { passthrough }) {
    const video = await ownVideo(ctx.database.kysely, ctx.workspace.id, passthrough);
    return tellWritingCost(ctx, video.id);
  },

  generateSummary: fewAtOnce(async (ctx, { passthrough }) => {
    const video = await ownVideo(ctx.database.kysely, ctx.workspace.id, passthrough);
    if (!video.transcript_source) throw new Problem('no_transcript');
    if (video.summary_by_person && video.summary !== '')
      return { msg: 'You wrote this summary yourself, so it has not been changed.' };
    const cues = await cuesOf(ctx.database.kysely, video.id);
    if (cues.every(({ text }) => isSoundMark(text))) return { msg: tooFewWordsNotice };
    await reserveWriting(ctx, { videoId: video.id, operation: 'generate-summary', key: `${video.id}/summary` });
    await ctx.database.transaction(async (tx) => {
      await lockVideo(tx, video.id);
      const options = { tx, key: `${video.id}/summary`, member: ctx.workspace.id };
      await ctx.jobs.enqueue('summary', { videoId: video.id }, options);
      await recordEdits(tx, ctx, video.id, [{ field: 'outline', before: '', after: 'summary' }]);
    });
    return { msg: video.summary === '' ? 'The summary is being written.' : 'The summary is being rewritten.' };
  }),

  uploadOmnisearch: fewAtOnce(async (ctx, { passthrough }) => {
    const video = await ownVideo(ctx.database.kysely, ctx.workspace.id, passthrough);
    if (!video.transcript_source) throw new Problem('no_transcript');
    await ctx.database.transaction((tx) => rerunFrom(ctx, tx, video.id, 'search'));
    return { status: 'success', msg: 'Omnisearch upload successfully.' };
  }),

  retry: fewAtOnce(async (ctx, { passthrough }) => {
    const video = await ownVideo(ctx.database.kysely, ctx.workspace.id, passthrough);
    const again = await ctx.database.transaction((tx) => retrySteps(ctx, tx, video.id));
    return { msg: again ? 'Trying again.' : 'There is nothing to try again.' };
  }),
});
