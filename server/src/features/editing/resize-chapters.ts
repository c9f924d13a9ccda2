import type { OutlineChapter } from '@lectern/chaptering/outline-context';
import type { Cue } from '@lectern/contract/transcripts/cue';
import type { outlineRoutes } from '@lectern/contract/outline/outlines';
import { Problem } from '@lectern/contract/problem';
import type { Input } from '@lectern/contract/route';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import type { Context } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { StoredBoundaries } from '../../platform/database/stored-outline.ts';
import { askedBy, type Asker } from '../../platform/subprocess/thread.ts';
import { promptSettingsOf } from '../outline/settings.ts';
import { slidesOf } from '../outline/slides/stored-slides.ts';
import { cuesOf, digestTranscript } from '../transcripts/cues.ts';
import { loadVideoAsset } from './asset.ts';
import { recordEdits } from './history/edits.ts';
import { ownVideo, type VideoRow } from '../videos/find-video.ts';
import { lockVideo } from '../videos/lock-video.ts';
import { rankedBoundariesOf, rankPlaces, savePlaces } from '../outline/boundary-candidates.ts';
import { asQuotes, chaptersOf, type NewChapter, replaceChapters, chaptersVersion } from '../outline/chapters-of.ts';
import { earlierOutline, saveOutlineHistory, outlineOf } from '../outline/outline-history.ts';
import { collectEvidence } from '../outline/segmentation-input.ts';
import { isOutlineRunning } from '../videos/step-jobs.ts';
import { provenChapters } from '../outline/verify-quotes.ts';
import { type ResizedChapter, planResize, resizedStarts, type ChapterRange } from '../outline/resize-chapters.ts';
import { writeNewChaptersInThread } from '../outline/rewrite-chapters.ts';

/**
 * Resizes chapters by the last run's ranked boundaries. Consecutive resizes are undone together. Throws
 * `nothing_to_redraw`, `chapters_changed` for an outdated page, `not_ready` while chapters are being written.
 */
export async function redrawChapters(
  ctx: Context<'member'>,
  { passthrough, count, chapters_version }: Input<typeof outlineRoutes.redraw>,
): Promise<{ data: VideoDetail }> {
  const db = ctx.database.kysely;
  const video = await ownVideo(db, ctx.workspace.id, passthrough);
  const seen = await chaptersOf(db, video.id);
  if (seen.length === 0) throw new Problem('not_ready');
  if (chaptersVersion(seen) !== chapters_version) throw new Problem('chapters_changed');
  const cues = await cuesOf(db, video.id);
  if (cues.length === 0) throw new Problem('no_transcript');
  const asker = askedBy(ctx.workspace.id, ctx.signal);
  const places = (await rankedBoundariesOf(db, video.id)) ?? (await rankedNow(ctx, video, cues, seen.slice(1), asker));
  const starts = resizedStarts(seen, places, video.duration, count);
  if (starts.length === seen.length - 1) throw new Problem('nothing_to_redraw');
  const earlier = await seriesOf(db, video.id);
  const plan = planResize(seen, earlier?.outline.chapters ?? [], starts, video.duration);
  const { quote_ct } = await promptSettingsOf(db, ctx.workspace.id);
  const spans = plan.flatMap((chapter) => ('written' in chapter ? [chapter.written] : []));
  const others = plan.flatMap((chapter) => ('kept' in chapter ? [chapter.kept] : []));
  const written = await writeNewChaptersInThread(
    { cues, shown: await slidesOf(db, video.id) },
    spans,
    others,
    quote_ct,
    asker,
  );

  return ctx.database.transaction(async (tx) => {
    await lockVideo(tx, video.id);
    if (await isOutlineRunning(tx, video.id)) throw new Problem('not_ready', { detail: wait });
    const said = await cuesOf(tx, video.id);
    if (
      chaptersVersion(await chaptersOf(tx, video.id)) !== chapters_version ||
      digestTranscript(said) !== digestTranscript(cues)
    )
      throw new Problem('chapters_changed');
    if (!(await seriesOf(tx, video.id)))
      await saveOutlineHistory(tx, video.id, {
        kind: 'redrawn',
        outline: await outlineOf(tx, video.id),
        at: ctx.now(),
      });
    const chapters = provenChapters(asNewChapters(plan, written), said);
    await recordEdits(tx, ctx, video.id, [{ field: 'outline', before: '', after: 'redrawn' }]);
    await replaceChapters(ctx, tx, { video, by: 'member' }, chapters);
    return { data: await loadVideoAsset(ctx, tx, await ownVideo(tx, ctx.workspace.id, passthrough)) };
  });
}

const wait = 'The chapters are being written. Please try again in a moment.';

/** Returns the outline from before the present series of resizes, if nothing else happened since. */
async function seriesOf(db: Queryable, videoId: string) {
  const earlier = await earlierOutline(db, videoId);
  return earlier?.kind === 'redrawn' && !earlier.restored ? earlier : undefined;
}

/** Ranks boundaries for a video written before rankings were kept. */
async function rankedNow(
  ctx: Context<'member'>,
  video: VideoRow,
  cues: readonly Cue[],
  chapters: readonly ChapterRange[],
  asker: Asker,
): Promise<StoredBoundaries> {
  const starts = chapters.map(({ start }) => start);
  const evidence = collectEvidence(video, await slidesOf(ctx.database.kysely, video.id));
  const places = await rankPlaces(cues, evidence, starts, asker);
  await ctx.database.transaction(async (tx) => {
    await lockVideo(tx, video.id);
    await savePlaces(tx, video.id, places);
  });
  return places;
}

function asNewChapters(plan: readonly ResizedChapter[], written: readonly OutlineChapter[]): NewChapter[] {
  const texts = new Map(written.map((chapter) => [chapter.start, chapter]));
  return plan.map((chapter) => {
    if ('kept' in chapter) return chapter.kept;
    const { title, summary, quotes } = texts.get(chapter.written.start)!;
    return {
      ...(chapter.id === undefined ? {} : { id: chapter.id }),
      ...chapter.written,
      title,
      summary,
      quotes: asQuotes(quotes),
      search: '',
      edited: [],
    };
  });
}
