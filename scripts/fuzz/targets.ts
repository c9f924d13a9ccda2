import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../contract/src/problem.ts';
import { byteRange } from '../../server/src/platform/http/send-object.ts';
import { readCaptions } from '../../server/src/features/transcripts/formats/read-captions.ts';
import { readContentRange } from '../../server/src/features/uploads/content-range.ts';
import { buildIndex } from '../../server/src/ports/media/local/index/build-index.ts';
import { recordSize, silentSample, syncFlag } from '../../server/src/ports/media/local/index/playback-index.ts';
import { readRecording } from '../../server/src/ports/media/local/mp4/stream.ts';
import { probeMp4 } from '../../server/src/ports/media/local/probe/probe-mp4.ts';
import { createMuxClient } from '../../server/src/ports/media/mux/calls.ts';
import { createProvider } from '../../server/src/ports/media/mux/provider.ts';
import { readSignedEvent } from '../../server/src/ports/payments/signed-event.ts';
import { buildMovieFile, buildMoovBox } from '../../server/test/hostile-media.ts';
import { archiveWithOtherTexts, checkArchive } from './archives.ts';
import { checkBody, otherBody, type RandomBelow } from './mutate.ts';

/** A reader of strangers' bytes, and what must be true of whatever it makes of them. */
export type FuzzTarget = {
  corpus: () => Buffer[];
  /** Tokens of the input language, for mutations. */
  pieces: readonly string[];
  /** Half of the inputs, where mutated bytes alone get no further than the outermost form. */
  another?: (random: RandomBelow) => Promise<Buffer>;
  /** Throws when the reader failed otherwise than by a problem, or made something impossible. `scratch` is a file. */
  check: (bytes: Buffer, scratch: string) => Promise<void> | void;
};

const corpusIn = (name: string): Buffer[] => {
  const folder = join(import.meta.dirname, 'corpus', name);
  return readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file)));
};

/**
 * The failures that a MP4 parser may end with in its child, where one that nobody foresaw fails the step and keeps the
 * file.
 */
const confused = (error: unknown): boolean =>
  error instanceof Problem || (error instanceof RangeError && !/allocation/i.test(error.message));

async function orProblem<T>(read: () => Promise<T> | T, fine = (error: unknown): boolean => error instanceof Problem) {
  try {
    return await read();
  } catch (error) {
    if (!fine(error)) throw error;
    return undefined;
  }
}

const captions: FuzzTarget = {
  corpus: () => corpusIn('captions'),
  pieces: [
    '-->',
    '\n\n',
    '<',
    '&#x0;',
    '&',
    '<v ',
    ':',
    '\0',
    '\uFEFF',
    '99:99:99,999',
    '{\\',
    ']]>',
    '-1',
    '1e9',
    '<p',
  ],
  async check(bytes) {
    const read = await orProblem(() => readCaptions(bytes, 'talk.de.vtt'));
    for (const { start, end, text } of read?.cues ?? []) {
      assert.ok(Number.isFinite(start) && Number.isFinite(end) && start >= 0 && end >= start, `${start} to ${end}`);
      assert.ok(text.trim() !== '' && !text.includes('\0'), JSON.stringify(text));
    }
  },
};

const index: FuzzTarget = {
  corpus: () => [
    buildMovieFile(buildMoovBox({ count: 30, size: 20, duration: 200 }), 3000),
    buildMovieFile(
      buildMoovBox({ count: 9, size: [50, 1, 2, 3, 4, 5, 6, 7, 8], duration: 900, chunks: [700, 760], perChunk: 5 }),
      2000,
    ),
    ...corpusIn('index'),
  ],
  pieces: ['moov', 'trak', 'stsz', 'stco', 'co64', 'stts', 'ctts', 'stsc', 'stss', 'elst', 'moof', '\0\0\0\x08free'],
  async check(bytes, scratch) {
    await writeFile(scratch, bytes);
    await using handle = await open(scratch, 'r');
    const recording = await orProblem(() => readRecording(handle, bytes.length), confused);
    if (!recording) return;
    await orProblem(() => probeMp4(handle.fd, recording, { pictures: 'all' }), confused);
    const built = await orProblem(() => buildIndex(handle.fd, recording), confused);
    if (!built) return;
    const silence: number = Buffer.from(built.index.audio?.silence ?? '', 'base64').length;
    let records: Buffer[] = [];
    await orProblem(() => void (records = [...built.records]), confused);
    for (const record of records)
      for (let at = 0; at < record.length; at += recordSize) {
        const [offset, size] = [record.readDoubleLE(at), record.readUInt32LE(at + 20) & ~syncFlag];
        assert.ok(
          (offset === silentSample && size === silence) || (offset >= 0 && offset + size <= bytes.length),
          `a sample at ${offset} of ${size} bytes`,
        );
      }
  },
};

const ranges: FuzzTarget = {
  corpus: () =>
    ['bytes 0-99/1000', 'bytes */1000', 'bytes */*', 'bytes=0-99', 'bytes=-5', 'bytes=900-'].map(
      Buffer.from as (text: string) => Buffer,
    ),
  pieces: ['bytes', '=', '-', '/', '*', '0', '9', '999999999999999', ' ', ',', '1e9', '0x1', '-0'],
  check(bytes) {
    const header = bytes.toString('latin1');
    const size = 1000;
    const range = byteRange(header, size);
    if (range) assert.ok(range.start >= 0 && range.start <= range.end && range.end < size, JSON.stringify(range));
    const content = readContentRange(header, 100);
    if (content?.kind === 'chunk') {
      const { first, last, total = Infinity } = content;
      assert.ok(Number.isSafeInteger(first) && first >= 0 && first <= last && last < total, JSON.stringify(content));
    }
  },
};

const secret = 'whsec_of_the_fuzzer';

const muxSettings = {
  tokenId: 'id',
  tokenSecret: 'secret',
  signingKeyId: 'id',
  signingPrivateKey: 'key',
  webhookSecret: secret,
};
const nothingIsFetched = () => assert.fail('No recording is fetched.');
const mux = createProvider(createMuxClient(muxSettings), muxSettings, {
  fetch: nothingIsFetched,
  download: nothingIsFetched,
});

const webhook: FuzzTarget = {
  corpus: () => corpusIn('webhook'),
  pieces: [
    '{',
    '}',
    '"data"',
    '"object"',
    'null',
    '[]',
    '"id"',
    '"customer"',
    '__proto__',
    '1e999',
    '\\u0000',
    ':',
    ',',
  ],
  async check(bytes) {
    const body = bytes.toString();
    const time = Math.floor(Date.now() / 1000);
    const sum = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const read = await orProblem(() => readSignedEvent(body, `t=${time},v1=${sum}`, secret));
    if (read) assert.ok(typeof read.id === 'string' && ['string', 'undefined'].includes(typeof read.customerId));
    const event = await orProblem(() => mux.readEvent(body, { 'mux-signature': `t=${time},v1=${sum}` }));
    for (const id of Object.values(event ?? {})) assert.ok(['string', 'undefined'].includes(typeof id));
    // Unsigned events are never read.
    await assert.rejects(readSignedEvent(body, body, secret), { code: 'bad_signature' });
    // A header may hold no other characters.
    const unsigned = { 'mux-signature': body.replaceAll(/[^\x20-\x7e]/g, ' ') };
    await assert.rejects(async () => mux.readEvent(body, unsigned), { code: 'bad_signature' });
  },
};

const archives: FuzzTarget = {
  corpus: () => corpusIn('archives'),
  pieces: ['PK\x01\x02', 'PK\x03\x04', 'PK\x05\x06', '../', '"videos"', '"files"', 'null', '[', '{', '1e300', '\0'],
  another: archiveWithOtherTexts,
  check: checkArchive,
};

const json: FuzzTarget = {
  corpus: () => corpusIn('json'),
  pieces: ['{', '}', '[', ']', '"', ':', ',', 'null', '1e999', '-1', '"__proto__"', '\\u0000', '\\ud800', '[[[[[['],
  another: otherBody,
  check: checkBody,
};

export const targets: Readonly<Record<string, FuzzTarget>> = { captions, index, ranges, webhook, archives, json };
