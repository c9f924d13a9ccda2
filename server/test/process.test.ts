import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, stat, writeFile, utimes, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { hour } from '@lectern/contract/rules/durations';
import { describeProcess } from './describe-process.ts';
import { assertEvery } from './assert-every.ts';
import { openEmbeddedPlace, type TestPlace, copyInto } from './databases.ts';
import { eventually } from './member.ts';
import { type ServerSettings, createServerSettings, startServer } from './process.ts';
import { itInFullRun } from './rare.ts';
import { getSamplePath } from './sample.ts';
import { putUploadChunk, uploadFile, waitUntilProcessed } from './upload.ts';
import { openTestWorld } from './world.ts';
import { backUp } from '../src/main/cli-backup.ts';
import { readConfig } from '../src/main/config.ts';
import { killWithParent } from '../src/platform/subprocess/kill-with-parent.ts';
import { openDisk } from './disk.ts';
import { quickToCompile } from './quick-to-compile.ts';

const run = promisify(execFile);
const source = join(import.meta.dirname, '../src/main');

/** As an earlier version left it: open to everybody on the machine. */
async function env({ dataDir }: { dataDir: string }): Promise<Record<string, string>> {
  await chmod(dataDir, 0o755);
  return { LOG_LEVEL: 'info' };
}

describeProcess('the process of the product', { databases: 'embedded', env }, (suite) => {
  itInFullRun('tells at info of each job of a recording that it began and is done', async () => {
    const id = await uploadFile(suite.member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
    await waitUntilProcessed(suite.member, id);
    const told = () =>
      suite.server.lines
        .filter((line) => line.startsWith('{"level":30,') && line.includes(id))
        .map((line) => JSON.parse(line) as { job?: string; video?: string; jobId?: string; msg: string });
    for (const job of ['step-inspect', 'step-thumbnail', 'step-captions', 'step-chapters']) {
      // The database shows finished work before the log lines arrive through the pipe.
      const lines = await eventually(async () => {
        const its = told().filter((line) => line.job === job && line.video === id && line.jobId !== undefined);
        return its.length < 2 ? undefined : its;
      }, `both lines of ${job}`);
      assert.deepEqual(
        lines.map(({ msg }) => msg),
        ['A job began.', 'A job is done.'],
        job,
      );
    }
    await suite.member.call(videoRoutes.delete, { id });
  });

  it('refuses a second one on its folder, in a line that says so', async () => {
    await assert.rejects(startServer({ DATA_DIR: suite.place.dataDir }), (error: Error) => {
      assert.match(error.message, /code 1/);
      assert.match(error.message, new RegExp(`${suite.place.dataDir}.*(another|already|in use|open)`, 'i'));
      return true;
    });
    assert.equal((await fetch(`${suite.server.origin}/healthz`)).status, 200, 'the first one goes on');
  });

  it('closes its folder and all that is in it to other users', async () => {
    await uploadFile(suite.member, getSamplePath('short.mp4'));
    const names = ['', ...(await readdir(suite.place.dataDir, { recursive: true }))];
    const open = await Promise.all(
      names.map(async (name) => {
        // Temporary files may be gone by now.
        const stats = await lstat(join(suite.place.dataDir, name)).catch(() => undefined);
        return stats && !stats.isSymbolicLink() && stats.mode & 0o077 ? [name] : [];
      }),
    );
    assert.ok(names.length > 1000);
    assert.deepEqual(open.flat(), []);
  });

  itInFullRun('says in one line what keeps it from starting', async () => {
    const refuses = (settings: ServerSettings, line: RegExp) =>
      assert.rejects(startServer(settings), (error: Error) => {
        const told = error.message.split('\n').slice(1);
        assert.match(told.at(-1)!, line);
        assertEvery(told, (each) => !/^\s+at /.test(each));
        return true;
      });
    const file = join(suite.place.dataDir, 'a file');
    await writeFile(file, '');
    await refuses(
      { DATA_DIR: join(file, 'data') },
      /a file.* cannot be used: a part of its path is a file\. Set another DATA_DIR\.$/,
    );
    const other = await openEmbeddedPlace();
    const { dataDir: elsewhere } = other;
    await refuses(
      { DATA_DIR: elsewhere, PORT: suite.settings.PORT! },
      new RegExp(`127.0.0.1:${suite.settings.PORT} is in use by another program`),
    );
    await refuses(
      { DATA_DIR: elsewhere, DATABASE_URL: 'postgres://me:hunter2@nowhere.invalid/db' },
      /^DATABASE_URL: the database cannot be reached \(.*nowhere\.invalid\)\.$/,
    );
    await other.close();
  });

  it('refuses the command line what cannot be, in one line', async () => {
    const refuses = (args: string[], line: string) =>
      assert.rejects(
        run(process.execPath, [join(source, 'cli.ts'), ...args], {
          env: { PATH: process.env.PATH, DATA_DIR: suite.place.dataDir },
        }),
        (error: Error & { code: number; stderr: string }) => {
          assert.deepEqual([error.code, error.stderr], [1, `${line}\n`]);
          return true;
        },
      );
    const inUse = `The data folder ${suite.place.dataDir} is in use by another running process. Stop it, or set another DATA_DIR.`;
    await refuses(['demo'], inUse);
    await refuses(['chapter', getSamplePath('webinar.mp4'), '--captions', '/none.vtt'], 'There is no file /none.vtt.');
  });

  it('stops at a wrong setting with one line that names it', async () => {
    await assert.rejects(startServer({ DATA_DIR: suite.place.dataDir, PUBLIC_URL: 'nowhere' }), (error: Error) => {
      const [first, ...lines] = error.message.split('\n');
      assert.match(first!, /code 1/);
      assert.equal(lines.length, 1);
      assert.match(lines[0]!, /^PUBLIC_URL: must be an http or https address/);
      return true;
    });
  });

  it('sets a folder aside at its start that no video stands for, and no other', async () => {
    const { url, id: open } = await suite.member.call(uploadRoutes.create, {});
    const bytes = await readFile(getSamplePath('short.mp4'));
    await putUploadChunk(url, bytes.subarray(0, 1000), `bytes 0-999/${bytes.length}`);
    const orphan = join(suite.place.dataDir, 'videos', randomUUID());
    const recording = join(orphan, 'original');
    await mkdir(orphan, { recursive: true });
    await writeFile(recording, 'left by a killed server');
    // Recently changed files may still be arriving, so the test backdates them.
    const before = new Date(Date.now() - 2 * hour);
    for (const each of [recording, orphan]) await utimes(each, before, before);
    const strange = join(suite.place.dataDir, 'videos', 'notes of the operator');
    await mkdir(strange);
    await suite.restart();
    await eventually(async () => (existsSync(orphan) ? undefined : true), 'the sweep');
    assert.match((await readdir(join(suite.place.dataDir, 'set-aside'))).join(), new RegExp(basename(orphan)));
    assert.ok(existsSync(strange));
    assert.ok(existsSync(join(suite.place.dataDir, 'videos', open)));
    await suite.member.call(uploadRoutes.cancel, { id: open });
  });

  it('stops within its grace, keeps all bytes and resumes later, when an upload is being sent', async () => {
    const bytes = await readFile(getSamplePath('webinar.mp4'));
    const { url, id } = await suite.member.call(uploadRoutes.create, {});
    await putUploadChunk(url, bytes.subarray(0, 262_144), `bytes 0-262143/${bytes.length}`);
    const sent = 262_144 + 600_000;
    const headers = { 'content-range': `bytes 262144-${bytes.length - 1}/${bytes.length}` };
    const sending = request(url, { method: 'PUT', headers });
    const broken = once(sending, 'error');
    sending.write(bytes.subarray(262_144, sent));
    const part = join(suite.place.dataDir, 'videos', id, 'original.part');
    // Bytes after these are still in transit and not on the disk yet.
    await eventually(
      async () => ((await stat(part)).size >= 262_144 + 512 * 1024 ? true : undefined),
      'most of it on the disk',
    );
    assert.equal(await suite.server.stop(), 0);
    await broken;
    await suite.start();
    const { status, range } = await putUploadChunk(url, undefined, `bytes */${bytes.length}`);
    assert.deepEqual([status, range], [308, `bytes=0-${sent - 1}`]);
    assert.equal(
      (await putUploadChunk(url, bytes.subarray(sent), `bytes ${sent}-${bytes.length - 1}/${bytes.length}`)).status,
      200,
    );
    assert.ok((await readFile(join(suite.place.dataDir, 'videos', id, 'original'))).equals(bytes));
    await suite.member.call(videoRoutes.delete, { id });
  });

  it('believes as many proxies as it was told of, and no more', async () => {
    const tries = async (origin: string, forwarded: (n: number) => string): Promise<number[]> => {
      const statuses: number[] = [];
      for (let n = 0; n < 120; n += 1) {
        const response = await fetch(`${origin}/api/auth/verify?token=nobody-${n}`, {
          headers: { 'x-forwarded-for': forwarded(n) },
        });
        statuses.push(response.status);
      }
      return statuses;
    };
    const pretended = await tries(suite.server.origin, (n) => `203.0.113.${n}`);
    assert.ok(pretended.includes(429), 'without a proxy the header is a claim, and nobody escapes the limit by it');
    const trusting = await openTestWorld({ env: { TRUST_PROXY: '1' } });
    try {
      const behind = await tries(trusting.origin, (n) => `198.51.100.7, 203.0.113.${n}`);
      assert.ok(!behind.includes(429), 'the last address is the one the proxy saw');
      const lying = await tries(trusting.origin, (n) => `198.51.100.${n}, 203.0.113.250`);
      assert.ok(lying.includes(429), 'what stands before it is a claim again');
    } finally {
      await trusting.close();
    }
  });
});

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
    const administrators = (...args: string[]) =>
      run(process.execPath, [join(source, 'cli.ts'), 'administrators', ...args], {
        env: { PATH: process.env.PATH, DATA_DIR: place.dataDir, STORAGE: 'disk', PORTT: '1' },
      });
    const { stdout, stderr } = await administrators();
    assert.equal(stdout, 'admin@localhost.test (has not signed in with the password that was made)\n');
    assert.deepEqual(stderr.split('\n'), [
      'Settings have new names; the old ones are still read: STORAGE is now STORAGE_BACKEND.',
      'PORTT is not a setting and changes nothing. Is PORT meant?',
      '',
    ]);
    assert.match((await administrators('reset', 'admin@localhost.test')).stdout, /password [\w-]{16} \(shown only now/);
    await assert.rejects(administrators('remove', 'admin@localhost.test'), /is the last administrator and stays/);
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

it('stops in order, when npm has started it and is stopped', async () => {
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
