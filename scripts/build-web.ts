import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const project = join(import.meta.dirname, '..');
const outputs = ['web/dist', 'web/dist-portal'];

/** A digest of everything the web app is built from. Contents, not times: a fresh clone has new times. */
function sources(root: string): string {
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

/** Throws one line where the builds cannot be kept, before any work is done for them. */
function requireWritable(root: string): void {
  for (const output of outputs) {
    const folder = join(root, output);
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
    } catch (error) {
      throw new Error(
        `The web app is not built from these sources, and ${folder} cannot be written (${(error as NodeJS.ErrnoException).code}): run \`npm run build\` as a user who may write there, or before the source becomes read-only.`,
        { cause: error },
      );
    }
  }
}

/**
 * Builds the web app into web/dist when its sources have changed since the last build. Throws one line if it cannot.
 */
export function buildWeb({
  root = project,
  say = console.log,
}: { root?: string; say?: (line: string) => void } = {}): void {
  const stamp = join(root, 'web/dist/.built-from');
  const isBuilt = [stamp, ...outputs.map((output) => join(root, output))].every((path) => existsSync(path));
  // A release brings the built app without its sources.
  if (!existsSync(join(root, 'web/src'))) {
    if (isBuilt) return;
    throw new Error(
      'There is neither the built web app in web/dist and web/dist-portal nor its sources: unpack the release again.',
    );
  }
  const now = sources(root);
  if (isBuilt && readFileSync(stamp, 'utf8') === now) return;
  requireWritable(root);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  if (!existsSync(vite))
    throw new Error('The web app is not built, and what builds it is not installed: run `npm ci`.');
  say('Building the web app (only when it has changed) …');
  rmSync(stamp, { force: true });
  for (const config of ['vite.config.ts', 'vite.portal.config.ts', 'vite.snippet.config.ts'])
    try {
      execFileSync(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn'], {
        cwd: join(root, 'web'),
        stdio: 'inherit',
      });
    } catch (error) {
      throw new Error(`The web app could not be built with web/${config}; the lines above say why.`, { cause: error });
    }
  compress(join(root, 'web/dist'));
  writeFileSync(stamp, now);
}

/** `buildWeb` for a program that can do nothing without: it ends with the line that says why. */
export function buildWebWhenStale(): void {
  try {
    buildWeb();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
