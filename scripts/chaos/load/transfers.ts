import { exportRoutes } from '@lectern/contract/exports/downloads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import type { LoadActor, Action } from './actor.ts';

/** The archives that members have, by their ids. */
const archives = new WeakMap<object, Uint8Array<ArrayBuffer>>();

async function exportAll({ member, wire }: LoadActor): Promise<void> {
  const answer = await wire.raw('export', '/api/basic/export', {
    headers: { authorization: `Bearer ${member.token}` },
  });
  // Whether it came whole is for the import to find out, as in life.
  if (answer?.status === 200) archives.set(member, new Uint8Array(await answer.arrayBuffer()));
}

/** Brings an archive in, beside what is there already; its videos are this member's copies. */
async function importAll({ member, random, oracle, wire }: LoadActor): Promise<void> {
  const own = [...oracle.videos.values()].filter((video) => video.member === member && video.state !== 'deleted');
  const archive = archives.get(member);
  if (!archive || own.length > 9) return;
  await wire.raw('import', '/api/basic/import', {
    method: 'PUT',
    headers: { authorization: `Bearer ${member.token}` },
    body: random.chance(0.1) ? archive.subarray(0, random.below(archive.length)) : archive,
  });
  await recordImportedVideos({ member, oracle });
}

/**
 * Takes the videos that imports have brought for what they are: theirs from now on, as whole as those they came from.
 */
export async function recordImportedVideos({ member, oracle }: Pick<LoadActor, 'member' | 'oracle'>): Promise<void> {
  await member.call('progress of an import', exportRoutes.importProgress, {});
  const listed = await member.call('the library', videoRoutes.list, { userId: member.id });
  if (listed.is !== 'done') return;
  const known = oracle.uploads.filter((upload) => upload.member === member).map(({ sha256 }) => sha256);
  const uploads = new Set(oracle.uploads.map(({ id }) => id));
  for (const { id } of listed.value.data) if (!uploads.has(id)) oracle.videoOf(member, id, known);
}

export const transferDeeds: readonly Action[] = [
  { name: 'export', weight: 0.3, run: exportAll },
  { name: 'import', weight: 0.3, run: importAll },
];
