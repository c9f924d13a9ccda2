import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, after, before } from 'node:test';
import { spawn, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { findTests } from './levels.ts';
import { findReaching } from './touched.ts';
import { eventually } from '../../server/test/member.ts';
import { findReleaseObstacle, type FullRun, readRuns, readTree, recordRun } from './full-run-record.ts';

const root = join(import.meta.dirname, '../..');
const all = findTests(root).map(({ path }) => path);
const reaching = (...files: string[]): string[] => findReaching(root, all, new Set(files));

describe('the tests that a change concerns', () => {
  it('selects the tests that import a changed file directly or indirectly, when they are few', () => {
    const tests = reaching('web/src/player/moments-in.ts').filter((path) => !path.startsWith('e2e/'));
    assert.ok(tests.length > 0 && tests.length < 5 && tests.every((path) => path.startsWith('web/src/')), tests.join());
  });

  it('selects the tests that call the routes of a changed feature, when it serves routes', () => {
    const tests = reaching('server/src/features/playback/clips/make-place.ts');
    const isIn = (folder: string): boolean => tests.some((path) => path.startsWith(`server/src/features/${folder}/`));
    assert.deepEqual([isIn('playback/clips'), isIn('transcripts/glossary')], [true, false], tests.join('\n'));
  });

  it('selects all journeys and no server tests, when a page changes', () => {
    const tests = reaching('web/src/pages/library.tsx');
    assert.deepEqual(
      tests,
      all.filter((path) => path.startsWith('e2e/journeys/')),
    );
  });
});

/**
 * Opens a folder and starts a process that starts another one apart, as servers of tests do; tells the folder and their
 * numbers.
 */
const run = `
  import { spawn } from 'node:child_process';
  import { openTemporaryFolder } from ${JSON.stringify(join(import.meta.dirname, 'temporary-folder.ts'))};
  const folder = openTemporaryFolder();
  const child = spawn('sh', ['-c', 'setsid sleep 600 & echo $!; wait'], { detached: true });
  child.stdout.on('data', (said) => console.log(JSON.stringify({ folder, pids: [child.pid, Number(said)] })));
`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function start() {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', run]);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const { folder, pids } = JSON.parse(said.toString()) as { folder: string; pids: number[] };
  assert.ok(existsSync(folder));
  assert.deepEqual(pids.map(isAlive), [true, true]);
  return { child, folder, pids };
}

/** A killed process is there until its parent has taken note. */
const end = (pids: readonly number[]): Promise<true> =>
  eventually(async () => (pids.some(isAlive) ? undefined : true), 'the end of all that was started');

/** The process that waits for the end of a run. */
function watcherOf(folder: string): number {
  const commands = readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map((pid) => ({ pid: Number(pid), command: commandOf(pid) }));
  return commands.find(({ command }) => command.includes('end-of-run.child.ts') && command.includes(folder))!.pid;
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

describe('the folder of a test run', { skip: process.platform !== 'linux' && 'it needs /proc' }, () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    it(`goes with all that was started, when a ${signal} ends the run`, async () => {
      const { child, folder, pids } = await start();
      child.kill(signal);
      const [code] = (await once(child, 'exit')) as [number];
      assert.equal(code, 1);
      assert.ok(!existsSync(folder), folder);
      await end(pids);
    });

  it('goes with all that was started, when the run is killed', async () => {
    const { child, folder, pids } = await start();
    child.kill('SIGKILL');
    await end(pids);
    await eventually(async () => (existsSync(folder) ? undefined : true), 'the end of the folder');
  });

  it('goes at the next run, when all that could see to it was killed', async () => {
    const { child, folder, pids } = await start();
    const watcher = watcherOf(folder);
    process.kill(watcher, 'SIGKILL');
    await end([watcher]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.deepEqual(pids.map(isAlive), [true, true]);
    const next = await start();
    await end(pids);
    assert.ok(!existsSync(folder));
    assert.ok(existsSync(next.folder));
    next.child.kill('SIGTERM');
    await end(next.pids);
  });
});

describe('a release', () => {
  let root: string;
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
      cwd: root,
      stdio: 'ignore',
    });
  const write = (file: string, text: string): void => writeFileSync(join(root, file), text);
  const commit = (): void => {
    git('add', '--all');
    git('commit', '-m', 'a change');
  };
  let minute = 0;
  /** Records a run of what is in the folder, and commits the record as its writer does. */
  const record = (told: Partial<FullRun> = {}): void => {
    recordRun(root, {
      date: new Date(Date.UTC(2026, 10, 27, 12, (minute += 1))),
      ...readTree(root),
      passed: 1200,
      failed: [],
      wall: 1800,
      processor: undefined,
      levels: [{ name: 'gate', files: 3, passed: 1200, failed: 0, seconds: 600 }],
      versions: { Node: '26.10.0' },
      passedLater: [],
      slowest: [{ name: 'server/test/slow.test.ts', seconds: 60 }],
      guard: 'All as fast as before.',
      ...told,
    });
    commit();
  };

  before(() => {
    root = mkdtempSync(join(tmpdir(), 'lectern-record-'));
    git('init');
    for (const file of [
      'scripts/release.ts',
      'scripts/build-web.ts',
      'scripts/test/full-run-record.ts',
      'contract/src/rules/durations.ts',
    ])
      cpSync(join(import.meta.dirname, '../..', file), join(root, file));
    mkdirSync(join(root, 'docs'));
    write('source.ts', 'export {};');
    write('docs/limits.md', '# Limits');
    commit();
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  it('refuses a release, when no full run is on record', () => {
    assert.match(findReleaseObstacle(root) ?? '', /no full run is on record/);
    const release = spawnSync(process.execPath, [join(root, 'scripts/release.ts')], { encoding: 'utf8' });
    assert.equal(release.status, 1, release.stderr);
    assert.match(release.stderr, /^No release: no full run is on record\. /);
    assert.ok(!existsSync(join(root, 'release')));
  });

  it('may be made, when nothing but words has changed since a green full run', () => {
    record();
    assert.equal(findReleaseObstacle(root), undefined);
    write('docs/limits.md', '# Limits and more');
    write('README.md', '# Words');
    commit();
    assert.equal(findReleaseObstacle(root), undefined);
  });

  it('refuses a release, when there are uncommitted changes', () => {
    write('source.ts', 'export const a = 1;');
    assert.match(findReleaseObstacle(root) ?? '', /changes that are not committed/);
  });

  it('refuses a release, when a source has changed since the full run', () => {
    commit();
    assert.match(findReleaseObstacle(root) ?? '', /^source\.ts has changed since/);
  });

  it('refuses a release, when the full run tested uncommitted changes', () => {
    record({ isClean: false });
    assert.match(findReleaseObstacle(root) ?? '', /tested changes that were not committed/);
  });

  it('refuses a release, when the newest full run is red, even after a green one', () => {
    record();
    assert.equal(findReleaseObstacle(root), undefined);
    record({ passed: 1199, failed: ['server/test/slow.test.ts: is slow'] });
    assert.match(findReleaseObstacle(root) ?? '', /1 tests failed/);
  });

  it('refuses a release, when the commit of the full run is missing', () => {
    record({ commit: '0123456789abcdef0123456789abcdef01234567' });
    assert.match(findReleaseObstacle(root) ?? '', /0123456789ab, is not here/);
  });

  it('lists every recorded run with its figures, newest first', () => {
    assert.deepEqual(
      readRuns(root).map(({ passed, failed, isClean }) => [passed, failed, isClean]),
      [
        [1200, 0, true],
        [1199, 1, true],
        [1200, 0, true],
        [1200, 0, false],
        [1200, 0, true],
      ],
    );
  });
});
