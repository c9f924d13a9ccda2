import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, it } from 'node:test';
import { apiKeyRoutes } from '@lectern/contract/accounts/api-keys';
import type { ApiUpload } from '@lectern/contract/v1/media';
import type { ApiRecording } from '@lectern/contract/v1/recordings';
import { apiClient } from './api-client.ts';
import { describeRecordings } from './describe-server.ts';
import { startProxy } from './proxy-server.ts';
import { getSamplePath, lengthenSample } from './sample.ts';

const program = join(import.meta.dirname, '../../scripts/lectern.ts');
const chunk = 8 * 1024 * 1024;

type Env = Record<string, string | undefined>;

describeRecordings('the command line of people with a key', ['short', 'webinar'], {}, (suite) => {
  let folder: string;
  let key: string;
  let call: ReturnType<typeof apiClient>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-command-'));
    await suite.changeUser(suite.member, { plan: 'professional' });
    const scopes = ['read' as const, 'write' as const, 'ask' as const, 'manage' as const];
    ({ key } = await suite.member.call(apiKeyRoutes.create, { name: 'Laptop', kind: 'workspace', scopes, days: null }));
    call = apiClient(suite.server.origin, () => key);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const start = (args: readonly string[], env: Env = {}): ChildProcess =>
    spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, LECTERN_URL: suite.server.origin, LECTERN_KEY: key, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  async function run(args: readonly string[], env?: Env) {
    const child = start(args, env);
    const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout!), text(child.stderr!)]);
    return { code: code as number | null, out, err };
  }

  async function succeed(...args: string[]): Promise<string> {
    const { code, out, err } = await run(args);
    assert.equal(code, 0, err);
    return out;
  }

  it('finds, quotes and answers, when a key may read and ask', async () => {
    const { id, title, chapters } = suite.webinar;
    assert.match(await succeed('list', '--limit', '1'), /^[\da-f-]{36} {2}\d{4}-\d\d-\d\d {2}\d:\d\d:\d\d {2}.+\n$/);
    const listed = JSON.parse(await succeed('list', '--json')) as { data: ApiRecording[] };
    assert.deepEqual(listed.data.map((each) => each.id).toSorted(), [id, suite.short.id].toSorted());
    const vtt = await succeed('transcript', id, '--format', 'vtt');
    assert.ok(vtt.startsWith('WEBVTT'));
    const words = (await succeed('transcript', id)).split('\n').find((line) => line.split(' ').length > 5)!;
    const asked = words.split(' ').slice(1, 5).join(' ');
    const found = await succeed('search', asked);
    assert.ok(found.includes(title) && found.includes(`${suite.server.origin}/asset/${id}?t=`), found);
    assert.match(await succeed('ask', asked, '--recording', id), /\[1\] “.+”\n {4}.+, \d:\d\d:\d\d, http/);
    assert.ok((await succeed('chapters', id)).includes(`## 0:00:00 ${chapters[0]!.title}\n`));
  });

  it('says what is missing or wrong and ends with 2, when it cannot begin', async () => {
    const cases: [string[], Env, RegExp][] = [
      [['list'], { LECTERN_URL: undefined }, /^LECTERN_URL is not set: /],
      [['list'], { LECTERN_KEY: undefined }, /^LECTERN_KEY is not set: /],
      [['list'], { LECTERN_URL: 'ftp://example.org' }, /^LECTERN_URL is no address of a server\.\n/],
      [['list', '--key', key], {}, /^A key is not given on the command line, /],
      [
        ['clip', suite.short.id, '1'],
        {},
        /^It takes the id of a recording and two times\.\nUsage: lectern clip ID START END/,
      ],
      [['search', '--unknown'], {}, /^Unknown option '--unknown'/],
      [['transcribe'], {}, /lectern backup TARGET[^]+lectern transcript ID/],
    ];
    for (const [args, env, expected] of cases) {
      const { code, out, err } = await run(args, env);
      assert.match(err, expected);
      assert.ok(!err.includes(key));
      assert.deepEqual([code, out], [2, ''], args.join(' '));
    }
  });

  it('tells the code of the problem and ends with 1, when the server refuses or is away', async () => {
    const strange = await run(['list'], { LECTERN_KEY: `lec_${'x'.repeat(54)}` });
    assert.deepEqual([strange.code, strange.err], [1, 'unauthorized: Unauthorized\n']);
    const absent = await run(['chapters', crypto.randomUUID(), '--json']);
    assert.equal((JSON.parse(absent.err) as { code: string }).code, 'not_found');
    const away = await run(['list', '--server', 'http://127.0.0.1:1']);
    assert.equal(away.code, 1);
    assert.match(away.err, /^unreachable: http:\/\/127\.0\.0\.1:1 cannot be reached: .+\n$/);
  });

  it('goes on where it stopped, when it is killed in the middle of a file', async () => {
    const file = join(folder, 'talk.mp4');
    await writeFile(file, await lengthenSample(3 * chunk));
    await copyFile(getSamplePath('short.vtt'), join(folder, 'talk.vtt'));
    const proxy = await startProxy(suite.server.origin, ({ headers }) =>
      (headers['content-range'] ?? '').startsWith(`bytes ${chunk}-`),
    );
    try {
      const env = { LECTERN_URL: proxy.url };
      const killed = start(['upload', file], env);
      const told = text(killed.stderr!);
      await proxy.held;
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      assert.match(await told, / 30 % {2}.+talk\.mp4\n/);
      const { body } = await call<{ data: ApiUpload[] }>('listUploads');
      assert.deepEqual(
        body.data.map(({ file_name: name, received }) => [name, received]),
        [['talk.mp4', chunk]],
      );
      proxy.release();
      proxy.passed.length = 0;
      const { code, out, err } = await run(['upload', file, '--json', '--wait'], env);
      assert.equal(code, 0, err);
      const [done] = (JSON.parse(out) as { data: { id: string; recording: ApiRecording }[] }).data;
      assert.deepEqual([done!.id, done!.recording.state], [body.data[0]!.id, 'ready']);
      const ranges = proxy.passed.flatMap(({ headers }) => headers['content-range'] ?? []);
      assert.ok(ranges[0]!.startsWith('bytes */') && ranges[1]!.startsWith(`bytes ${chunk}-`), ranges.join());
      const again = await run(['upload', file], env);
      assert.equal(again.out, `${done!.id}  ${file}, which was there already\n`);
    } finally {
      await proxy.close();
    }
  });

  it('uploads each recording of a folder with the captions beside it, and tells which it could not', async () => {
    const talks = join(folder, 'talks');
    await mkdir(join(talks, 'inner'), { recursive: true });
    await copyFile(getSamplePath('short.mp4'), join(talks, 'inner/one.mp4'));
    await copyFile(getSamplePath('short.vtt'), join(talks, 'inner/one.vtt'));
    await writeFile(join(talks, 'wrong.mp4'), 'no recording');
    await writeFile(join(talks, 'notes.txt'), 'no recording either');
    const { code, out } = await run(['upload', talks, '--wait', '--json']);
    const { data } = JSON.parse(out) as { data: { file: string; id?: string; problem?: string }[] };
    assert.deepEqual(
      data.map(({ file, problem }) => [file, problem?.split(':')[0]]),
      [
        [join(talks, 'inner/one.mp4'), undefined],
        [join(talks, 'wrong.mp4'), 'not_media'],
      ],
    );
    assert.equal(code, 1);
    assert.ok((await succeed('transcript', data[0]!.id!)).length > 0);
  });

  it('writes a clip and an export into files, and leaves no half ones', async () => {
    const clip = join(folder, 'clip.mp4');
    assert.equal(await succeed('clip', suite.short.id, '0.5', '0:02', '--output', clip), `${clip}\n`);
    assert.equal((await readFile(clip)).toString('latin1', 4, 8), 'ftyp');
    const archive = join(folder, 'all.zip');
    await succeed('export', '--without-recordings', '-o', archive);
    assert.equal((await readFile(archive)).toString('latin1', 0, 2), 'PK');
    const files = await readdir(folder, { recursive: true });
    assert.deepEqual(
      files.filter((name) => name.endsWith('.part')),
      [],
    );
  });
});
