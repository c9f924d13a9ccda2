import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Problem } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import type { World } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { replaceChapters } from '../chapters/chapters-of.ts';
import { replaceCues } from '../transcripts/cues.ts';
import { unguessable } from '../uploads/finish.ts';
import { activeVideos, lockMember } from '../videos/allowance.ts';
import { createVideo } from '../videos/create.ts';
import { startPipeline } from '../videos/pipeline.ts';
import { VideoFile } from './format.ts';
import { type ArchiveReader, readArchive } from './read-archive.ts';

type Options = {
  /** So many of its first videos are in the account already. */
  skip?: number;
  signal?: AbortSignal;
  /** Told how many videos there are, once all of them can be read. */
  onOpen?: (videos: number) => Promise<void>;
  /** In the transaction that makes the n-th video (from 1) a part of the account. */
  onImported?: (tx: Queryable, n: number) => Promise<void>;
};

type Found = { folder: string; video: VideoFile; recording: string };

/**
 * Brings the videos of an archive into an account, with their transcripts, chapters and edits. What is made of the
 * recording alone (pictures, index) the pipeline makes anew. Resolves with the new videos' ids.
 * Throws `archive_unreadable`, `archive_without_recordings`, `file_too_large` and `plan_maximum`; all that the list of
 * the archive can tell is found out before the first video comes in.
 */
export async function importArchive(
  world: World,
  userId: string,
  file: string,
  { skip = 0, signal, onOpen, onImported }: Options = {},
): Promise<string[]> {
  const archive = await readArchive(file);
  try {
    const found = await videosIn(archive, world.maxFileSize);
    await refuseWithoutRoom(world, userId, found.length - skip);
    await onOpen?.(found.length);
    const ids: string[] = [];
    for (const [n, each] of found.entries()) {
      if (n < skip) continue;
      signal?.throwIfAborted();
      ids.push(await importVideo(world, userId, archive, each, signal, async (tx) => onImported?.(tx, n + 1)));
    }
    return ids;
  } finally {
    archive.close();
  }
}

async function videosIn(archive: ArchiveReader, maxFileSize: number): Promise<Found[]> {
  const found: Found[] = [];
  for (const folder of archive.manifest.videos) {
    const video = await archive.json(`${folder}/video.json`, VideoFile);
    if (video.recording === null) throw new Problem('archive_without_recordings');
    const recording = `${folder}/${video.recording}`;
    const size = archive.size(recording);
    if (size === undefined) throw new Problem('archive_unreadable', { cause: `${recording} is missing` });
    if (size > maxFileSize) throw new Problem('file_too_large');
    found.push({ folder, video, recording });
  }
  return found;
}

async function refuseWithoutRoom({ database }: World, userId: string, wanted: number): Promise<void> {
  const db = database.kysely;
  const member = await db.selectFrom('users').select('plan').where('id', '=', userId).executeTakeFirst();
  if (!member) throw new Problem('not_found');
  const room = Math.max(0, plans[member.plan].videos - (await activeVideos(db, userId)).length);
  if (wanted <= room) return;
  const count = (n: number): string => (n === 1 ? '1 video' : `${n} videos`);
  throw new Problem('plan_maximum', {
    detail: `This export holds ${count(wanted)}, and your plan has room for ${room === 0 ? 'none' : room}. Delete videos or choose a larger plan.`,
  });
}

async function importVideo(
  world: World,
  userId: string,
  archive: ArchiveReader,
  { folder, video, recording }: Found,
  signal: AbortSignal | undefined,
  onImported: (tx: Queryable) => Promise<void>,
): Promise<string> {
  const cues = webvttCues((await archive.text(`${folder}/transcript.vtt`)) ?? '');
  const id = randomUUID();
  const { files } = world;
  await files.prepare(id);
  try {
    await pipeline(
      archive.bytes(recording),
      createWriteStream(files.part(id), { flush: true }),
      signal ? { signal } : {},
    );
    await rename(files.part(id), files.original(id));
    await files.syncFolder(id);
    await world.database.transaction(async (tx) => {
      const plan = await lockMember(tx, userId);
      if ((await activeVideos(tx, userId)).length >= plans[plan].videos) throw new Problem('plan_maximum');
      const { title, file_name: fileName } = video;
      await createVideo(tx, {
        id,
        userId,
        assetId: unguessable(),
        playbackId: unguessable(),
        title,
        fileName,
        byteSize: archive.size(recording) ?? 0,
      });
      await tx
        .updateTable('videos')
        .set(restoredColumns(video, cues.length > 0))
        .where('id', '=', id)
        .execute();
      await replaceCues(tx, id, cues);
      await replaceChapters(tx, id, video.chapters);
      const settled = [
        ...(cues.length > 0 ? (['transcript'] as const) : []),
        ...(video.chapters.length > 0 ? (['chapters'] as const) : []),
      ];
      if (settled.length > 0)
        await tx
          .updateTable('steps')
          .set({ state: 'done', progress: 1, note: 'from your export' })
          .where('video_id', '=', id)
          .where('step', 'in', settled)
          .execute();
      await startPipeline(world, tx, id);
      await onImported(tx);
    });
    return id;
  } catch (error) {
    await files.remove(id);
    throw error;
  }
}

const restoredColumns = (video: VideoFile, hasTranscript: boolean) => ({
  title_by_person: video.title_by_person,
  description: video.description,
  description_by_person: video.description_by_person,
  summary: video.summary,
  summary_by_person: video.summary_by_person,
  created_at: new Date(video.created_at),
  duration: video.duration,
  kind: video.kind,
  transcript_source: hasTranscript ? video.transcript_source : null,
  transcript_language: video.transcript_language,
  captions_track_id: hasTranscript ? randomUUID() : null,
});
