import { rewriteLimits } from '@lectern/contract/editing/rewrites';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { rewriteOutlineTexts } from '../../outline/outline-history.ts';
import { createRewriter } from '../../transcripts/glossary/rewriter.ts';
import { glossaryRulesOf } from '../../transcripts/glossary/rules-of.ts';
import { correctLines } from '../correct-lines.ts';
import { cuesOf } from '../../transcripts/cues.ts';
import type { VideoRow } from '../../videos/find-video.ts';
import { lockVideoIfThere } from '../../videos/lock-video.ts';
import { findPlaces } from './find-occurrences.ts';
import { enqueueNextBatch } from './enqueue-next-batch.ts';
import { buildLikePatterns } from './like-patterns.ts';
import {
  lockExistingVideos,
  countOccurrences,
  insertPlaces,
  lockRewrite,
  findNextOccurrences,
  type NewPlace,
  type StoredOccurrence,
  type RewriteRow,
  setOccurrencesState,
  videosToLookThrough,
} from './store.ts';

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
export async function scanNextBatch(world: World, row: RewriteRow): Promise<void> {
  const db = world.database.kysely;
  const patterns = buildLikePatterns(row.rules);
  if (!row.videos) {
    const videos = await videosToLookThrough(db, row.user_id, patterns);
    return settle(world, row, (tx) => enqueueNextBatch(world, tx, row, { videos }));
  }
  const terms = (await glossaryRulesOf(db, row.user_id)).map(({ term }) => term);
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
export async function applyNextBatch(world: World, row: RewriteRow): Promise<void> {
  const isBack = row.state === 'undoing';
  const places = await findNextOccurrences(world.database.kysely, row.id, isBack ? 'changed' : 'found', placesAtOnce);
  const [first] = places;
  if (!first)
    return settle(world, row, (tx) => enqueueNextBatch(world, tx, row, { state: isBack ? 'undone' : 'applied' }));
  await world.database.transaction(async (tx) => {
    const video = await lockVideoIfThere(tx, first.video_id);
    if ((await lockRewrite(tx, row.id))?.step !== row.step) return;
    const changes = places.map((place) => (isBack ? { ...place, before: place.after, after: place.before } : place));
    const made = new Set(video ? await changed(tx, video, changes) : []);
    const [done, left] = [changes.filter(({ at }) => made.has(at)), changes.filter(({ at }) => !made.has(at))];
    const numbers = (of: readonly StoredOccurrence[]): number[] => of.map(({ at }) => at);
    await setOccurrencesState(tx, row.id, numbers(done), isBack ? 'undone' : 'changed');
    await setOccurrencesState(tx, row.id, numbers(left), isBack ? 'kept' : 'passed');
    await enqueueNextBatch(world, tx, row, {});
  });
}

/** Changes places of a video that read as they did; returns which. */
async function changed(tx: Queryable, video: VideoRow, places: readonly StoredOccurrence[]): Promise<number[]> {
  const cues = await cuesOf(tx, video.id);
  const lines = places.flatMap(({ field, n, start_s, before, after, at }) => {
    const cue = field === 'line' && n !== null ? cues[n] : undefined;
    return cue?.text === before && cue.start === start_s ? [{ n: n!, text: after, at }] : [];
  });
  const texts = places.flatMap(({ field, chapter_id, before, after, at }) =>
    field === 'line' ? [] : [{ field, ...(chapter_id === null ? {} : { chapterId: chapter_id }), before, after, at }],
  );
  if (lines.length > 0) await correctLines(tx, video, cues, lines, 'glossary');
  const made = await rewriteOutlineTexts(tx, video.id, texts);
  return [...lines, ...made].map(({ at }) => at);
}
