import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildWebWhenStale } from './build-web.ts';
import { findReleaseObstacle } from './test/full-run-record.ts';

/**
 * `npm run release [-- FOLDER]`: writes `lectern-VERSION.tar.gz` (default `release/`), started by `npm ci --omit=dev
 * && npm start`. Requires a recorded green full run, unless `--unproved`.
 */
const root = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({ allowPositionals: true, options: { unproved: { type: 'boolean' } } });
const folder = positionals[0] ?? join(root, 'release');
const obstacle = values.unproved ? undefined : findReleaseObstacle(root);
if (obstacle) {
  console.error(`No release: ${obstacle}. Run npm run test:full on what is committed, or say --unproved for a try.`);
  process.exit(1);
}

/** Run as they are. The web app is not one of them: it is there as built. */
const workspaces = ['contract', 'client', 'chaptering', 'server'];

const contents = [
  ...workspaces.flatMap((name) => [`${name}/package.json`, `${name}/src/**/*`]),
  'server/{migrations,models}/**/*',
  'server/model-engine/{package.json,package-lock.json,.npmrc,none/package.json}',
  'web/{dist,dist-portal}/**/*',
  'web/dist/.*',
  // Which chunks a page needs, portals' among them.
  'web/dist/.vite/*',
  'scripts/{start,lectern,build-web,settings-file}.ts',
  'sample/*',
  'docs/**/*.md',
  'docs/**/*.csv',
  'CHANGELOG.md',
  'README.md',
  'LICENSE',
  '.env.example',
];

type Manifest = Record<string, unknown> & { version: string; scripts?: Record<string, string> };

const readJson = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest;
const writeJson = (path: string, value: unknown): void => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** The manifests of what is shipped, and the lock file without the rest. */
function writeManifests(to: string): void {
  const { devDependencies: _tools, scripts, ...rest } = readJson(join(root, 'package.json'));
  writeJson(join(to, 'package.json'), {
    ...rest,
    workspaces,
    scripts: { start: scripts!.start, lectern: scripts!.lectern },
  });
  for (const name of workspaces) {
    const { devDependencies: _ofTests, ...shipped } = readJson(join(to, name, 'package.json'));
    writeJson(join(to, name, 'package.json'), shipped);
  }
  cpSync(join(root, 'package-lock.json'), join(to, 'package-lock.json'));
  // Everything it needs to know stands in the lock file already.
  execFileSync('npm', ['install', '--package-lock-only', '--offline', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: to,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}

buildWebWhenStale();
const { version } = readJson(join(root, 'package.json'));
const name = `lectern-${version}`;
const headings = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split('\n');
if (!headings.includes(`## ${version}`) && !headings.includes('## Unreleased'))
  throw new Error(`CHANGELOG.md says nothing of ${version}: write what an operator must know under "## ${version}".`);
const workshop = mkdtempSync(join(tmpdir(), 'lectern-release-'));
try {
  const to = join(workshop, name);
  for (const file of globSync(contents, { cwd: root, exclude: (path) => path.endsWith('.test.ts') })) {
    if (!statSync(join(root, file)).isFile()) continue;
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file));
  }
  writeManifests(to);
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, `${name}.tar.gz`);
  execFileSync('tar', ['-czf', archive, '-C', workshop, '--owner=0', '--group=0', name], { stdio: 'inherit' });
  console.log(`${archive} (${(statSync(archive).size / 1e6).toFixed(1)} MB)`);
} finally {
  rmSync(workshop, { recursive: true, force: true });
}
