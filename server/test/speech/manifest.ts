import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of a folder as a hub has them, with the manifest that lists them. */
export async function withManifest(folder: string, names: readonly string[]): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  for (const name of names) files[name] = await readFile(join(folder, name));
  const listed = Object.entries(files).map(([name, bytes]) => ({
    name,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  return { ...files, 'manifest.json': Buffer.from(JSON.stringify({ files: listed })) };
}
