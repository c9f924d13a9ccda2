import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { buildInputArguments } from '../ffmpeg/arguments.ts';
import { readMatroskaElements, tracksOfMatroska } from './ebml.ts';
import { box, fullBox, u32, u64 } from '../mp4/box.ts';
import { findPieces } from './find-pieces.ts';
import { startsOfTransport } from './transport.ts';
import { emptyBoxes } from '../../../../../test/hostile-media.ts';
import { findMovie } from '../mp4/find-movie.ts';
import type { TrackStream } from '../mp4/stream.ts';
import { describeGaps } from './probe-mp4.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-pieces-'));
after(() => rm(folder, { recursive: true, force: true }));

async function opened<T>(bytes: Buffer, look: (fd: number, size: number) => T): Promise<T> {
  const file = join(folder, 'file');
  await writeFile(file, bytes);
  await using handle = await open(file, 'r');
  return look(handle.fd, bytes.length);
}

const wave = Buffer.from('RIFF\x04\0\0\0WAVE', 'latin1');
const head = Buffer.from('1a45dfa387428284', 'hex');
const matroska = Buffer.concat([head, Buffer.from('webm'), Buffer.from('1853806701ffffffffffffff', 'hex')]);

/** A packet of MPEG-TS with a clock of so many seconds. */
function packetAt(seconds: number): Buffer {
  const packet = Buffer.alloc(188, 0xff);
  packet.set([0x47, 0x01, 0x00, 0x30, 183, 0x10]);
  packet.writeUInt32BE((seconds * 90_000) / 2, 6);
  packet[10] = 0;
  return packet;
}

/** An MPEG-TS whose clock goes to so many seconds and is set back to none, so often. */
const setBack = (times: number, seconds: number): Buffer =>
  Buffer.concat(Array.from({ length: times }, () => [packetAt(seconds), packetAt(0)]).flat());

const fileType = box('ftyp', Buffer.from('isom'));
const samples = box('mdat', Buffer.alloc(64));
/** A fragment at a time; `before` stands between the two boxes that tell it. */
const fragment = (time: number, before = Buffer.alloc(0)): Buffer =>
  box('moof', box('traf', fullBox('tfhd', 0, 0, u32(1)), before, fullBox('tfdt', 1, 0, u64(time))));
const fragmented = [fileType, box('moov'), fragment(0), samples, fragment(9000), samples];

suite('the recordings in a file', () => {
  test('finds at most 250 pieces, the limit of ffmpeg, and reports when there are more', async () => {
    const of = (count: number) => opened(Buffer.concat(Array.from({ length: count }, () => wave)), findPieces);
    const most = await of(250);
    assert.deepEqual([most.pieces.length, most.isMore], [250, false]);
    const more = await of(251);
    assert.deepEqual(more, { pieces: [{ start: 0, end: 251 * wave.length }], isMore: true });
  });

  test('fit into one argument of ffmpeg, when all of them are far back in a file with a long path', () => {
    const piece = { start: 999_999_999_999, end: 1_000_000_000_000, duration: 10_000 };
    const args = buildInputArguments({ file: `/${'x'.repeat(250)}`, pieces: Array.from({ length: 250 }, () => piece) });
    assert.ok(Math.max(...args.map(({ length }) => length)) < 128 * 1024);
  });

  test('finds a piece behind a cut-off element, and ignores bytes that only look alike', async () => {
    const cut = Buffer.concat([
      matroska,
      Buffer.from('1f43b67510000100', 'hex'),
      Buffer.alloc(50, 7),
      head.subarray(0, 4),
    ]);
    const found = await opened(Buffer.concat([cut, Buffer.alloc(300, 7), matroska]), findPieces);
    assert.deepEqual(
      found.pieces.map(({ start }) => start),
      [0, cut.length + 300],
    );
  });

  test('stops the search for pieces, when a file has more elements than any valid one', async () => {
    const empty = Buffer.alloc(200_000, Buffer.from([0xec, 0x80]));
    const file = Buffer.concat([matroska, empty]);
    await opened(file, (fd, end) => {
      assert.equal([...readMatroskaElements(fd, { start: 0, end }, 50)].length, 50);
      assert.deepEqual(tracksOfMatroska(fd, { start: 0, end }), []);
    });
  });

  test('finds at most 250 pieces, when the clock of an MPEG-TS is set back repeatedly', async () => {
    const most = await opened(setBack(249, 5), findPieces);
    assert.deepEqual([most.pieces.length, most.isMore], [250, false]);
    for (const times of [250, 251, 2000]) {
      const file = setBack(times, 5);
      assert.deepEqual(await opened(file, findPieces), {
        pieces: [{ start: 0, end: file.length }],
        isMore: true,
      });
      assert.equal((await opened(file, startsOfTransport)).length, 251);
    }
  });

  test('finds one piece, when ffmpeg continues after each clock reset by itself, and more otherwise', async () => {
    const file = setBack(2000, 60);
    assert.deepEqual(await opened(file, findPieces), { pieces: [{ start: 0, end: file.length }], isMore: false });
    const more = await opened(Buffer.concat([file, setBack(1, 5)]), findPieces);
    assert.deepEqual([more.pieces.length, more.isMore], [1, true]);
  });

  test('finds pieces, when times restart behind one head, unless the head holds samples', async () => {
    const startsOf = async (parts: readonly Buffer[]): Promise<number[]> =>
      (await opened(Buffer.concat([...parts, fragment(0), samples]), findPieces)).pieces.map(({ start }) => start);
    const length = (parts: readonly Buffer[]): number => parts.reduce((sum, part) => sum + part.length, 0);
    assert.deepEqual(await startsOf(fragmented), [0, length(fragmented)]);
    const [type, tables, ...fragments] = fragmented;
    assert.deepEqual(await startsOf([type!, tables!, samples, ...fragments]), [0]);
    assert.deepEqual(await startsOf([type!, samples, tables!, ...fragments]), [0]);
    // Another file behind it has a head of its own.
    const hybrid = [type!, tables!, samples, ...fragments];
    const both = [...hybrid, ...fragmented];
    assert.deepEqual(await startsOf(both), [0, length(hybrid), length(both)]);
  });

  test('separates fragments, when the time lies at the end of the bytes that are read', async () => {
    // The last box ends so many bytes behind the beginning of the fragment.
    for (let filled = 480; filled < 540; filled += 1)
      for (const telling of ['tfhd', 'tfdt']) {
        const told = fullBox('tfdt', 1, 0, u64(0));
        const header = fullBox('tfhd', 0, 0, u32(1));
        const [first, second] = telling === 'tfhd' ? [told, header] : [header, told];
        const late = box('moof', box('traf', first, box('free', Buffer.alloc(filled - 60)), second));
        const { pieces } = await opened(Buffer.concat([...fragmented, late, samples]), findPieces);
        assert.equal(pieces.length, filled <= 512 ? 2 : 1, `${telling} ends behind ${filled} bytes`);
      }
  });
});

suite('the tables of an MP4', () => {
  test('stops looking for the movie, when a file has more boxes than any valid one', async (t) => {
    const file = join(folder, 'empty-boxes.mp4');
    const bytes = emptyBoxes(1_000_000);
    await writeFile(file, bytes);
    await using handle = await open(file, 'r');
    const { mock } = t.mock.method(handle, 'read');
    await assert.rejects(findMovie(handle, bytes.length), { code: 'broken_media' });
    assert.ok(mock.callCount() > 1 && mock.callCount() <= 10_000, `${mock.callCount()} reads of 125,000 boxes`);
  });
});

/** A track whose samples begin at these seconds. */
function streamAt(seconds: readonly number[], { timescale = 1000, shift = 0 } = {}): TrackStream {
  const decode = Float64Array.from(seconds, (second) => second * timescale);
  const stream = { track: { timescale, shift: shift * timescale }, table: { count: decode.length, decode } };
  return stream as unknown as TrackStream;
}

suite('where a recording holds nothing', () => {
  const picture = streamAt([0, 1, 100, 101, 300, 301]);

  test('reports a gap, when picture and sound are both missing for more than a minute', () => {
    const sound = streamAt([0, 20, 90, 200, 210, 265, 290], { timescale: 48_000 });
    const told = ['It holds neither picture nor sound from 00:00:20 to 00:01:30, from 00:01:41 to 00:03:20'];
    assert.deepEqual(describeGaps([picture, sound]), told);
    assert.deepEqual(describeGaps([sound, picture]), told);
  });

  test('reports no gap, when the other track continues or the gap lasts only a minute', () => {
    assert.deepEqual(describeGaps([picture, streamAt(Array.from({ length: 302 }, (_, n) => n))]), []);
    assert.deepEqual(describeGaps([picture, streamAt([0, 40, 100])]), []);
    assert.deepEqual(describeGaps([streamAt([0, 60, 120])]), []);
    assert.deepEqual(describeGaps([streamAt([0])]), []);
  });

  test('reports two gaps, when one sample of the other track lies in a long one', () => {
    const told = 'It holds neither picture nor sound from 00:00:10 to 00:02:00, from 00:02:00 to 00:05:00';
    for (const streams of [
      [streamAt([0, 10, 300]), streamAt([0, 120, 310])],
      [streamAt([0, 120, 310]), streamAt([0, 10, 300])],
    ])
      assert.deepEqual(describeGaps(streams), [told]);
  });

  test('places a gap by the edit list, when a track is shifted', () => {
    assert.deepEqual(describeGaps([streamAt([0, 100], { shift: 5 })]), [
      'It holds neither picture nor sound from 00:00:05 to 00:01:45',
    ]);
  });

  test('names three gaps and counts the others, when there are millions', () => {
    const minutes = (count: number, from: number): TrackStream =>
      streamAt(Array.from({ length: count }, (_, n) => from + n * 100));
    const [told] = describeGaps([minutes(1_000_001, 0), minutes(1_000_001, 20)]);
    assert.match(
      told!,
      /^It holds neither picture nor sound from 00:00:20 to 00:01:40, from .* and in 999997 more places$/,
    );
  });
});
