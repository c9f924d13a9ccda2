import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { backUp } from '../src/main/cli-backup.ts';
import { readConfig } from '../src/main/config.ts';
import { killWithParent } from '../src/platform/subprocess/kill-with-parent.ts';
import { copyInto, openEmbeddedPlace, type TestPlace } from './databases.ts';
import { openDisk } from './disk.ts';
import { eventually } from './member.ts';
import { type ServerSettings, createServerSettings, startServer } from './process.ts';
import { quickToCompile } from './quick-to-compile.ts';
import { itInFullRun } from './rare.ts';

const source = join(import.meta.dirname, '../src/main');

describe('a first start', () => {
  let place: TestPlace;
  let env: ServerSettings;
  before(async () => {
    place = await openEmbeddedPlace();
    env = await createServerSettings(place);
  });
  after(() => place?.close());

  it('leaves no administrator with an unknown password, when a first start finds its port taken', async () => {
    const other = createServer().listen(Number(env.PORT), '127.0.0.1');
    await once(other, 'listening');
    await assert.rejects(startServer(env), /is in use by another program/);
    other.close();
    await once(other, 'close');
    const server = await startServer(env);
    await server.stop();
    const told = server.lines.filter((line) => line.startsWith('First administrator: admin@localhost.test, password '));
    assert.equal(told.length, 1, server.lines.join('\n'));
    assert.match(told[0]!, /if it is lost: npm run -s lectern -- administrators reset admin@localhost\.test\)\.$/);
  });

  it('can be followed by the command for administrators', async () => {
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, [join(source, 'cli.ts'), 'administrators', ...args], {
        env: { PATH: process.env.PATH, DATA_DIR: place.dataDir, STORGE: 'disk' },
      });
    const { stdout, stderr } = await run();
    assert.equal(stdout, 'admin@localhost.test (has not signed in with the password that was made)\n');
    assert.equal(stderr, 'STORGE is not a setting and changes nothing. Is STORAGE meant?\n');
    assert.match((await run('reset', 'admin@localhost.test')).stdout, /password [\w-]{16} \(shown only now/);
    await assert.rejects(run('remove', 'admin@localhost.test'), /is the last administrator and stays/);
  });

  itInFullRun('names the full disk in one line, when a first start or a backup runs out of space', async () => {
    const disk = await openDisk(400 * 1024 ** 2);
    try {
      if (!disk.fill) return;
      await copyInto(disk.folder, join(place.dataDir, 'database'));
      await disk.fill(0);
      await assert.rejects(startServer({ DATA_DIR: disk.folder }), (error: Error) => {
        const [, , line, ...more] = error.message.split('\n');
        assert.match(
          line!,
          new RegExp(`^The disk of the folder ${disk.folder} is full \\(.* MB free\\): the embedded`),
        );
        assert.deepEqual(more, []);
        return true;
      });
      const target = join(disk.folder, 'backups');
      await assert.rejects(backUp(readConfig({ DATA_DIR: place.dataDir }), target, { keep: undefined }), {
        message: `The disk of the folder ${target} is full. Make room on it and run this again: it goes on where it was.`,
      });
    } finally {
      await disk.close();
    }
  });
});

it('a server that npm has started stops in order when npm is stopped', async () => {
  const place = await openEmbeddedPlace();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  const start = `"${process.execPath}" "${quickToCompile}" "${join(source, 'start.ts')}"`;
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'lectern', scripts: { start } }));
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: {
      ...process.env,
      ...(await createServerSettings(place)),
      HOST: '127.0.0.1',
      SPEECH: 'captions',
      SPEAKERS: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group that can be ended whole.
    detached: true,
  });
  const release = killWithParent(npm, { group: true });
  const closed = once(npm.stdout, 'close');
  const lines: string[] = [];
  createInterface({ input: npm.stdout }).on('line', (line) => lines.push(line));
  const said = (words: string) =>
    eventually(async () => lines.some((line) => line.includes(words)) || undefined, `"${words}"`);
  try {
    await said('is ready at');
    npm.kill('SIGTERM');
    await said('Stopping: running jobs are handed back');
    await closed;
  } finally {
    try {
      process.kill(-npm.pid!, 'SIGKILL');
    } catch {
      // It has ended, as it should.
    }
    release();
    await place.close();
    await rm(folder, { recursive: true, force: true });
  }
});
