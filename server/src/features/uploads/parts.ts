import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { VideoFiles } from '../../platform/files.ts';
import type { Claim } from './claim.ts';
import type { UploadPart } from './store.ts';

/** The file that is written now. */
export const lastPart = ({ parts }: Pick<Claim, 'parts'>): UploadPart => parts.at(-1)!;

/** Whatever was written past the end by a request that was cut off or refused is no part of the recording. */
export async function cutTo(path: string, bytes: number): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found && found.size > bytes) await truncate(path, bytes);
}

/** So many bytes from the start of an upload, or as many as there are. */
export async function headOf(files: VideoFiles, { upload, parts }: Claim, length: number): Promise<Buffer> {
  const head = Buffer.alloc(length);
  let at = 0;
  for (const [i, { n, first }] of parts.entries()) {
    const end = Math.min(length, parts[i + 1]?.first ?? length);
    if (first >= end) continue;
    await using handle = await open(files.part(upload.id, n), 'r');
    at = first + (await handle.read(head, first, end - first, 0)).bytesRead;
  }
  return head.subarray(0, at);
}

/**
 * Gives a whole upload of so many bytes its place. An original that is there already is never replaced: it was whole
 * when it came there. A single part becomes the original itself; several are copied together, because somebody who fell
 * silent may still hold one of them open and write on.
 */
export async function publishParts(files: VideoFiles, claim: Claim, size: number): Promise<void> {
  const { id } = claim.upload;
  const original = files.original(id);
  if (!(await stat(original).catch(() => undefined))) {
    const whole = claim.parts.length === 1 ? files.part(id, lastPart(claim).n) : await copyTogether(files, claim, size);
    await cutTo(whole, size);
    const stored = (await stat(whole)).size;
    if (stored !== size) throw new Error(`The upload ${id} has ${stored} of ${size} bytes on the disk.`);
    await link(whole, original).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  await files.syncFolder(id);
  const parts = basename(files.part(id));
  for (const name of await readdir(dirname(original)))
    if (name.startsWith(parts)) await rm(`${dirname(original)}/${name}`, { force: true });
}

async function copyTogether(files: VideoFiles, { writer, upload, parts }: Claim, size: number): Promise<string> {
  const whole = `${files.part(upload.id)}.${writer}`;
  for (const [i, { n, first }] of parts.entries()) {
    const part = files.part(upload.id, n);
    const bytes = (parts[i + 1]?.first ?? size) - first;
    if (bytes === 0) continue;
    if (i > 0)
      await pipeline(
        createReadStream(part, { end: bytes - 1 }),
        createWriteStream(whole, { flags: 'r+', start: first }),
      );
    else {
      // Some file systems copy without reading.
      await copyFile(part, whole, constants.COPYFILE_FICLONE);
      await cutTo(whole, bytes);
    }
  }
  await using handle = await open(whole, 'r+');
  await handle.sync();
  return whole;
}
