import type { Repeats } from '@lectern/contract/downloads';
import { Problem, problems } from '@lectern/contract/problem';
import type { World } from '../../platform/context.ts';
import { finalProblem } from '../../platform/jobs/final-problem.ts';
import { eachLost } from '../../platform/jobs/each-lost.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { lacksRoom } from '../../platform/problem-of.ts';
import { keyOf } from '../storage/keys.ts';
import { finishRemoval, noteRemoval } from '../storage/removals.ts';
import { importArchive, type Opened } from './import-archive.ts';
import { giveUpSilent } from './give-up-silent.ts';
import { importKey } from './import-progress.ts';
import { importById, importsUnderWay, updateImport } from './store.ts';

const alive = ['waiting', 'running'] as const;

/** Seconds: a whole account of recordings is copied and checked. */
const timeout = 6 * 3600;

/** What an import says while its job waits. */
const waitsForRoom = 'The server is out of disk space. The import continues automatically as soon as there is room.';

/** Titles named; of more, their number is. */
const mostTitles = 5;

function presentText(present: Opened['present']): string[] {
  if (present.length === 0) return [];
  const named = present.slice(0, mostTitles).map(({ title }) => `“${title}”`);
  const more = present.length - named.length;
  const list = new Intl.ListFormat('en').format([...named, ...(more > 0 ? [`${more} more`] : [])]);
  return [
    present.length === 1
      ? `One video was skipped because it is already in your library: ${list}.`
      : `${present.length} videos were skipped because they are already in your library: ${list}.`,
  ];
}

function withoutText(videos: number): string[] {
  if (videos === 0) return [];
  return [
    videos === 1
      ? 'One video was skipped because the export does not contain its recording.'
      : `${videos} videos were skipped because the export does not contain their recordings.`,
  ];
}

function cutText(texts: number): string[] {
  if (texts === 0) return [];
  return [
    texts === 1
      ? 'One text was too long and has been shortened.'
      : `${texts} texts were too long and have been shortened.`,
  ];
}

type Lost = Omit<Opened, 'videos'>;

/** Said of an import that is done; null where all of the archive has come in. */
const lostText = ({ present, without, cut }: Lost): string | null =>
  [...presentText(present), ...withoutText(without), ...cutText(cut)].join(' ') || null;

/** Brings an archive that was received into its member's account. Repeatable: it goes on after the last whole video. */
export const importJob: JobDefinition<{ importId: string; repeats?: Repeats }> = {
  name: 'import',
  inTurns: true,
  retries: 2,
  timeout,
  async onCancel(_world, tx, { importId }) {
    await updateImport(tx, importId, alive, { state: 'failed', problem: problems.stopped.text });
    await noteRemoval(tx, importId);
  },
  onRetry: async (_world, tx, { importId }) =>
    void (await updateImport(tx, importId, ['failed'], { state: 'waiting', problem: null })),
  async settleLost(world) {
    const db = world.database.kysely;
    await eachLost(world, await importsUnderWay(db), ({ id }) => importKey(id), {
      async settle(tx, { id }) {
        const ended = { state: 'failed', problem: problems.interrupted.text } as const;
        if (!(await updateImport(tx, id, alive, ended))) return false;
        // Should somebody have the job run again before its files go, they stay: an import stands for them then.
        await noteRemoval(tx, id);
        return true;
      },
    });
    await giveUpSilent(world);
  },
  async run(world: World, { importId, repeats = 'skip' }, job) {
    const db = world.database.kysely;
    const row = await importById(db, importId);
    // Cancelled, or the account is gone: whoever did that has noted that the file goes.
    if (!row || !(await updateImport(db, importId, alive, { state: 'running', problem: null })))
      return finishRemoval(world, importId);
    // At once, or a process that dies in between leaves an archive that nothing stands for and nobody has removed.
    const end = (ended: { state: 'done' | 'failed'; problem: string | null }): Promise<void> =>
      world.database.transaction(async (tx) => {
        await updateImport(tx, importId, alive, { ...ended, present: null });
        await noteRemoval(tx, importId);
      });
    let lost: Lost = { present: [], without: 0, cut: 0 };
    try {
      await using archive = await world.storage.localCopy(keyOf.archive(importId), job.signal);
      await importArchive(world, row.user_id, archive.path, {
        repeats,
        present: row.present ?? undefined,
        skip: row.imported,
        signal: job.signal,
        async onOpen({ videos, ...others }) {
          lost = others;
          const present = JSON.stringify(others.present.map(({ place }) => place));
          await updateImport(db, importId, alive, { videos, present });
        },
        onImported: async (tx, imported) => {
          // Cancelled, or the account is gone: then this video does not come in either.
          if (!(await updateImport(tx, importId, alive, { imported }))) throw new Problem('stopped');
        },
      });
      await end({ state: 'done', problem: lostText(lost) });
    } catch (error) {
      if (lacksRoom(error)) await updateImport(db, importId, alive, { problem: waitsForRoom });
      const problem = finalProblem(error, job);
      world.log.error({ err: problem.cause ?? problem, import: importId }, problem.text);
      await end({ state: 'failed', problem: problem.text });
    }
    await finishRemoval(world, importId);
  },
};
