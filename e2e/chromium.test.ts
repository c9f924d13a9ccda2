// full: it fetches a browser, which CI installs by its package manager
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findChromium } from './chromium.ts';

/** Fakes a browser: prints its version and its library search path. */
const browser = '#!/bin/sh\necho "Chromium 1.2.3 built on a bench"\necho "$LD_LIBRARY_PATH $FONTCONFIG_FILE" >&2\n';

describe('finding a browser', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'lectern-find-'))));
  after(() => rm(folder, { recursive: true, force: true }));

  /** A PATH of one folder, with these scripts and, of the system's programs, only those named. */
  const pathOf = (
    name: string,
    scripts: Readonly<Record<string, string>>,
    programs: readonly string[] = [],
  ): string => {
    const path = join(folder, name);
    mkdirSync(path);
    for (const [script, text] of Object.entries(scripts)) writeFileSync(join(path, script), text, { mode: 0o755 });
    const places = (process.env.PATH ?? '').split(delimiter);
    for (const program of programs) {
      const place = places.find((each) => existsSync(join(each, program)));
      if (place) symlinkSync(join(place, program), join(path, program));
    }
    return path;
  };
  const find = (env: NodeJS.ProcessEnv, cache: string, lines: string[] = []) =>
    findChromium({ env, cache, elsewhere: [], say: (line) => lines.push(line) });

  it('takes the one that is named, or says that it does not start', () => {
    const path = join(pathOf('named', { mine: browser }), 'mine');
    const found = find({ LECTERN_TEST_CHROMIUM: path }, join(folder, 'unused'));
    assert.deepEqual(found, { path, version: 'Chromium 1.2.3', from: 'LECTERN_TEST_CHROMIUM' });
    assert.throws(
      () => find({ LECTERN_TEST_CHROMIUM: '/nowhere' }, join(folder, 'unused')),
      /^Error: LECTERN_TEST_CHROMIUM names no browser that starts: \/nowhere$/,
    );
  });

  it('fetches Debian’s where there is none, starts it with the libraries fetched, and keeps it', (test) => {
    if (spawnSync('dpkg-deb', ['--version']).status !== 0) return test.skip('dpkg is not installed');
    const tree = join(folder, 'package');
    const libraries = 'usr/lib/x86_64-linux-gnu';
    for (const part of ['DEBIAN', 'usr/lib/chromium', `${libraries}/pulseaudio`])
      mkdirSync(join(tree, part), { recursive: true });
    writeFileSync(
      join(tree, 'DEBIAN/control'),
      'Package: chromium\nVersion: 1\nArchitecture: all\nMaintainer: Nobody <nobody@lectern.example>\nDescription: stands for it\n',
    );
    writeFileSync(join(tree, 'usr/lib/chromium/chromium'), browser, { mode: 0o4755 });
    writeFileSync(join(tree, libraries, 'libmissing.so.1'), '');
    // Debian's libpulse0 has one without a number, which lies by itself.
    writeFileSync(join(tree, libraries, 'pulseaudio/libcommon-16.1.so'), '');
    execFileSync('dpkg-deb', ['--root-owner-group', '--build', tree, join(folder, 'chromium.deb')]);
    // A fake of Debian's servers: everything after the download is real.
    const apt = `#!/bin/sh\ncase "$*" in *download-only*) cp '${join(folder, 'chromium.deb')}' "$(dirname "$APT_CONFIG")/cache/archives/";; esac\n`;
    const tools = ['dpkg', 'dpkg-deb', 'dpkg-split', 'tar', 'rm', 'cp', 'chmod', 'dirname'];
    const PATH = pathOf('debian', { 'apt-get': apt, 'apt-config': '#!/bin/sh\n' }, tools);
    const cache = join(folder, 'cache/chromium');
    const lines: string[] = [];
    const found = find({ PATH }, cache, lines);
    assert.equal(found.version, 'Chromium 1.2.3');
    assert.match(found.from, /^Debian’s packages, now in /);
    assert.equal(lines.length, 1);
    const started = spawnSync(found.path, { encoding: 'utf8', env: { PATH: process.env.PATH } });
    const folders = ['usr/lib', libraries, `${libraries}/pulseaudio`].map((each) => join(cache, each));
    assert.equal(started.stderr, `${folders.join(':')} ${cache}/fonts.conf\n`);
    assert.deepEqual(readdirSync(join(folder, 'cache')), ['chromium'], 'nothing else is left behind');
    assert.equal(find({ PATH: pathOf('bare', {}) }, cache).from, `${cache}, fetched earlier`);
  });
});
