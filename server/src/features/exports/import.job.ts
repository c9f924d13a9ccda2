import type { DuplicatePolicy } from '@lectern/contract/exports/downloads';
import { type ProblemCode, Problem, problems } from '@lectern/contract/problem';
import { hour } from '@lectern/contract/rules/durations';
import { mostChapters } from '@lectern/contract/rules/longest';
import { mostQuotesKept } from '@lectern/contract/rules/quotes';
import type { World } from '../../platform/http/context.ts';
import { finalProblem } from '../../platform/jobs/final-problem.ts';
import { recoverOrphans } from '../../platform/jobs/recover-orphans.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { storageKeys } from '../storage/keys.ts';
import { scheduleDeletion, repeatRemoval } from '../storage/pending-deletions.ts';
import { checkUploader, recordLimit } from '../videos/plan-limit.ts';
import { readArchiveContents } from './archive-reader.ts';
import { failStalledImports, importKey } from './import-progress.ts';
import { type ImportPlan, importArchive } from './import-archive.ts';
import { continueDuplicateSearch } from './find-duplicates.ts';
import { importById, importsUnderWay, updateImport } from './store.ts';
import { isDiskFullProblem } from '../../platform/http/problem-of.ts';
import { mostNamed } from './fitted-texts.ts';

const waits: Partial<Record<ProblemCode, string>> = {
  membership_expired: 'Your membership has expired. The import continues automatically once it is renewed.',
  deactivated: 'This account is deactivated. The import continues automatically once it is active again.',
};

/** Returns the status text of an import while its job waits. */
function waitText(error: unknown): string | undefined {
  if (isDiskFullProblem(error))
    return 'The server is out of disk space. The import continues automatically as soon as there is room.';
  return error instanceof Problem ? waits[error.code] : undefined;
}

function listOf<T>(all: readonly T[], name: (each: T) => string, count = all.length): string {
  const named = all.slice(0, mostNamed).map(name);
  const more = count - named.length;
  return new Intl.ListFormat('en').format([...named, ...(more > 0 ? [`${more} more`] : [])]);
}

/** Said of so many; of none nothing is. */
const told = (count: number, one: string, more: string): string[] => (count === 0 ? [] : [count === 1 ? one : more]);

/** Contents of an archive that are left out or changed by the import. */
type Lost = Omit<ImportPlan, 'videos'>;

/** Said of an import that is done; null where all of the archive has come in. */
function lostText({ present, without, cut, unsaid, unsure, over, beyond, besides }: Lost): string | null {
  const titles = listOf(present, ({ title }) => `“${title}”`);
  const quotes = listOf(unsaid.first, ({ quote, chapter }) => `“${quote}” in “${chapter}”`, unsaid.count);
  const ofChapter = `a chapter can have no more than ${mostQuotesKept}`;
  const ofVideo = `a video can have no more than ${mostChapters}`;
  const others = listOf(besides, (name) => `the ${name}`);
  const sentences = [
    ...told(
      present.length,
      `One video was skipped because it is already in your library: ${titles}.`,
      `${present.length} videos were skipped because they are already in your library: ${titles}.`,
    ),
    ...told(
      without,
      'One video was skipped because the export does not contain its recording.',
      `${without} videos were skipped because the export does not contain their recordings.`,
    ),
    ...told(
      cut,
      'One text was too long and has been shortened.',
      `${cut} texts were too long and have been shortened.`,
    ),
    ...told(
      unsaid.count,
      `One quote was left out because it is not in the transcript: ${quotes}. The export still has it.`,
      `${unsaid.count} quotes were left out because they are not in the transcript: ${quotes}. The export still has them.`,
    ),
    ...told(
      unsure,
      'One quote could not be proved by the transcript: it is kept, and only you see it until you show it to visitors.',
      `${unsure} quotes could not be proved by the transcript: they are kept, and only you see them until you show them to visitors.`,
    ),
    ...told(over, `One quote was skipped: ${ofChapter}.`, `${over} quotes were skipped: ${ofChapter}.`),
    ...told(beyond, `One chapter was skipped: ${ofVideo}.`, `${beyond} chapters were skipped: ${ofVideo}.`),
    ...(besides.length === 0
      ? []
      : [`Only videos are imported. What else the export has (${others}) can be set up by hand.`]),
  ];
  return sentences.join(' ') || null;
}

const alive = ['waiting', 'running'] as const;

/** Seconds: the longest recording of an account, or of an archive, is copied and checked. */
const timeout = 6 * 3600;

type ImportRow = NonNullable<Awaited<ReturnType<typeof importById>>>;

/** Places of what is in the account already; undefined while that is still being found out. */
async function knownPresent(world: World, row: ImportRow, file: string, signal: AbortSignal) {
  if (row.duplicates) return row.duplicates;
  const { found } = await readArchiveContents(file, world.maxFileSize, { owner: row.workspace_id, signal });
  const { look, isOver } = await continueDuplicateSearch(world, row.workspace_id, found, row.looking, signal);
  if (isOver) return look?.places ?? [];
  await updateImport(world.database.kysely, row.id, alive, { looking: JSON.stringify(look), problem: null });
  return undefined;
}

/**
 * Imports a received archive in turns, each reading one recording to compare or import. Repeatable: resumes after the
 * last whole video. Waits while the member may not import.
 */
export const importJob: JobDefinition<World, { importId: string; repeats?: DuplicatePolicy }> = {
  name: 'import',
  fairByMember: true,
  retries: 2,
  timeout,
  async onCancel(world, tx, { importId }) {
    await updateImport(tx, importId, alive, { state: 'failed', problem: problems.stopped.text, looking: null });
    await scheduleDeletion(world, tx, importId);
  },
  onRetry: async (_world, tx, { importId }) =>
    void (await updateImport(tx, importId, ['failed'], { state: 'waiting', problem: null })),
  async recoverOrphans(world) {
    const db = world.database.kysely;
    await recoverOrphans(world, await importsUnderWay(db), ({ id }) => importKey(id), {
      async settle(tx, { id }) {
        const ended = { state: 'failed', problem: problems.interrupted.text, looking: null } as const;
        if (!(await updateImport(tx, id, alive, ended))) return false;
        // Should somebody have the job run again before its files go, they stay: an import stands for them then.
        await scheduleDeletion(world, tx, id, new Date(world.now().getTime() + hour));
        return true;
      },
    });
    await failStalledImports(world);
  },
  async run(world: World, { importId, repeats = 'skip' }, job) {
    const db = world.database.kysely;
    const row = await importById(db, importId);
    // Cancelled, or the account is gone: whoever did that has noted that the file goes.
    if (!row || !(await updateImport(db, importId, alive, { state: 'running' }))) return repeatRemoval(world, importId);
    // At once, or a process that dies in between leaves an archive that nothing stands for and nobody has removed.
    const end = (ended: { state: 'done' | 'failed'; problem: string | null }): Promise<void> =>
      world.database.transaction(async (tx) => {
        await updateImport(tx, importId, alive, { ...ended, duplicates: null, looking: null });
        await scheduleDeletion(world, tx, importId);
      });
    let lost = null as Lost | null;
    let left = 0;
    try {
      await checkUploader(world, db, row.workspace_id);
      await using archive = await world.storage.localCopy(storageKeys.archive(importId), job.signal);
      const known = repeats === 'take' ? [] : await knownPresent(world, row, archive.path, job.signal);
      if (!known) return 'more';
      await importArchive(world, row.workspace_id, archive.path, {
        createdBy: row.created_by,
        repeats,
        present: known,
        skip: row.imported,
        most: 1,
        signal: job.signal,
        async onOpen({ videos, ...others }) {
          lost = others;
          left = videos - row.imported - 1;
          const present = JSON.stringify(known);
          await updateImport(db, importId, alive, { videos, duplicates: present, looking: null, problem: null });
        },
        onImported: async (tx, imported) => {
          // Cancelled, or the account is gone: then this video does not come in either.
          if (!(await updateImport(tx, importId, alive, { imported }))) throw new Problem('stopped');
        },
      });
      if (left > 0) return 'more';
      await end({ state: 'done', problem: lost && lostText(lost) });
    } catch (error) {
      const waits = waitText(error);
      if (waits !== undefined) await updateImport(db, importId, alive, { problem: waits });
      const problem = finalProblem(error, job);
      world.log.error({ err: problem.cause ?? problem, import: importId }, problem.text);
      await end({ state: 'failed', problem: problem.text });
      await recordLimit(world, row.workspace_id, problem);
    }
  },
};
