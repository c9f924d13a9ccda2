import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, stat, writeFile, utimes } from 'node:fs/promises';
import { request } from 'node:http';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { hour } from '@lectern/contract/rules/durations';
import { assertEvery } from './assert-every.ts';
import { openEmbeddedPlace, type TestPlace } from './databases.ts';
import { eventually, signUp, type TestMember } from './member.ts';
import { type ServerProcess, type ServerSettings, createServerSettings, startServer } from './process.ts';
import { itInFullRun } from './rare.ts';
import { getSamplePath } from './sample.ts';
import { putUploadChunk, uploadFile, waitUntilProcessed } from './upload.ts';
import { openTestWorld } from './world.ts';

const run = promisify(execFile);

describe('the process of the product', () => {
  let place: TestPlace;
  let env: ServerSettings;
  let server: ServerProcess;
  let member: TestMember;

  before(async () => {
    place = await openEmbeddedPlace();
    // As an earlier version left it: open to everybody on the machine.
    await chmod(place.dataDir, 0o755);
    env = { ...(await createServerSettings(place)), LOG_LEVEL: 'info' };
    server = await startServer(env);
    member = await signUp(server.origin, server.letters);
  });
  after(async () => {
    await server?.stop();
    await place?.close();
  });

  itInFullRun('tells at info of each job of a recording that it began and is done', async () => {
    const id = await uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
    await waitUntilProcessed(member, id);
    const told = () =>
      server.lines
        .filter((line) => line.startsWith('{"level":30,') && line.includes(id))
        .map((line) => JSON.parse(line) as { job?: string; video?: string; jobId?: string; msg: string });
    for (const job of ['step-inspect', 'step-playable', 'step-captions', 'step-chapters']) {
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
    await member.call(videoRoutes.delete, { id });
  });

  it('refuses a second one on its folder, in a line that says so', async () => {
    await assert.rejects(startServer({ DATA_DIR: place.dataDir }), (error: Error) => {
      assert.match(error.message, /code 1/);
      assert.match(error.message, new RegExp(`${place.dataDir}.*(another|already|in use|open)`, 'i'));
      return true;
    });
    assert.equal((await fetch(`${server.origin}/healthz`)).status, 200, 'the first one goes on');
  });

  it('closes its folder and all that is in it to other users', async () => {
    await uploadFile(member, getSamplePath('short.mp4'));
    const names = ['', ...(await readdir(place.dataDir, { recursive: true }))];
    const open = await Promise.all(
      names.map(async (name) => {
        // Temporary files may be gone by now.
        const stats = await lstat(join(place.dataDir, name)).catch(() => undefined);
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
    const file = join(place.dataDir, 'a file');
    await writeFile(file, '');
    await refuses(
      { DATA_DIR: join(file, 'data') },
      /a file.* cannot be used: a part of its path is a file\. Set another DATA_DIR\.$/,
    );
    const other = await openEmbeddedPlace();
    const { dataDir: elsewhere } = other;
    await refuses(
      { DATA_DIR: elsewhere, PORT: env.PORT! },
      new RegExp(`127.0.0.1:${env.PORT} is in use by another program`),
    );
    await refuses(
      { DATA_DIR: elsewhere, DATABASE_URL: 'postgres://me:hunter2@nowhere.invalid/db' },
      /^DATABASE_URL: the database cannot be reached \(.*nowhere\.invalid\)\.$/,
    );
    await other.close();
  });

  it('refuses the command line what cannot be, in one line', async () => {
    const program = join(import.meta.dirname, '../src/main/cli.ts');
    const refuses = (args: string[], line: string) =>
      assert.rejects(
        run(process.execPath, [program, ...args], { env: { PATH: process.env.PATH, DATA_DIR: place.dataDir } }),
        (error: Error & { code: number; stderr: string }) => {
          assert.deepEqual([error.code, error.stderr], [1, `${line}\n`]);
          return true;
        },
      );
    const inUse = `The data folder ${place.dataDir} is in use by another running process. Stop it, or set another DATA_DIR.`;
    await refuses(['demo'], inUse);
    await refuses(['chapter', getSamplePath('webinar.mp4'), '--captions', '/none.vtt'], 'There is no file /none.vtt.');
  });

  it('stops at a wrong setting with one line that names it', async () => {
    await assert.rejects(startServer({ DATA_DIR: place.dataDir, PUBLIC_URL: 'nowhere' }), (error: Error) => {
      const [first, ...lines] = error.message.split('\n');
      assert.match(first!, /code 1/);
      assert.equal(lines.length, 1);
      assert.match(lines[0]!, /^PUBLIC_URL: must be an http or https address/);
      return true;
    });
  });

  it('sets a folder aside at its start that no video stands for, and no other', async () => {
    const { url, id: open } = await member.call(uploadRoutes.create, {});
    const bytes = await readFile(getSamplePath('short.mp4'));
    await putUploadChunk(url, bytes.subarray(0, 1000), `bytes 0-999/${bytes.length}`);
    const orphan = join(place.dataDir, 'videos', randomUUID());
    const recording = join(orphan, 'original');
    await mkdir(orphan, { recursive: true });
    await writeFile(recording, 'left by a killed server');
    // Recently changed files may still be arriving, so the test backdates them.
    const before = new Date(Date.now() - 2 * hour);
    for (const each of [recording, orphan]) await utimes(each, before, before);
    const strange = join(place.dataDir, 'videos', 'notes of the operator');
    await mkdir(strange);
    await server.stop();
    server = await startServer(env);
    await eventually(async () => (existsSync(orphan) ? undefined : true), 'the sweep');
    assert.match((await readdir(join(place.dataDir, 'set-aside'))).join(), new RegExp(basename(orphan)));
    assert.ok(existsSync(strange));
    assert.ok(existsSync(join(place.dataDir, 'videos', open)));
    await member.call(uploadRoutes.cancel, { id: open });
  });

  it('stops within its grace, keeps all bytes and resumes later, when an upload is being sent', async () => {
    const bytes = await readFile(getSamplePath('webinar.mp4'));
    const { url, id } = await member.call(uploadRoutes.create, {});
    await putUploadChunk(url, bytes.subarray(0, 262_144), `bytes 0-262143/${bytes.length}`);
    const sent = 262_144 + 600_000;
    const headers = { 'content-range': `bytes 262144-${bytes.length - 1}/${bytes.length}` };
    const sending = request(url, { method: 'PUT', headers });
    const broken = once(sending, 'error');
    sending.write(bytes.subarray(262_144, sent));
    const part = join(place.dataDir, 'videos', id, 'original.part');
    // Bytes after these are still in transit and not on the disk yet.
    await eventually(
      async () => ((await stat(part)).size >= 262_144 + 512 * 1024 ? true : undefined),
      'most of it on the disk',
    );
    assert.equal(await server.stop(), 0);
    await broken;
    server = await startServer(env);
    const { status, range } = await putUploadChunk(url, undefined, `bytes */${bytes.length}`);
    assert.deepEqual([status, range], [308, `bytes=0-${sent - 1}`]);
    assert.equal(
      (await putUploadChunk(url, bytes.subarray(sent), `bytes ${sent}-${bytes.length - 1}/${bytes.length}`)).status,
      200,
    );
    assert.ok((await readFile(join(place.dataDir, 'videos', id, 'original'))).equals(bytes));
    await member.call(videoRoutes.delete, { id });
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
    const pretended = await tries(server.origin, (n) => `203.0.113.${n}`);
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
