// full: readers that take nothing, by the memory they cost
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { assertEvery } from './assert-every.ts';
import { sharedBytes } from '../src/platform/http/shared-bytes.ts';
import { buildHeavyMovie } from './hostile-media.ts';
import { describeProcess } from './describe-process.ts';
import { describeServer } from './describe-server.ts';
import { eventually } from './member.ts';
import { readPeakMb } from './process.ts';
import { getSamplePath } from './sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from './upload.ts';

/** Bytes of a picture: six of them are a segment of 42 MB. */
const picture = 7_000_000;

/** One network may read so much at once. */
const maxConcurrentPerOwner = 48;

/** Where the reader with this number calls from: some of each network, for none of them may fill the places alone. */
const from = (n: number): Record<string, string> => ({
  'x-forwarded-for': `192.0.2.${1 + Math.floor(n / maxConcurrentPerOwner)}`,
});

/** The sample entry of an honest recording: browsers play what it describes. */
async function honestEntry(): Promise<Buffer> {
  const file = await readFile(getSamplePath('short.mp4'));
  const at = file.indexOf('avc1', file.indexOf('stsd')) - 4;
  return file.subarray(at, at + file.readUInt32BE(at));
}

const env = { TRUST_PROXY: '1' };

describeProcess('a heavy recording that slow readers take', { databases: 'embedded', env: () => env }, (suite) => {
  /** Opens an answer and takes nothing of it. */
  async function open(address: string, headers: Record<string, string>): Promise<IncomingMessage> {
    const [answer] = (await once(get(address, { agent: false, headers }), 'response')) as [IncomingMessage];
    return answer.pause();
  }

  it('fills no memory with what they have not taken, and others are served', async () => {
    const file = buildHeavyMovie(await honestEntry(), picture);
    const id = await uploadFile(suite.member, file, { chunk: 16 * 1024 * 1024 });
    const { playback_id } = await eventually(async () => {
      const asset = await fetchAsset(suite.member, id);
      return asset.playable ? asset : undefined;
    }, 'the recording');
    const address = (n: number): string => `${suite.server.origin}/media/${playback_id}/segment-${n}.m4s`;
    const keyframe = `${suite.server.origin}/media/${playback_id}/keyframe-1.m4s`;

    const before = await readPeakMb(suite.server.pid);
    const slow = await Promise.all(
      Array.from({ length: 220 }, (_, n) => open(n % 4 === 0 ? keyframe : address(n % 2), from(n))),
    );
    assert.deepEqual([...new Set(slow.map(({ statusCode }) => statusCode))], [200]);
    assertEvery(slow, ({ headers }) => Number(headers['content-length']) > picture);

    assert.equal((await fetch(`${suite.server.origin}/healthz`)).status, 200);
    const polite = Buffer.from(await (await fetch(address(1))).arrayBuffer());
    // Header, and six pictures as they are in the file.
    assert.ok(polite.subarray(-6 * picture).equals(file.subarray(-6 * picture)));

    const grown = (await readPeakMb(suite.server.pid)) - before;
    assert.ok(grown < 400, `the server grew by ${Math.round(grown)} MB`);
    for (const answer of slow) answer.destroy();
  });
});

describeServer('a long transcript that slow readers take', { env }, (suite) => {
  it('fills no memory with what they have not taken, and others get all of it', async () => {
    const member = await suite.signUp();
    const id = await uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
    const { playback_id } = await waitUntilProcessed(member, id);
    // Words that hardly compress, 12 MB of them: as many as a transcript may have, and more.
    const cues = Array.from({ length: 300 }, (_, n) => ({
      video_id: id,
      position: 1000 + n,
      start_s: n,
      end_s: n + 1,
      text: randomBytes(30_000).toString('base64'),
    }));
    await suite.db.insertInto('cues').values(cues).execute();
    await suite.db.updateTable('videos').set({ captions_track_id: randomUUID() }).where('id', '=', id).execute();

    const address = `${suite.server.origin}/media/${playback_id}/captions.vtt`;
    const ask = async (encoding: string, caller = {}): Promise<IncomingMessage> => {
      const request = get(address, { agent: false, headers: { 'accept-encoding': encoding, ...caller } });
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      return answer;
    };
    const whole = async (encoding: string): Promise<Buffer> => buffer(await ask(encoding));
    const captions = await whole('identity');
    assert.ok(captions.length > 12_000_000);
    assert.ok(brotliDecompressSync(await whole('br')).equals(captions), 'compressed it is the same');
    assert.ok((await whole('br;q=0')).equals(captions), 'what is refused is not sent');

    const before = await readPeakMb(process.pid);
    const slow = await Promise.all(
      Array.from({ length: 220 }, async (_, n) => (await ask(n % 2 === 0 ? 'br' : 'identity', from(n))).pause()),
    );
    assert.deepEqual([...new Set(slow.map(({ statusCode }) => statusCode))], [200]);
    const page = await fetch(address.replace('captions', 'chapters'));
    assert.equal(page.status, 200, 'pages are served beside them');
    assert.ok((await whole('identity')).equals(captions));
    const grown = (await readPeakMb(process.pid)) - before;
    assert.ok(grown < 300, `the server grew by ${Math.round(grown)} MB`);
    for (const answer of slow) answer.destroy();
  });

  it('makes one list of keyframes for all who read it', () => {
    const list = (): string => '#EXTINF:1.000000,\n'.repeat(10_800);
    const bytes = sharedBytes(list());
    assert.ok(sharedBytes(list()) === bytes);
    assert.equal(String(bytes), list());
  });
});
