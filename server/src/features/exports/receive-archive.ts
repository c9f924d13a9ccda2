import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ImportProgress } from '@lectern/contract/downloads';
import { Problem } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import type { Context } from '../../platform/context.ts';
import type { Wire } from '../../platform/serve.ts';
import { activeVideos } from '../videos/allowance.ts';
import { beginImport, updateImport } from './store.ts';

/** Bytes that the texts of a whole account may take beside its recordings. */
const roomForTexts = 500_000_000;

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
  if (Number(request.headers['content-length'] ?? 0) > longest) throw new Problem('archive_too_large');
  const id = randomUUID();
  if (!(await beginImport(db, id, userId, ctx.now()))) throw new Problem('import_running');
  const file = ctx.files.archive(id);
  try {
    await mkdir(dirname(file), { recursive: true });
    await pipeline(request.raw, atMost(longest), createWriteStream(file, { flush: true }));
    await ctx.database.transaction(async (tx) => {
      const kept = await updateImport(tx, id, ['receiving'], { state: 'waiting', touched_at: ctx.now() });
      // Sent a second time meanwhile: the later one counts.
      if (!kept) throw new Problem('import_running');
      await ctx.jobs.enqueue('import', { importId: id }, { tx, key: `import/${userId}` });
    });
  } catch (error) {
    await rm(file, { force: true });
    const problem = asProblem(error);
    await updateImport(db, id, ['receiving'], { state: 'failed', problem: problem.text });
    throw problem;
  }
  return { data: { state: 'waiting', imported: 0, videos: 0, problem: null } };
}

/** Passes bytes on until there are too many. */
const atMost = (longest: number) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > longest) throw new Problem('archive_too_large');
      yield chunk;
    }
    if (size === 0) throw new Problem('archive_incomplete');
  };

function asProblem(cause: unknown): Problem {
  if (cause instanceof Problem) return cause;
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return new Problem('disk_full', { cause });
  // How Node tells that the client has gone.
  return new Problem(
    code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' ? 'archive_incomplete' : 'internal',
    {
      cause,
    },
  );
}
