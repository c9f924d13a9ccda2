import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'web/dist/.built-from');

/** A digest of everything the web app is built from. Contents, not times: a fresh clone has new times. */
function sources(): string {
  const hash = createHash('sha256');
  const files = globSync(
    ['web/{src,public}/**/*', 'web/*.{html,ts,json}', 'contract/src/**/*.ts', 'package-lock.json'],
    { cwd: root },
  );
  for (const file of files.sort()) {
    if (!statSync(join(root, file)).isFile()) continue;
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** Puts a .br and a .gz beside every text, so that the server has nothing to compress when it is asked for one. */
function compress(folder: string): void {
  for (const file of globSync('**/*.{js,css,html,svg,json}', { cwd: folder })) {
    const bytes = readFileSync(join(folder, file));
    if (bytes.length < 1024) continue;
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes));
    writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

/** Builds the web app into web/dist when its sources have changed since the last build. */
export function buildWebWhenStale(say: (line: string) => void = console.log): void {
  const now = sources();
  const before = (() => {
    try {
      return readFileSync(stamp, 'utf8');
    } catch {
      return undefined;
    }
  })();
  if (before === now) return;
  say('Building the web app (only when it has changed) …');
  for (const config of ['vite.config.ts', 'vite.portal.config.ts', 'vite.snippet.config.ts'])
    execFileSync(
      process.execPath,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--config', config, '--logLevel', 'warn'],
      { cwd: join(root, 'web'), stdio: 'inherit' },
    );
  compress(join(root, 'web/dist'));
  writeFileSync(stamp, now);
}
