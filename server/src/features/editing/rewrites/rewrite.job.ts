import { setImmediate as pause } from 'node:timers/promises';
import { problems } from '@lectern/contract/problem';
import { z } from 'zod';
import { textLimits } from '@lectern/contract/rules/longest';
import { rewriteLimits } from '@lectern/contract/editing/rewrites';
import { recoverOrphans } from '../../../platform/jobs/recover-orphans.ts';
import { finalProblem } from '../../../platform/jobs/final-problem.ts';
import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import {
  type RewriteRow,
  type NewPlace,
  type StoredOccurrence,
  lockRewrite,
  rewriteById,
  unfinishedRewrites,
  updateRewrite,
  cuesMatching,
  lockExistingVideos,
  countOccurrences,
  insertPlaces,
  findNextOccurrences,
  setOccurrencesState,
  videosToLookThrough,
} from './store.ts';
import type { World } from '../../../platform/http/context.ts';
import { uneditedTexts, rewriteOutlineTexts } from '../../outline/outline-history.ts';
import { type Rewriter, createRewriter } from '../../transcripts/glossary/rewriter.ts';
import { type VideoRow, videoById } from '../../videos/find-video.ts';
import { type Patterns, buildLikePatterns } from './like-patterns.ts';
import { glossaryRulesOf } from '../../transcripts/glossary/rules-of.ts';
import { correctLines } from '../correct-lines.ts';
import { cuesOf } from '../../transcripts/cues.ts';
import { lockVideoIfThere } from '../../videos/lock-video.ts';

/**
 * Each job has its own key, since the previous job, still running, stores it. The key contains the member so that jobs
 * go with the account.
 */
const rewriteKey = ({ workspace_id, id, step }: Pick<RewriteRow, 'workspace_id' | 'id' | 'step'>): string =>
  `rewrite/${workspace_id}/${id}/${step}`;

const isSettled = ({ state }: RewriteRow): boolean => ['ready', 'applied', 'undone'].includes(state);

/** Writes down how far a rewrite is, with the job that does what comes next, if anything does. */
export async function enqueueNextBatch(
  { jobs }: Pick<World, 'jobs'>,
  tx: Queryable,
  { id, step }: RewriteRow,
  change: Parameters<typeof updateRewrite>[2],
): Promise<RewriteRow> {
  const row = await updateRewrite(tx, id, { ...change, problem: null, step: step + 1 });
  if (!isSettled(row))
    await jobs.enqueue(
      'rewrite',
      { rewriteId: id, step: row.step },
      { tx, key: rewriteKey(row), member: row.workspace_id },
    );
  return row;
}

/** Texts after which others get their turn. */
const atOnce = 500;

/**
 * Finds all occurrences in a video's engine texts, earlier outline and transcript. Skips deleted videos and rewrites
 * that would exceed the limit of their text.
 */
async function findPlaces(
  db: Queryable,
  videoId: string,
  rewrite: Rewriter,
  patterns: Patterns | undefined,
): Promise<NewPlace[]> {
  if (!(await videoById(db, videoId))) return [];
  const texts = (await uneditedTexts(db, videoId)).map(({ field, chapterId, start, text, earlier }) => ({
    field,
    n: null,
    chapter_id: chapterId ?? null,
    start_s: start,
    before: text,
    earlier,
  }));
  const lines = (await cuesMatching(db, videoId, patterns)).map(({ position, start_s, text }) => ({
    field: 'line' as const,
    n: position,
    chapter_id: null,
    start_s,
    before: text,
    earlier: false,
  }));
  const places: NewPlace[] = [];
  for (const [at, place] of [...texts, ...lines].entries()) {
    if (at > 0 && at % atOnce === 0) await pause();
    const after = rewrite(place.before);
    const fits = after.length <= Math.max(textLimits[place.field], place.before.length);
    if (after !== place.before && fits) places.push({ video_id: videoId, ...place, after });
  }
  return places;
}

/** Recordings that one job looks through: others wait for it. */
const videosAtOnce = 5;
/** Places of one recording that one job, and one transaction, changes. */
const placesAtOnce = 100;

/** Runs `save` unless another run of the same job was faster. */
const settle = (world: World, { id, step }: RewriteRow, save: (tx: Queryable) => Promise<unknown>): Promise<void> =>
  world.database.transaction(async (tx) => {
    const row = await lockRewrite(tx, id);
    if (row?.step === step) await save(tx);
  });

/** Looks through the next recordings for what a rewrite would change. */
async function scanNextBatch(world: World, row: RewriteRow): Promise<void> {
  const db = world.database.kysely;
  const patterns = buildLikePatterns(row.rules);
  if (!row.videos) {
    const videos = await videosToLookThrough(db, row.workspace_id, patterns);
    return settle(world, row, (tx) => enqueueNextBatch(world, tx, row, { videos }));
  }
  const terms = (await glossaryRulesOf(db, row.workspace_id)).map(({ term }) => term);
  const rewrite = createRewriter(row.rules, terms);
  const these = row.videos.slice(row.videos_scanned, row.videos_scanned + videosAtOnce);
  const found: NewPlace[] = [];
  for (const id of these) found.push(...(await findPlaces(db, id, rewrite, patterns)));
  const looked = row.videos_scanned + these.length;
  const isLast = looked === row.videos.length;
  await world.database.transaction(async (tx) => {
    // Occurrences of videos deleted during reading must not come back.
    const alive = new Set(await lockExistingVideos(tx, these));
    if ((await lockRewrite(tx, row.id))?.step !== row.step) return;
    const places = found.filter(({ video_id }) => alive.has(video_id));
    const { count, next } = await countOccurrences(tx, row.id);
    const room = rewriteLimits.places - count;
    const isOver = places.length > room;
    await insertPlaces(tx, row.id, next, places.slice(0, room));
    await enqueueNextBatch(world, tx, row, {
      videos_scanned: looked,
      cut_off: isOver,
      ...(isOver || isLast ? { state: 'ready' } : {}),
    });
  });
}

/** Changes the next places of one recording, or gives them their words back. */
async function applyNextBatch(world: World, row: RewriteRow): Promise<void> {
  const isBack = row.state === 'undoing';
  const places = await findNextOccurrences(world.database.kysely, row.id, isBack ? 'changed' : 'found', placesAtOnce);
  const [first] = places;
  if (!first)
    return settle(world, row, (tx) => enqueueNextBatch(world, tx, row, { state: isBack ? 'undone' : 'applied' }));
  await world.database.transaction(async (tx) => {
    const video = await lockVideoIfThere(tx, first.video_id);
    if ((await lockRewrite(tx, row.id))?.step !== row.step) return;
    const changes = places.map((place) => (isBack ? { ...place, before: place.after, after: place.before } : place));
    const made = new Set(video ? await changed(world, tx, video, changes) : []);
    const [done, left] = [changes.filter(({ at }) => made.has(at)), changes.filter(({ at }) => !made.has(at))];
    const numbers = (of: readonly StoredOccurrence[]): number[] => of.map(({ at }) => at);
    await setOccurrencesState(tx, row.id, numbers(done), isBack ? 'undone' : 'changed');
    await setOccurrencesState(tx, row.id, numbers(left), isBack ? 'kept' : 'passed');
    await enqueueNextBatch(world, tx, row, {});
  });
}

/** Changes places of a video that read as they did; returns which. */
async function changed(
  world: World,
  tx: Queryable,
  video: VideoRow,
  places: readonly StoredOccurrence[],
): Promise<number[]> {
  const cues = await cuesOf(tx, video.id);
  const lines = places.flatMap(({ field, n, start_s, before, after, at }) => {
    const cue = field === 'line' && n !== null ? cues[n] : undefined;
    return cue?.text === before && cue.start === start_s ? [{ n: n!, text: after, at }] : [];
  });
  const texts = places.flatMap(({ field, chapter_id, before, after, at }) =>
    field === 'line' ? [] : [{ field, ...(chapter_id === null ? {} : { chapterId: chapter_id }), before, after, at }],
  );
  if (lines.length > 0) await correctLines(world, tx, video, cues, lines, 'glossary');
  const made = await rewriteOutlineTexts(world, tx, video, texts);
  return [...lines, ...made].map(({ at }) => at);
}

type Part = { rewriteId: string; step: number };

/** Says of a rewrite why it does not go on, or that it does, if it still waits for this part. */
async function tell(tx: Queryable, { rewriteId, step }: Part, problem: string | null): Promise<void> {
  if ((await lockRewrite(tx, rewriteId))?.step === step) await updateRewrite(tx, rewriteId, { problem });
}

/**
 * Does a short part of a rewrite and queues the next, so that members take turns. Repeatable: each part is committed
 * with its number.
 */
export const rewriteJob: JobDefinition<World, Part> = {
  name: 'rewrite',
  payload: z.object({ rewriteId: z.uuid(), step: z.number().int() }),
  fairByMember: true,
  maxPerMember: 1,
  timeout: 600,
  async run(world, part, job) {
    const row = await rewriteById(world.database.kysely, part.rewriteId);
    if (row?.step !== part.step) return;
    try {
      await (row.state === 'looking' ? scanNextBatch(world, row) : applyNextBatch(world, row));
    } catch (error) {
      const problem = finalProblem(error, job);
      world.log.error({ err: problem.cause ?? problem, rewrite: row.id }, problem.text);
      await world.database.transaction((tx) => tell(tx, part, problem.text));
    }
  },
  onCancel: (_world, tx, part) => tell(tx, part, problems.stopped.text),
  onRetry: (_world, tx, part) => tell(tx, part, null),
  recoverOrphans: async (world) =>
    recoverOrphans(world, await unfinishedRewrites(world.database.kysely), rewriteKey, {
      settle: (tx, { id, step }) => tell(tx, { rewriteId: id, step }, problems.interrupted.text),
    }),
};
