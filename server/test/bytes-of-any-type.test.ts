import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { captionFileOf } from '../src/features/transcripts/caption-file.ts';
import { features } from '../src/main/features.ts';
import { describeServer } from './describe-server.ts';
import type { TestMember } from './member.ts';
import { hasRareTests } from './rare.ts';
import { getSamplePath } from './sample.ts';
import { whenImported } from './when-imported.ts';

/** Content types that browsers and tools send with a file: by its name, by their guess, or none. */
const usual = ['application/json', 'multipart/form-data; boundary=x', undefined];
const rare = [
  'application/zip',
  'application/json; charset=utf-8',
  'application/vnd.api+json',
  'text/plain',
  'text/vtt',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'video/mp4',
  'nonsense',
];
const types = hasRareTests ? [...usual, ...rare] : usual;

const whisper = JSON.stringify({ segments: [{ start: 1, end: 4, text: 'Hello from a recogniser.' }] });
const chunk = 256 * 1024;

describeServer('a route that takes a file', {}, (suite) => {
  let member: TestMember;

  before(async () => (member = await suite.signUp()));

  const send = async (path: string, type: string | undefined, body: Uint8Array<ArrayBuffer>, range?: string) => {
    const response = await fetch(new URL(path, suite.server.origin), {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${member.session.token}`,
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(range === undefined ? {} : { 'content-range': range }),
      },
      body,
      redirect: 'manual',
    });
    return { status: response.status, range: response.headers.get('range'), text: await response.text() };
  };

  it('accepts files on exactly five routes, and forms on those of OAuth', () => {
    const taking = features.flatMap(({ routes }) => Object.values(routes).filter(({ body }) => body === 'bytes'));
    assert.deepEqual(taking.map(({ path }) => path).toSorted(), [
      '/basic/import',
      '/muxupload/captions/:passthrough',
      '/oauth/revoke',
      '/oauth/token',
      '/upload/:key',
      '/v1/imports',
      '/v1/recordings/:id/captions',
    ]);
  });

  it('reads captions under any content type', async () => {
    const { id } = await member.call(uploadRoutes.create, {});
    for (const type of types) {
      const path = `/api/muxupload/captions/${id}?name=talk.json`;
      const { status, text } = await send(path, type, Buffer.from(whisper));
      assert.deepEqual([status, (JSON.parse(text) as { cues?: number }).cues], [200, 1], `${type}: ${text}`);
    }
    await member.call(uploadRoutes.cancel, { id });
  });

  it('receives a recording under any content type', async () => {
    const { url, id } = await member.call(uploadRoutes.create, {});
    const bytes = Buffer.concat([await readFile(getSamplePath('webinar.mp4')), Buffer.alloc(types.length * chunk)]);
    for (const [n, type] of types.entries()) {
      const [from, to] = [n * chunk, (n + 1) * chunk];
      const range = `bytes ${from}-${to - 1}/${bytes.length}`;
      const { status, range: kept, text } = await send(url, type, bytes.subarray(from, to), range);
      assert.deepEqual([status, kept], [308, `bytes=0-${to - 1}`], `${type}: ${text}`);
    }
    await member.call(uploadRoutes.cancel, { id });
  });

  it('receives an export under any content type', async () => {
    for (const type of types) {
      const { status, text } = await send('/api/basic/import', type, Buffer.from('{"no":"archive"}'));
      assert.equal(status, 200, `${type}: ${text}`);
      const { state, problem } = await whenImported(member);
      assert.equal(state, 'failed');
      assert.match(problem ?? '', /export/, `${type}`);
    }
  });

  it('counts what a caption file loses', async () => {
    const { id } = await member.call(uploadRoutes.create, {});
    const file = '1\n00:00:01,000 --> 00:00:03,000\nHello\n\n2\n00:99:04,000 --> oh\nlost\n';
    const { text } = await send(`/api/muxupload/captions/${id}`, undefined, Buffer.from(file));
    assert.deepEqual(JSON.parse(text), {
      msg: 'Captions added. One line of the file could not be kept.',
      cues: 1,
      warnings: 1,
      encoding: 'utf-8',
    });
    await member.call(uploadRoutes.cancel, { id });
  });

  it('keeps every byte of a caption file, and the encoding it was read in', async () => {
    const { id } = await member.call(uploadRoutes.create, {});
    const keptOf = async (file: Buffer<ArrayBuffer>, encoding = ''): Promise<string | null> => {
      const { status, text } = await send(`/api/muxupload/captions/${id}?name=a${encoding}`, undefined, file);
      assert.equal(status, 200, text);
      const kept = await captionFileOf(suite.db, id);
      assert.ok(file.equals(kept!.bytes));
      return kept!.encoding;
    };
    const russian = Buffer.from([...Buffer.from('1\n00:00:01,000 --> 00:00:03,000\n'), 0xc4, 0xe0]);
    assert.equal(await keptOf(russian, '&encoding=windows-1251'), 'windows-1251');
    assert.equal(await keptOf(Buffer.from('1\n00:00:01,000 --> 00:00:03,000\nHi')), 'utf-8');
    const header = Buffer.alloc(1024, ' ');
    header.write('850STL25.01');
    header.write('00', 12);
    const block = Buffer.alloc(128, 0x8f);
    block.set([0, 0, 0, 0xff, 0, 0, 0, 1, 0, 0, 0, 3, 0, 20, 2, 0, 0xc8, 0x6f]);
    const broadcast = Buffer.concat([header, block]);
    assert.equal(await keptOf(broadcast), 'iso-6937');
    assert.equal(await keptOf(broadcast, '&encoding=windows-1252'), 'iso-6937');
    await member.call(uploadRoutes.cancel, { id });
  });
});
