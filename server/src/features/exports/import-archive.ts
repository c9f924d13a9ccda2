import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DuplicatePolicy } from '@lectern/contract/exports/downloads';
import { Problem } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import { hour } from '@lectern/contract/rules/durations';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readDiskSpace, getAvailableBytes } from '../../platform/files/disk.ts';
import { replaceChapters } from '../outline/chapters-of.ts';
import { saveReview } from '../outline/marking.ts';
import { restoreHighlights } from '../editing/highlights/archived-highlights.ts';
import { storageKeys } from '../storage/keys.ts';
import { dropRemovalAhead, scheduleDeletion, scheduleDeletionUnlessUsed } from '../storage/pending-deletions.ts';
import { saveCaptionFile } from '../transcripts/caption-file.ts';
import { replaceCues } from '../transcripts/cues.ts';
import { workspaceById } from '../accounts/workspaces/workspace.ts';
import { activeVideos, lockUploader } from '../videos/plan-limit.ts';
import { createVideo, type NewVideo } from '../videos/create.ts';
import { markStepsDone, startPipeline } from '../videos/pipeline.ts';
import {
  type Contents,
  readArchiveContents,
  extract,
  type FittedVideo,
  type ArchivedVideo,
  type ArchivedTexts,
  readArchivedTexts,
  type Losses,
} from './archive-reader.ts';
import { findDuplicates } from './find-duplicates.ts';
import { randomKey } from '../../platform/files/random-key.ts';

/**
 * Milliseconds after which no run is under way any more that has published a recording and not made its row: more than
 * jobs last.
 */
const longestImport = 12 * hour;

/** How many videos come in; those that stay out because they are here already; what is lost of them and besides. */
export type ImportPlan = Losses &
  Omit<Contents, 'found'> & { videos: number; present: { place: number; title: string }[] };

type Options = {
  /** The person who brings them in. */
  createdBy?: string | null;
  /** Whether what is in the account already comes in once more. */
  repeats?: DuplicatePolicy;
  /** Indexes of archived videos found in the account before the first one was imported. */
  present?: readonly number[] | undefined;
  /** So many of the first videos that are wanted were brought in by an earlier run. */
  skip?: number;
  /** How many come in at most. Default: all. */
  most?: number;
  signal?: AbortSignal;
  /** Told what comes in and what stays out, once all of it can be read. */
  onOpen?: (opened: ImportPlan) => Promise<void>;
  /** In the transaction that makes the n-th video (from 1) a part of the account. */
  onImported?: (tx: Queryable, n: number) => Promise<void>;
};

/**
 * Imports videos with transcripts, chapters and edits; skips present ones by default. Resolves with new ids. Throws
 * `archive_unreadable`, `archive_without_recordings`, `file_too_large`, `plan_maximum` and `disk_full`, mostly up
 * front.
 */
export async function importArchive(
  world: World,
  workspaceId: string,
  file: string,
  {
    createdBy = null,
    repeats = 'skip',
    present: known,
    skip = 0,
    most = Infinity,
    signal,
    onOpen,
    onImported,
  }: Options = {},
): Promise<string[]> {
  const reader = { owner: workspaceId, signal };
  const { found, ...others } = await readArchiveContents(file, world.maxFileSize, reader);
  const places = repeats === 'take' ? [] : (known ?? (await findDuplicates(world, workspaceId, found, signal)));
  const wanted = found.filter((_, n) => !places.includes(n));
  // Checks room up front; videos added meanwhile end an import only once its room is missing.
  if (skip === 0) await refuseWithoutRoom(world, workspaceId, wanted.length, places.length > 0);
  const present = places.flatMap((place) => {
    const title = found[place]?.video.title;
    return title === undefined ? [] : [{ place, title }];
  });
  const sum = (of: 'cut' | 'unsure' | 'over' | 'beyond'): number => wanted.reduce((all, each) => all + each[of], 0);
  const unsaid = {
    count: wanted.reduce((all, each) => all + each.unsaid.count, 0),
    first: wanted.flatMap((each) => each.unsaid.first),
  };
  const fitted = { cut: sum('cut'), unsaid, unsure: sum('unsure'), over: sum('over'), beyond: sum('beyond') };
  await onOpen?.({ videos: wanted.length, present, ...others, ...fitted });
  await using scratch = await world.scratch.folder();
  const copy = join(scratch.path, 'recording');
  const ids: string[] = [];
  for (const [n, each] of wanted.entries()) {
    if (n < skip || n >= skip + most) continue;
    signal?.throwIfAborted();
    if (each.size > getAvailableBytes(await readDiskSpace(world))) throw new Problem('disk_full');
    const texts = await readArchivedTexts(file, each, reader);
    await extract(file, { path: each.recording, size: each.size, target: copy }, reader);
    ids.push(
      await importVideo(world, { workspaceId, createdBy }, each, texts, copy, async (tx) => onImported?.(tx, n + 1)),
    );
  }
  return ids;
}

async function refuseWithoutRoom(
  { database }: World,
  workspaceId: string,
  wanted: number,
  besides: boolean,
): Promise<void> {
  const db = database.kysely;
  const { plan } = await workspaceById(db, workspaceId);
  const room = Math.max(0, plans[plan].videos - (await activeVideos(db, workspaceId)).length);
  if (wanted <= room || wanted <= 0) return;
  const count = (n: number): string => (n === 1 ? '1 video' : `${n} videos`);
  throw new Problem('plan_maximum', {
    detail: `This export contains ${count(wanted)}${besides ? ' that you do not have' : ''}, and your plan has room for ${room === 0 ? 'none' : room}. Delete videos or choose a larger plan.`,
  });
}

async function importVideo(
  world: World,
  { workspaceId, createdBy }: { workspaceId: string; createdBy: string | null },
  { video, size }: ArchivedVideo,
  { cues, captions }: ArchivedTexts,
  copy: string,
  onImported: (tx: Queryable) => Promise<void>,
): Promise<string> {
  const id = randomUUID();
  await scheduleDeletionUnlessUsed(world, id, new Date(world.now().getTime() + longestImport));
  try {
    await world.storage.publish(copy, storageKeys.original(id));
    await world.database.transaction(async (tx) => {
      const plan = await lockUploader(world, tx, workspaceId);
      if ((await activeVideos(tx, workspaceId)).length >= plans[plan].videos) throw new Problem('plan_maximum');
      const { title, file_name: fileName } = video;
      await createVideo(world, tx, {
        id,
        workspaceId,
        createdBy,
        assetId: randomKey(24),
        playbackId: randomKey(24),
        title,
        fileName,
        byteSize: size,
        restored: restoredColumns(video, cues.length > 0),
      });
      await dropRemovalAhead(tx, id);
      await replaceCues(tx, id, cues);
      if (video.captions && captions)
        await saveCaptionFile(tx, id, { ...video.captions, bytes: Buffer.from(captions) });
      if (video.chapters.length > 0)
        await replaceChapters(world, tx, { video: { id, workspace_id: workspaceId }, by: 'member' }, video.chapters);
      if (video.reviewedAt !== null) await saveReview(tx, id, new Date(video.reviewedAt));
      await restoreHighlights(tx, { workspaceId, videoId: id, createdBy }, video.highlights);
      const settled = [
        ...(cues.length > 0 ? (['transcript'] as const) : []),
        ...(video.chapters.length > 0 ? (['chapters'] as const) : []),
      ];
      await markStepsDone(tx, id, settled, { at: world.now(), note: 'from your export' });
      await startPipeline(world, tx, id);
      await onImported(tx);
    });
    return id;
  } catch (error) {
    await scheduleDeletion(world, world.database.kysely, id);
    throw error;
  }
}

const restoredColumns = (video: FittedVideo, hasTranscript: boolean): NewVideo['restored'] => ({
  title_edited: video.title_by_person,
  description: video.description,
  description_by_person: video.description_by_person,
  summary: video.summary,
  summary_by_person: video.summary_by_person,
  created_at: new Date(video.created_at),
  duration: video.duration,
  kind: video.kind,
  transcript_source: hasTranscript ? video.transcript_source : null,
  transcript_language: video.transcript_language || null,
  transcript_estimated: video.transcript_estimated,
  transcript_alignment: video.transcript_alignment,
  captions_track_id: hasTranscript ? randomUUID() : null,
  wanted_tracks: video.tracks && JSON.stringify(video.tracks),
});
