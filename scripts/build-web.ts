import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
  execFileSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
  });
  writeFileSync(stamp, now);
}
