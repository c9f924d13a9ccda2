import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { CallError } from '@lectern/contract/client';
import { plans } from '@lectern/contract/rules/plans';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { storageKeys } from '../storage/keys.ts';
import { getObjectPath } from '../../../test/stored.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { hasRareTests, itInFullRun } from '../../../test/rare.ts';
import { refuses } from '../../../test/refusals.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { fetchAsset, putUploadChunk, uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { videoById } from '../videos/find-video.ts';
import { findFfmpeg } from '../../ports/media/local/ffmpeg/find-ffmpeg.ts';
import { readContentRange } from './content-range.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { inspectStep } from './inspect.step.ts';

const run = promisify(execFile);
const short = await readFile(getSamplePath('short.mp4'));

const fails = (status: number, text?: string | RegExp) => (error: unknown) => {
  assert.ok(error instanceof CallError, String(error));
  assert.equal(error.status, status);
  if (text !== undefined)
    assert.match(
      error.msg ?? '',
      text instanceof RegExp ? text : new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')),
    );
  return true;
};

describe('Content-Range', () => {
  it('reads chunks, queries and whole files', () => {
    assert.deepEqual(readContentRange('bytes 0-9/20', 10), { kind: 'chunk', first: 0, last: 9, total: 20 });
    assert.deepEqual(readContentRange('bytes */20', 0), { kind: 'query', total: 20 });
    assert.deepEqual(readContentRange(undefined, 20), { kind: 'chunk', first: 0, last: 19, total: 20 });
  });
  it('reads sizes that are not known yet', () => {
    assert.deepEqual(readContentRange('bytes */*', 0), { kind: 'query', total: undefined });
    assert.deepEqual(readContentRange('bytes 0-9/*', 10), { kind: 'chunk', first: 0, last: 9, total: undefined });
    assert.deepEqual(readContentRange(undefined, undefined), { kind: 'whole', total: undefined });
  });
  it('refuses what makes no sense', () => {
    for (const header of [
      'bytes 9-0/20',
      'bytes 0-20/20',
      'bytes 0-9',
      'bytes a-b/c',
      'items 0-9/20',
      'bytes -1-9/20',
      'bytes 9-0/*',
      'bytes 0-*/*',
    ])
      assert.equal(readContentRange(header, 10), undefined, header);
  });
});

describeServer('uploads', {}, (suite) => {
  let member: TestMember;
  let program: string;
  before(async () => {
    program = (await findFfmpeg(undefined)).program!;
    member = await suite.signUp();
    // The free plan holds two videos; these tests need more room.
    await suite.db.updateTable('users').set({ plan: 'professional' }).execute();
  });

  const create = () => member.call(uploadRoutes.create, {});
  const folderOf = (id: string) => getObjectPath(suite.world, storageKeys.folder(id));

  it('stores chunks, says what it has, and never loses or repeats a byte', async () => {
    const { url, id } = await create();
    const total = short.length;
    const range = (from: number, to: number) => `bytes ${from}-${to - 1}/${total}`;
    const half = 80_000;
    assert.deepEqual(await putUploadChunk(url, undefined, `bytes */${total}`), {
      status: 308,
      range: null,
      msg: undefined,
    });
    assert.deepEqual(await putUploadChunk(url, short.subarray(0, half), range(0, half)), {
      status: 308,
      range: `bytes=0-${half - 1}`,
      msg: undefined,
    });
    // A repeat and an overlap keep what is acknowledged, even when their bytes differ.
    assert.equal((await putUploadChunk(url, Buffer.alloc(half), range(0, half))).range, `bytes=0-${half - 1}`);
    const overlapping = Buffer.concat([Buffer.alloc(1000), short.subarray(half, half + 500)]);
    assert.equal(
      (await putUploadChunk(url, overlapping, range(half - 1000, half + 500))).range,
      `bytes=0-${half + 499}`,
    );
    // A gap is answered with the truth.
    assert.deepEqual(await putUploadChunk(url, short.subarray(100_000, 100_100), range(100_000, 100_100)), {
      status: 308,
      range: `bytes=0-${half + 499}`,
      msg: undefined,
    });
    assert.equal((await putUploadChunk(url, undefined, `bytes */${total}`)).range, `bytes=0-${half + 499}`);
    const open = (await member.call(uploadRoutes.open, {})).data.find((upload) => upload.id === id);
    assert.deepEqual([open?.received, open?.size], [half + 500, total]);
    assert.equal((await putUploadChunk(url, short.subarray(half + 500), range(half + 500, total))).status, 200);
    assert.equal((await putUploadChunk(url, undefined, `bytes */${total}`)).status, 200, 'asking again after the end');
    assert.ok(
      (await readFile(getObjectPath(suite.world, storageKeys.original(id)))).equals(short),
      'the stored file is the sent file',
    );
    const asset = await waitUntilProcessed(member, id);
    assert.ok(asset.playable);
  });

  it('keeps what came before the line broke', async () => {
    const { url, id } = await create();
    const bytes = await readFile(getSamplePath('webinar.mp4'));
    const total = bytes.length;
    // So much is gathered before it is written: when the file has it, all of it has come.
    const sent = 512 * 1024;
    const abort = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes.subarray(0, sent)),
    });
    const broken = assert.rejects(
      fetch(url, {
        method: 'PUT',
        headers: { 'content-range': `bytes 0-${total - 1}/${total}` },
        body,
        duplex: 'half',
        signal: abort.signal,
      } as RequestInit),
    );
    const written = async () =>
      (await stat(getObjectPath(suite.world, storageKeys.part(id))).catch(() => undefined))?.size;
    await eventually(async () => ((await written()) === sent ? true : undefined), 'what was sent on the disk');
    abort.abort();
    await broken;
    const { range } = await putUploadChunk(url, undefined, `bytes */${total}`);
    const stored = Number(/bytes=0-(\d+)/.exec(range ?? '')?.[1]) + 1;
    assert.equal(stored, sent);
    assert.equal(
      (await putUploadChunk(url, bytes.subarray(stored), `bytes ${stored}-${total - 1}/${total}`)).status,
      200,
    );
    assert.ok((await readFile(getObjectPath(suite.world, storageKeys.original(id)))).equals(bytes));
    await member.call(videoRoutes.delete, { id });
  });

  it('refuses wrong ranges and lengths with a clear 4xx and stores nothing', async () => {
    const { url, id } = await create();
    const ten = short.subarray(0, 10);
    const answers = [
      await putUploadChunk(url, ten, 'bytes 5-3/100'),
      await putUploadChunk(url, ten, 'bytes 0-99/100'),
      await putUploadChunk(url, ten, 'bytes 50-59/100'),
      await putUploadChunk(url, ten, 'nonsense'),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 400, 400, 400],
    );
    for (const { msg } of answers) assert.match(msg ?? '', /Content-Range|first chunk/);
    assert.equal((await putUploadChunk(url, Buffer.alloc(0))).status, 422);
    assert.equal((await putUploadChunk(url, undefined, 'bytes */0')).status, 422);
    assert.equal((await putUploadChunk(url, ten, `bytes 0-9/${10 ** 14}`)).status, 413);
    assert.equal((await putUploadChunk(url, ten, 'bytes 0-9/100')).status, 308);
    assert.equal((await putUploadChunk(url, ten, 'bytes 10-19/200')).status, 409, 'another size');
    await member.call(uploadRoutes.cancel, { id });
    assert.equal((await putUploadChunk(url, ten, 'bytes 10-19/100')).status, 410);
    await suite.settle();
    assert.ok(!existsSync(folderOf(id)), 'nothing is left of a cancelled upload');
    assert.equal(
      (await putUploadChunk(`${suite.server.origin}/upload/${'x'.repeat(32)}`, ten, 'bytes 0-9/100')).status,
      410,
    );
  });

  it('says when a cancellation comes after the last byte, and leaves the recording', async () => {
    const { url, id } = await create();
    assert.equal((await putUploadChunk(url, short, `bytes 0-${short.length - 1}/${short.length}`)).status, 200);
    await refuses(member.call(uploadRoutes.cancel, { id }), 'upload_complete');
    assert.ok(existsSync(folderOf(id)));
    await member.call(videoRoutes.delete, { id });
  });

  it('looks at the content, not at the name', async () => {
    const text = Buffer.from('This is a text that somebody has renamed to webinar.mp4.\n'.repeat(200));
    for (const [bytes, what] of [
      [text, 'text'],
      [Buffer.from('%PDF-1.7\n'.padEnd(6000, 'x')), 'a PDF'],
      [Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(6000)]), 'a ZIP'],
    ] as const) {
      const { url, id } = await create();
      const answer = await putUploadChunk(url, bytes, `bytes 0-${bytes.length - 1}/${bytes.length}`);
      assert.deepEqual(
        [answer.status, answer.msg],
        [422, 'No audio or video that can be read was found in this file. Please choose a recording.'],
        what,
      );
      await suite.settle();
      assert.ok(!existsSync(folderOf(id)));
      await assert.rejects(fetchAsset(member, id), fails(422, 'No audio or video'));
      assert.equal(
        (await putUploadChunk(url, bytes, `bytes 0-${bytes.length - 1}/${bytes.length}`)).status,
        422,
        'and stays refused',
      );
    }
  });

  it('finds broken recordings and leaves nothing of them', async () => {
    const noise = Buffer.concat([short.subarray(0, 32), Buffer.alloc(20_000, 7)]);
    for (const bytes of [short.subarray(0, 30_000), noise]) {
      const id = await uploadFile(member, bytes);
      await assert.rejects(waitUntilProcessed(member, id), fails(422, /damaged|No audio/));
      await eventually(async () => (existsSync(folderOf(id)) ? undefined : true), 'the removal of its files');
      const { data } = await member.call(videoRoutes.list, { userId: member.session.id });
      assert.ok(!data.some((video) => video.id === id));
    }
  });

  it('takes odd recordings as far as they go, and says clearly where they do not', async () => {
    const make = async (name: string, ...args: string[]): Promise<string> => {
      const file = join(suite.place.dataDir, name);
      await run(program, ['-v', 'error', ...args, file]);
      return file;
    };
    const grey = (seconds: number, rate = 25) => ['-f', 'lavfi', '-i', `color=gray:s=64x64:r=${rate}:d=${seconds}`];
    const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast'];

    const silent = await make('without sound.mp4', ...grey(4), ...h264);
    const id = await uploadFile(member, silent);
    const asset = await waitUntilProcessed(member, id);
    assert.ok(asset.playable && asset.duration > 0);

    const { kysely } = suite.world.database;
    const inspect = async (seconds: number) => {
      // As it came: nothing was found out about it.
      const row = { ...(await videoById(kysely, id))!, media: null };
      const info = await suite.world.media.inspect(silent, new AbortController().signal);
      const media = { ...suite.world.media, inspect: async () => ({ ...info, duration: seconds }) };
      const run = { signal: new AbortController().signal, lastAttempt: true, progress: () => undefined };
      return inspectStep({ ...suite.world, media }, row, run);
    };
    for (const taken of [3 * 3600, 3 * 3600 + 60]) assert.ok((await inspect(taken))?.save, `${taken} s`);
    assert.equal(await inspect(3 * 3600 + 61), undefined);
    assert.equal(await videoById(kysely, id), undefined);

    const endless = await make('four hours.mp4', ...grey(4 * 3600, 0.2), ...h264, '-g', '9');
    const rare = async (): Promise<[file: string, text: RegExp][]> => [
      [await make('a single frame.mp4', ...grey(0.04), ...h264, '-frames:v', '1'), /damaged/],
      [await make('no frame at all.mp4', ...grey(2), ...h264, '-frames:v', '0'), /damaged|No audio/],
    ];
    for (const [file, text] of [[endless, /3 hours/] as const, ...(hasRareTests ? await rare() : [])]) {
      let id = '';
      const refused = uploadFile(member, file).then((given) => waitUntilProcessed(member, (id = given)));
      await assert.rejects(refused, fails(422, text), file);
      await eventually(async () => (existsSync(folderOf(id)) ? undefined : true), 'the removal of its files');
    }
  });

  it('reads captions in the encodings that people have', async () => {
    const srt = '1\r\n00:00:01,000 --> 00:00:03,000\r\nGrüße aus dem Café — 你好.\r\n';
    const utf16 = (order: 'le' | 'be') => {
      const bytes = Buffer.from(`\ufeff${srt}`, 'utf16le');
      return order === 'le' ? bytes : bytes.swap16();
    };
    const windows = Buffer.from('1\n00:00:01,000 --> 00:00:03,000\nGr\xfc\xdfe aus dem Caf\xe9.\n', 'latin1');
    const { id } = await create();
    const send = (body: Buffer) =>
      member.call(uploadRoutes.captions, { passthrough: id, name: 'talk.srt' }, { body: Buffer.from(body) });
    for (const body of [utf16('le'), utf16('be'), Buffer.from(`\ufeff${srt}`), windows])
      assert.deepEqual(await send(body).then(({ cues, warnings }) => [cues, warnings]), [1, 0]);
    await member.call(uploadRoutes.cancel, { id });
  });

  it('keeps to the plan at creation and at the end, also when uploads race', async () => {
    const poor = await suite.signUp();
    const begun = await Promise.allSettled(Array.from({ length: 50 }, () => poor.call(uploadRoutes.create, {})));
    const urls = begun.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    assert.equal(urls.length, plans.free.unfinished, 'and no more can be begun at a time');
    const answers = await Promise.all(
      urls.map(({ url }) => putUploadChunk(url, short, `bytes 0-${short.length - 1}/${short.length}`)),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [200, 200, ...Array.from({ length: urls.length - 2 }, () => 402)],
    );
    assert.equal(
      answers.find(({ status }) => status === 402)?.msg,
      'At the plan maximum. Delete a video to process another.',
    );
    await assert.rejects(poor.call(uploadRoutes.create, {}), fails(402, 'At the plan maximum.'));
    for (const { id } of urls) await poor.call(videoRoutes.delete, { id }).catch(() => undefined);
  });

  const sendCaptions = (id: string, bytes: Uint8Array, name = 'talk.srt') =>
    member.call(uploadRoutes.captions, { passthrough: id, name }, { body: Buffer.from(bytes) });

  it('refuses captions that hold none, and more than captions are', async () => {
    const { id } = await create();
    await assert.rejects(sendCaptions(id, Buffer.from('no cue in here')), fails(422, 'No captions could be read'));
    await assert.rejects(sendCaptions(id, Buffer.alloc(11 * 1024 * 1024, 0x20)), fails(413));
    await member.call(uploadRoutes.cancel, { id });
  });

  itInFullRun('takes captions before and after the recording', async () => {
    const { url, id } = await create();
    const send = (bytes: Uint8Array, name?: string) => sendCaptions(id, bytes, name);
    const withBom = Buffer.from(
      '\ufeff1\r\n00:00:01,000 --> 00:00:03,000\r\nHello from a file with a BOM.\r\n\r\nbroken\r\n\r\n2\r\n00:00:04,000 --> 00:00:06,000\r\nAnd goodbye.\r\n',
    );
    assert.equal((await send(withBom)).cues, 2);
    await putUploadChunk(url, short, `bytes 0-${short.length - 1}/${short.length}`);
    const asset = await waitUntilProcessed(member, id);
    assert.equal(asset.transcript_source, 'file');
    assert.match(asset.vtt, /Hello from a file with a BOM\./);
    await send(Buffer.from('WEBVTT\n\n00:01.000 --> 00:05.000\nA better transcript.\n'), 'better.vtt');
    const better = await waitUntilProcessed(member, id);
    assert.match(better.vtt, /A better transcript\./);
    assert.doesNotMatch(better.vtt, /BOM/);
    assert.equal(better.transcript_estimated, false);
    const words = 'Sarah: [Music] Every glacier moves a little each day, and melts in summer.\n'.repeat(8);
    await send(Buffer.from(words), 'minutes.txt');
    const untimed = await waitUntilProcessed(member, id);
    assert.equal(untimed.transcript_estimated, true, 'the times of a text without any are estimated');
    const cues = webvttCues(untimed.vtt);
    assert.ok(cues.at(-1)!.start > untimed.duration * 0.6 && cues.at(-1)!.end <= untimed.duration);
    const found = (keyword: string) => member.call(videoRoutes.search, { userId: member.session.id, keyword });
    assert.ok((await found('glacier')).data.some((video) => video.id === id));
    assert.ok(!(await found('[music')).data.some((video) => video.id === id), 'sounds are no words');
  });

  it('waits clearly when there is no transcript', async () => {
    const id = await uploadFile(member, short);
    const asset = await waitUntilProcessed(member, id);
    const transcript = asset.steps.find(({ step }) => step === 'transcript');
    assert.deepEqual([transcript?.state, transcript?.problem], ['blocked', 'No transcript yet: add captions.']);
    assert.ok(asset.playable && asset.thumbnail, 'and is watchable all the same');
    await member.call(videoRoutes.delete, { id });
    await suite.settle();
    assert.ok(!existsSync(folderOf(id)), 'deleting removes the files');
    await assert.rejects(fetchAsset(member, id), fails(404));
  });

  it('hides everything from other members', async () => {
    const other = await suite.signUp();
    const id = await uploadFile(member, short);
    const { id: openId } = await create();
    const calls: [string, Promise<unknown>][] = [
      ['asset', other.call(videoRoutes.asset, { uploadId: id })],
      ['delete', other.call(videoRoutes.delete, { id })],
      ['save', other.call(videoRoutes.save, { passthrough: id, title: 'Mine now' })],
      [
        'save of an open upload',
        other.call(videoRoutes.save, { passthrough: openId, title: 'Mine', userId: other.session.id }),
      ],
      ['list', other.call(videoRoutes.list, { userId: member.session.id })],
      ['search', other.call(videoRoutes.search, { userId: member.session.id, keyword: 'webinar' })],
      ['chapters', other.call(videoRoutes.regenerateChapters, { passthrough: id })],
      ['summary', other.call(videoRoutes.generateSummary, { passthrough: id })],
      ['search index', other.call(videoRoutes.uploadOmnisearch, { passthrough: id })],
      ['retry', other.call(videoRoutes.retry, { passthrough: id })],
      [
        'captions',
        other.call(
          uploadRoutes.captions,
          { passthrough: id, name: '' },
          { body: Buffer.from('WEBVTT\n\n00:01.000 --> 00:05.000\nHi\n') },
        ),
      ],
      ['cancel', other.call(uploadRoutes.cancel, { id: openId })],
    ];
    await Promise.all(calls.map(([what, call]) => assert.rejects(call, fails(404), what)));
    assert.notEqual((await fetchAsset(member, id)).title, 'Mine now');
    assert.ok((await stat(getObjectPath(suite.world, storageKeys.original(id)))).size === short.length);
  });
});
