import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { after, before, beforeEach, it } from 'node:test';
import { workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import type { Call } from '@lectern/contract/client';
import { problems, type ProblemCode } from '@lectern/contract/problem';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { describeServer } from '../../../test/describe-server.ts';
import { startLocalServer } from '../../../test/local-server.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { itInFullRun } from '../../../test/rare.ts';
import { refuses } from '../../../test/refusals.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { getObjectPath } from '../../../test/stored.ts';
import { workspaceTools } from '../../../test/workspace-tools.ts';
import { storageKeys } from '../storage/keys.ts';
import { fetchUploadJob } from './fetch-upload.job.ts';

const short = await readFile(getSamplePath('short.mp4'));
/** The same, longer than what a reader holds that has not asked yet. */
const long = Buffer.concat([short, Buffer.from([0, 0x0a, 0, 0]), Buffer.from('free'), Buffer.alloc(0x0a_0000 - 8)]);
const half = 500_000;

type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;

/** Answers with a file, or with the part that is asked for if its tag is still the same. */
const serve =
  (file: Buffer, etag = '"one"'): Answer =>
  (response, { headers: { range, 'if-range': known } }) => {
    const first = known === etag ? Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0) : 0;
    const part = first > 0 ? { 'content-range': `bytes ${first}-${file.length - 1}/${file.length}` } : {};
    response.writeHead(first > 0 ? 206 : 200, { etag, 'content-length': file.length - first, ...part });
    response.end(file.subarray(first));
  };

/** Breaks off after half of a file, behind which the connection ends: what was sent comes. */
const breakOff: Answer = (response) => {
  response.writeHead(200, { etag: '"one"', 'content-length': long.length });
  response.write(long.subarray(0, half), () => response.socket?.end());
};

const env = { OUTBOUND_ALLOW: '127.0.0.2/32', MAX_UPLOAD_BYTES: '4000000' };

describeServer('an upload from a URL', { databases: 'both', env }, (suite) => {
  const asked: IncomingHttpHeaders[] = [];
  let answer: Answer;
  let source: Awaited<ReturnType<typeof startLocalServer>>;
  let url: string;
  let member: TestMember;
  let editor: TestMember;
  before(async () => {
    source = await startLocalServer((request, response) => {
      asked.push(request.headers);
      answer(response, request);
    }, '127.0.0.2');
    url = `${source.url}/talks/All%20hands.mp4?key=secret`;
    member = await suite.signUp();
    editor = await suite.signUp();
    await suite.changeUser(member, { plan: 'professional' });
    await suite.restart({ jobs: false });
  });
  after(() => source.close());
  beforeEach(() => {
    asked.length = 0;
    answer = serve(short);
  });

  const call: Call = (route, input, options) => suite.server.as(member.session.token)(route, input, options);
  const begin = async (title?: string): Promise<string> =>
    (await call(uploadRoutes.fromUrl, { url, ...(title === undefined ? {} : { title }) })).id;
  const run = (uploadId: string, { lastAttempt = true, signal = new AbortController().signal } = {}) =>
    fetchUploadJob.run(suite.world, { uploadId }, { id: 'of-tests', attempt: 1, lastAttempt, signal });
  const open = async (id: string) => (await call(uploadRoutes.open, {})).data.find((upload) => upload.id === id);
  const folderOf = (id: string): string => getObjectPath(suite.world, storageKeys.folder(id));
  const isWhole = async (id: string, file = short): Promise<void> => {
    const stored = await readFile(getObjectPath(suite.world, storageKeys.original(id)));
    assert.ok(stored.equals(file), 'the stored file is that of the source');
    await call(videoRoutes.delete, { id });
  };
  const isRefused = async (id: string, code: ProblemCode): Promise<void> => {
    await run(id);
    await refuses(call(uploadRoutes.arriving, { id }), code);
    assert.equal(await open(id), undefined);
    assert.deepEqual(await suite.db.selectFrom('upload_sources').select('url').execute(), []);
  };

  it('becomes a video with the name of the file or a title, when all of it has come', async () => {
    const [named, titled] = [await begin(), await begin('Our year')];
    const { fetched, arrived, file_name } = (await open(named))!;
    assert.deepEqual([fetched, arrived, file_name], [true, false, 'All hands.mp4']);
    answer = (response, request) => {
      if (request.url?.startsWith('/talks')) response.writeHead(302, { location: '/real' }).end();
      else response.write(short.subarray(0, half), () => response.end(short.subarray(half)));
    };
    await run(titled);
    answer = serve(short);
    await run(named);
    assert.equal(asked[0]!['accept-encoding'], 'identity');
    const { data } = await call(videoRoutes.list, { userId: member.session.id });
    const titles = new Map(data.map(({ id, title }) => [id, title]));
    assert.deepEqual([titles.get(named), titles.get(titled)], ['All hands', 'Our year']);
    for (const id of [named, titled]) {
      await run(id);
      await isWhole(id);
    }
    assert.equal(asked.length, 3, 'nothing is asked for again');
  });

  it('goes on after what has come, when the source breaks off', async () => {
    const id = await begin();
    answer = breakOff;
    await assert.rejects(run(id, { lastAttempt: false }), { code: 'source_failed' });
    const { received, size } = (await open(id))!;
    assert.ok(received! > 0 && received! <= half && size === long.length, `${received} of ${size}`);
    answer = serve(long);
    await run(id);
    assert.deepEqual([asked[1]!.range, asked[1]!['if-range']], [`bytes=${received}-`, '"one"']);
    await isWhole(id, long);
  });

  it('begins anew, when the source has another file meanwhile or serves no parts', async () => {
    const other = Buffer.concat([short, Buffer.from('\0\0\0\x08free')]);
    for (const [then, file] of [[serve(other, '"two"'), other] as const, [serve(short, 'W/"weak"'), short] as const]) {
      const id = await begin();
      answer = breakOff;
      await assert.rejects(run(id, { lastAttempt: false }), { code: 'source_failed' });
      answer = then;
      await run(id);
      await isWhole(id, file);
    }
  });

  it('ends with a reason that people can read, when there is no recording', async () => {
    const answers: readonly [ProblemCode, Answer][] = [
      ['source_missing', (response) => response.writeHead(404).end('no')],
      ['source_missing', (response) => response.writeHead(403).end('no')],
      ['source_is_page', (response) => response.setHeader('content-type', 'text/html; charset=utf-8').end('<p>Hi')],
      ['not_media', (response) => response.end('just words, more than enough of them. '.repeat(200))],
      ['empty_file', (response) => response.end()],
      ['source_failed', (response) => response.writeHead(500).end()],
      ['source_failed', breakOff],
      ['source_failed', (response) => response.destroy()],
      ['file_too_large', (response) => response.writeHead(200, { 'content-length': 4_000_001 }).flushHeaders()],
      ['address_refused', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
      ['address_refused', (response) => response.writeHead(302, { location: 'https://169.254.169.254/' }).end()],
      [
        'file_too_large',
        (response) => {
          response.write(short);
          const more = (): void =>
            void (response.write(Buffer.alloc(100_000)) ? setImmediate(more) : response.once('drain', more));
          response.on('close', () => response.removeAllListeners('drain'));
          more();
        },
      ],
    ];
    for (const [code, each] of answers) {
      answer = each;
      const id = await begin();
      await isRefused(id, code);
    }
    const told = await suite.db.selectFrom('events').select('payload').where('kind', '=', 'recording.failed').execute();
    assert.equal(told.length, answers.length);
    assert.deepEqual(told[0]!.payload, {
      title: 'All hands',
      outcome: 'refused',
      why: problems.source_missing.text,
    });
  });

  it('asks no server, when the address is inner, plain or holds a password', async () => {
    for (const bad of ['http://127.0.0.1/a.mp4', 'https://10.0.0.1/a.mp4', 'file:///etc', ''])
      await refuses(call(uploadRoutes.fromUrl, { url: bad }), 'address_refused');
    const said = 'An address may not hold a name and a password. Please give it without them.';
    await refuses(call(uploadRoutes.fromUrl, { url: 'https://a:b@example.org/' }), 'address_refused', said);
    assert.deepEqual((await call(uploadRoutes.open, {})).data, []);
  });

  it('stops, when its person is removed from the workspace', async () => {
    const workspace = member.session.id;
    await suite.db
      .insertInto('workspace_members')
      .values({ workspace_id: workspace, user_id: editor.session.id, role: 'editor' })
      .execute();
    const { id } = await workspaceTools(suite).about(editor.session, workspace)(uploadRoutes.fromUrl, { url });
    await call(workspaceRoutes.remove, { userId: editor.session.id });
    await run(id);
    assert.equal(asked.length, 0);
    await refuses(call(uploadRoutes.arriving, { id }), 'removed_from_workspace');
  });

  it('ends at once and leaves nothing, when it is cancelled', async () => {
    await suite.restart();
    const asks = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    answer = (response) => {
      response.on('close', closed.resolve);
      response.writeHead(200, { 'content-length': long.length }).write(long.subarray(0, half), () => asks.resolve());
    };
    const id = await begin();
    await asks.promise;
    await call(uploadRoutes.cancel, { id });
    await closed.promise;
    await refuses(call(uploadRoutes.arriving, { id }), 'upload_gone');
    await eventually(async () => !existsSync(folderOf(id)) || undefined, 'its removal');
    assert.equal(asked.length, 1);
  });

  itInFullRun('ends after half a minute, when the source sends nothing more', async () => {
    answer = (response) => response.writeHead(200, { 'content-length': long.length }).write(long.subarray(0, half));
    await isRefused(await begin(), 'source_failed');
  });
});
