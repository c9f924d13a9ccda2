import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findReleaseObstacle, type FullRun, readRuns, readTree, recordRun } from './full-run-record.ts';

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
