import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { uploadRoutes } from '@lectern/contract/uploads';
import { videoRoutes } from '@lectern/contract/videos';
import { findFfmpeg } from '../src/ports/media/local/ffmpeg/find-ffmpeg.ts';
import { openEmbeddedPlace, type Place } from './databases.ts';
import { eventually, signUp, type TestMember } from './member.ts';
import { type ServerProcess, type Settings, settingsOf, startServer } from './process.ts';
import { sample } from './sample.ts';
import { assetOf, put, uploadFile } from './upload.ts';

const run = promisify(execFile);

/** The command lines of this machine's processes that name a folder. */
async function processesOn(folder: string): Promise<string[]> {
  const { stdout } = await run('ps', ['-eo', 'stat,args']);
  // A process that nobody has waited for is still listed: it is dead.
  return stdout
    .split('\n')
    .filter((line) => line.includes(folder) && !line.startsWith('Z') && !line.includes('ps -eo'));
}

describe('the process of the product', () => {
  let place: Place;
  let env: Settings;
  let server: ServerProcess;
  let member: TestMember;

  before(async () => {
    place = await openEmbeddedPlace();
    env = await settingsOf(place);
    server = await startServer(env);
    member = await signUp(server.origin, server.letters);
  });
  after(async () => {
    await server?.stop();
    await place?.close();
  });

  it('refuses a second one on its folder, in a line that says so', async () => {
    await assert.rejects(startServer({ DATA_DIR: place.dataDir }), (error: Error) => {
      assert.match(error.message, /code 1/);
      assert.match(error.message, new RegExp(`${place.dataDir}.*(another|already|in use|open)`, 'i'));
      return true;
    });
    assert.equal((await fetch(server.origin)).status, 200, 'the first one goes on');
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
    await refuses(['chapter', sample('webinar.mp4'), '--captions', '/none.vtt'], 'There is no file /none.vtt.');
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

  it('ends its ffmpeg with itself when it is killed, and encodes anew at the next start', async () => {
    const file = join(place.dataDir, 'old.avi');
    const encode = ['-c:v', 'mpeg4', '-q:v', '3', '-c:a', 'libmp3lame'];
    const source = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=30:d=60', '-f', 'lavfi', '-i', 'sine=440:d=60'];
    await run((await findFfmpeg(undefined)).program!, ['-v', 'error', ...source, ...encode, file]);
    const id = await uploadFile(member, file, { chunk: 64 * 1024 * 1024 });
    const encoders = () =>
      processesOn(join(place.dataDir, 'videos', id)).then((found) => found.filter((line) => line.includes('libx264')));
    await eventually(async () => ((await encoders()).length > 0 ? true : undefined), 'ffmpeg encoding');
    await server.kill();
    await eventually(async () => ((await encoders()).length === 0 ? true : undefined), 'the end of ffmpeg');
    server = await startServer(env);
    await eventually(async () => (await assetOf(member, id)).playable || undefined, 'the playable video');
    await member.call(videoRoutes.delete, { id });
  });

  it('sweeps a folder at its start that no video stands for, and no other', async () => {
    const { url, id: open } = await member.call(uploadRoutes.create, {});
    const bytes = await readFile(sample('short.mp4'));
    await put(url, bytes.subarray(0, 1000), `bytes 0-999/${bytes.length}`);
    const orphan = join(place.dataDir, 'videos', randomUUID());
    await mkdir(orphan, { recursive: true });
    await writeFile(join(orphan, 'original'), 'left by a killed server');
    // What changed a moment ago may be on its way in.
    const before = new Date(Date.now() - 2 * 3600 * 1000);
    await utimes(orphan, before, before);
    const strange = join(place.dataDir, 'videos', 'notes of the operator');
    await mkdir(strange);
    await server.stop();
    server = await startServer(env);
    await eventually(async () => (existsSync(orphan) ? undefined : true), 'the sweep');
    assert.ok(existsSync(strange));
    assert.ok(existsSync(join(place.dataDir, 'videos', open)));
    await member.call(uploadRoutes.cancel, { id: open });
  });

  it('stops within its grace while an upload is sent, and the upload goes on afterwards', async () => {
    const bytes = await readFile(sample('webinar.mp4'));
    const { url, id } = await member.call(uploadRoutes.create, {});
    await put(url, bytes.subarray(0, 262_144), `bytes 0-262143/${bytes.length}`);
    const abort = new AbortController();
    const slow = new ReadableStream({
      async start(stream) {
        stream.enqueue(bytes.subarray(262_144, 300_000));
        await new Promise((resolve) => abort.signal.addEventListener('abort', resolve));
        stream.close();
      },
    });
    const sending = fetch(url, {
      method: 'PUT',
      headers: { 'content-range': `bytes 262144-${bytes.length - 1}/${bytes.length}` },
      body: slow,
      duplex: 'half',
    } as RequestInit).catch(() => undefined);
    await eventually(async () => {
      const upload = (await member.call(uploadRoutes.open, {})).data.find((each) => each.id === id);
      return upload && upload.received >= 262_144 ? true : undefined;
    }, 'the first chunk');
    assert.equal(await server.stop(), 0);
    abort.abort();
    await sending;
    server = await startServer(env);
    const { status, range } = await put(url, undefined, `bytes */${bytes.length}`);
    assert.equal(status, 308);
    const stored = Number(/bytes=0-(\d+)/.exec(range ?? '')?.[1]) + 1;
    assert.ok(stored >= 262_144, `${stored} bytes`);
    const rest = bytes.subarray(stored);
    assert.equal((await put(url, rest, `bytes ${stored}-${bytes.length - 1}/${bytes.length}`)).status, 200);
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
    await server.stop();
    server = await startServer({ ...env, TRUST_PROXY: '1' });
    const behind = await tries(server.origin, (n) => `198.51.100.7, 203.0.113.${n}`);
    assert.ok(!behind.includes(429), 'the last address is the one the proxy saw');
    const lying = await tries(server.origin, (n) => `198.51.100.${n}, 203.0.113.250`);
    assert.ok(lying.includes(429), 'what stands before it is a claim again');
  });
});
