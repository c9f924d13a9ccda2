import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ImportProgress } from '@lectern/contract/downloads';
import { Problem } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import type { Context } from '../../platform/context.ts';
import { problemOf } from '../../platform/problem-of.ts';
import type { Wire } from '../../platform/serve.ts';
import { finishRemoval, noteRemoval } from '../storage/removals.ts';
import { roomBesideUploads } from '../uploads/room.ts';
import { activeVideos } from '../videos/allowance.ts';
import { importKey, touchWhileReceiving } from './import-progress.ts';
import { beginImport, updateImport } from './store.ts';

/** Bytes that the texts of a whole account may take beside its recordings. */
const roomForTexts = 500_000_000;

/** The archive lies on the disk until the last of its recordings has been copied out of it. */
const copies = 2;

/**
 * Takes an archive for the caller's account; a job looks into it and brings its videos in.
 * Throws `plan_maximum`, `archive_too_large`, `archive_incomplete`, `import_running` and `disk_full`.
 */
export async function receiveArchive(
  ctx: Context<'active'>,
  _input: unknown,
  { request }: Wire,
): Promise<{ data: ImportProgress }> {
  const { id: userId, plan } = ctx.member;
  const db = ctx.database.kysely;
  const room = plans[plan].videos - (await activeVideos(db, userId)).length;
  if (room <= 0) throw new Problem('plan_maximum');
  const longest = room * ctx.maxFileSize + roomForTexts;
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > longest) throw new Problem('archive_too_large');
  const fits = (await roomBesideUploads(ctx)) / copies;
  if (announced >= fits) throw new Problem('disk_full');
  const id = randomUUID();
  if (!(await ctx.database.transaction((tx) => beginImport(tx, id, userId, ctx.now()))))
    throw new Problem('import_running');
  const file = ctx.files.archive(id);
  const received = touchWhileReceiving(ctx, id);
  try {
    await mkdir(dirname(file), { recursive: true });
    await pipeline(request.raw, atMost({ longest, fits }), createWriteStream(file, { flush: true }));
    await ctx.database.transaction(async (tx) => {
      const kept = await updateImport(tx, id, ['receiving'], { state: 'waiting', touched_at: ctx.now() });
      // Sent a second time meanwhile: the later one counts.
      if (!kept) throw new Problem('import_running');
      await ctx.jobs.enqueue('import', { importId: id }, { tx, key: importKey(id), member: userId });
    });
  } catch (error) {
    const problem = asProblem(error);
    await updateImport(db, id, ['receiving'], { state: 'failed', problem: problem.text });
    await noteRemoval(db, id);
    await finishRemoval(ctx, id);
    throw problem;
  } finally {
    received();
  }
  return { data: { state: 'waiting', imported: 0, videos: 0, problem: null } };
}

/** Passes bytes on until there are too many for the plan, or for the disk: not every archive announces its length. */
const atMost = ({ longest, fits }: { longest: number; fits: number }) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > longest) throw new Problem('archive_too_large');
      if (size > fits) throw new Problem('disk_full');
      yield chunk;
    }
    if (size === 0) throw new Problem('archive_incomplete');
  };

function asProblem(cause: unknown): Problem {
  const { code } = cause as NodeJS.ErrnoException;
  // How Node tells that the client has gone.
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new Problem('archive_incomplete', { cause });
  return problemOf(cause, 'internal');
}
