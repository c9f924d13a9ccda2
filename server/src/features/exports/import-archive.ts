import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Problem } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import type { World } from '../../platform/context.ts';
import { replaceChapters } from '../chapters/chapters-of.ts';
import { replaceCues } from '../transcripts/cues.ts';
import { unguessable } from '../uploads/finish.ts';
import { activeVideos, lockMember } from '../videos/allowance.ts';
import { createVideo } from '../videos/create.ts';
import { startPipeline } from '../videos/pipeline.ts';
import { VideoFile } from './format.ts';
import { type ArchiveReader, readArchive } from './read-archive.ts';

/**
 * Brings the videos of an archive into an account, with their transcripts, chapters and edits. What is made of the
 * recording alone (pictures, index) the pipeline makes anew. Resolves with the new videos' ids.
 * Throws `archive_unreadable`, `file_too_large` and `plan_maximum`; videos before the failing one stay.
 */
export async function importArchive(world: World, userId: string, file: string): Promise<string[]> {
  const archive = await readArchive(file);
  try {
    const ids: string[] = [];
    for (const folder of archive.manifest.videos) ids.push(await importVideo(world, userId, archive, folder));
    return ids;
  } finally {
    archive.close();
  }
}

async function importVideo(world: World, userId: string, archive: ArchiveReader, folder: string): Promise<string> {
  const video = await archive.json(`${folder}/video.json`, VideoFile);
  const cues = webvttCues((await archive.text(`${folder}/transcript.vtt`)) ?? '');
  const recording = `${folder}/${video.recording}`;
  const byteSize = archive.size(recording);
  if (byteSize > world.maxFileSize) throw new Problem('file_too_large');
  const id = randomUUID();
  const { files } = world;
  await files.prepare(id);
  try {
    await pipeline(archive.bytes(recording), createWriteStream(files.part(id), { flush: true }));
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
        byteSize,
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
