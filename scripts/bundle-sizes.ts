import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { builtChunks, builtManifest } from '../server/src/platform/http/built-chunks.ts';
import { buildWebWhenStale } from './build-web.ts';
import { sortByDependencies } from './sources.ts';

/**
 * Measures JavaScript of each page's first view, in kB (1000 bytes) of gzip -9 and in files, without on-demand chunks.
 * Exits 1 over the limit.
 */
const dist = join(import.meta.dirname, '../web/dist');

type Page = {
  name: string;
  modules: readonly string[];
  limit?: number;
  /** Not a page of the web app: without its shell. */
  alone?: boolean;
};

const signedIn = ['src/app/app-routes.tsx', 'src/app/asset-layout.tsx'];
const pages: readonly Page[] = [
  // 97 since the guard against translators, which every page begins with, and the error screen's skip link and footer.
  { name: 'landing', modules: ['src/pages/landing.tsx'], limit: 97 },
  { name: 'login', modules: ['src/app/app-routes.tsx', 'src/pages/login.tsx'] },
  { name: 'library', modules: [...signedIn, 'src/pages/library.tsx'], limit: 150 },
  { name: 'upload', modules: [...signedIn, 'src/pages/upload.tsx'] },
  { name: 'portal', modules: ['src/portal/main.tsx'], limit: 100, alone: true },
  { name: 'share', modules: ['src/portal/shares/main.tsx'], limit: 120, alone: true },
  { name: 'video', modules: [...signedIn, 'src/pages/video.tsx'], limit: 260 },
];
/** Files of a page with a limit: a request each, and over HTTP/1.1 six at a time. */
const mostFiles = 30;

/** Belong to chunks of their own: nobody needs them on these first views. */
const later = /hls|media-chrome|mux-embed|src\/pages\/admin/;

buildWebWhenStale();
const chunksOf = await builtChunks(dist);

const graph = Object.entries(await builtManifest(dist)).map(([name, chunk]) => [name, chunk.imports ?? []] as const);
const sorted = sortByDependencies(new Map(graph));
// Chunks that import each other run in no order: what one gives at once the other finds undefined.
if ('ring' in sorted) throw new Error(`Chunks import each other: ${sorted.ring.join(' -> ')}`);

for (const { name, modules, limit, alone = false } of pages) {
  const chunks = chunksOf([...(alone ? [] : ['index.html']), ...modules]);
  const files = new Set([...chunks.values()].map(({ file }) => file));
  const bytes = [...files].map((file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
  const size = bytes.reduce((sum, length) => sum + length, 0) / 1000;
  const stray = limit === undefined ? [] : [...chunks.keys()].filter((chunk) => later.test(chunk));
  const fits = limit === undefined || (size <= limit && files.size <= mostFiles && stray.length === 0);
  const allowed = limit === undefined ? '' : ` of ${limit}`;
  const verdict = fits ? '' : `  TOO MUCH ${stray.join(', ')}`;
  console.log(`${name.padEnd(8)} ${size.toFixed(1).padStart(6)} kB${allowed} in ${files.size} files${verdict}`);
  if (!fits) process.exitCode = 1;
}

/** Limits the script a customer's page loads at once, in bytes of gzip -9. */
const snippetLimit = 4000;
const snippet = gzipSync(readFileSync(join(dist, 'portal.js')), { level: 9 }).length;
console.log(`${'snippet'.padEnd(8)} ${(snippet / 1000).toFixed(1).padStart(6)} kB of ${snippetLimit / 1000}`);
if (snippet > snippetLimit) process.exitCode = 1;
