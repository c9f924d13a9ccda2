import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the sample recordings. */
export const getSamplePath = (name: string): string => join(import.meta.dirname, '../../sample', name);

/** A sample with a box of so many random bytes: so long that a bucket joins parts of it. */
export async function lengthenSample(bytes: number): Promise<Buffer> {
  const free = randomBytes(bytes);
  free.writeUInt32BE(bytes, 0);
  free.write('free', 4);
  return Buffer.concat([await readFile(getSamplePath('short.mp4')), free]);
}
