import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the built web app, with the styles that belong to it. */
export type BuiltChunk = { file: string; css?: string[]; imports?: string[] };

/** Every chunk of the built web app, by the name of its module. */
export async function builtManifest(webRoot: string): Promise<Readonly<Record<string, BuiltChunk>>> {
  return JSON.parse(await readFile(join(webRoot, '.vite/manifest.json'), 'utf8')) as Record<string, BuiltChunk>;
}

/**
 * Returns a function that maps web app modules to the chunks they need, their own first. Throws for a module missing
 * from the build.
 */
export async function builtChunks(
  webRoot: string,
): Promise<(modules: readonly string[]) => ReadonlyMap<string, BuiltChunk>> {
  const manifest = await builtManifest(webRoot);
  return (modules) => {
    const found = new Map<string, BuiltChunk>();
    const add = (name: string): void => {
      const chunk = manifest[name];
      if (!chunk) throw new Error(`The built web app has no ${name}.`);
      if (found.has(name)) return;
      found.set(name, chunk);
      chunk.imports?.forEach(add);
    };
    modules.forEach(add);
    return found;
  };
}
