import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PortalPage } from '@lectern/contract/portal';
import { Problem } from '@lectern/contract/problem';

/** The built portal: how a page is drawn on the server, and what the browser loads to take it over. */
export type Renderer = { render(page: PortalPage): string; script: string; preloads: string[]; styles: string[] };

type Chunk = { file: string; css?: string[]; imports?: string[] };

/** Pages kept as they were drawn: a transcript of three hours takes some fifty milliseconds, and many come for the same. */
const mostKept = 16;

function remembering(draw: Renderer['render']): Renderer['render'] {
  const kept = new Map<string, string>();
  return (page) => {
    const key = createHash('sha256').update(JSON.stringify(page)).digest('base64');
    const html = kept.get(key) ?? draw(page);
    kept.delete(key);
    kept.set(key, html);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
    return html;
  };
}

const entry = 'src/portal/main.tsx';
const loaded = new Map<string, Promise<Renderer>>();

async function load(webRoot: string): Promise<Renderer> {
  const manifest = JSON.parse(await readFile(join(webRoot, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const main = manifest[entry];
  if (!main) throw new Error(`The built web app has no ${entry}.`);
  const imported = (main.imports ?? []).flatMap((name) => manifest[name] ?? []);
  const address = pathToFileURL(join(webRoot, '../dist-portal/render.js')).href;
  const { render } = (await import(address)) as { render: Renderer['render'] };
  return {
    render: remembering(render),
    script: `/${main.file}`,
    preloads: imported.map(({ file }) => `/${file}`),
    styles: [main, ...imported].flatMap(({ css }) => css ?? []).map((file) => `/${file}`),
  };
}

/** Loaded once for each built web app. Throws `unavailable` where none was built. */
export function rendererOf(webRoot: string): Promise<Renderer> {
  const found =
    loaded.get(webRoot) ??
    load(webRoot).catch((cause: unknown) => {
      loaded.delete(webRoot);
      throw new Problem('unavailable', { cause });
    });
  loaded.set(webRoot, found);
  return found;
}
