import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import type { Media, PlayableRecording } from '../port.ts';
import { bodyAt, type Box, boxesIn } from './mp4/box.ts';

/** One track in one segment, times in seconds. */
export type TrackRun = {
  track: number;
  start: number;
  end: number;
  shown: number[];
  /** When each of them ends by what is said of it. */
  until: number[];
  sync: boolean[];
  /** For video only, because only video has its own flags. */
  picture: boolean;
};
export type Segment = { length: number; bytes: Buffer; runs: TrackRun[] };

/** Per track: units a second, and units its edit list subtracts from every time. */
type Clock = { scale: number; delay: number };
const clocks = (init: Buffer): Map<number, Clock> =>
  new Map(
    boxesIn(bodyAt(init, 'moov')!)
      .filter(({ type }) => type === 'trak')
      .map(({ body }) => [
        bodyAt(body, 'tkhd')!.readUInt32BE(12),
        {
          scale: bodyAt(body, 'mdia', 'mdhd')!.readUInt32BE(12),
          delay: bodyAt(body, 'edts', 'elst')?.readInt32BE(12) ?? 0,
        },
      ]),
  );

function readRun(traf: Box, tracks: Map<number, Clock>): TrackRun {
  const [tfhd, tfdt, trun] = ['tfhd', 'tfdt', 'trun'].map((type) => bodyAt(traf.body, type)!);
  const track = tfhd!.readUInt32BE(4);
  const { scale, delay } = tracks.get(track)!;
  const flags = trun!.readUInt32BE(0) & 0xffffff;
  const columns = [0x100, 0x200, 0x400, 0x800].filter((column) => flags & column);
  const count = trun!.readUInt32BE(4);
  const start = Number(tfdt!.readBigUInt64BE(4)) / scale;
  const run: TrackRun = { track, start, end: start, shown: [], until: [], sync: [], picture: columns.includes(0x400) };
  for (let n = 0; n < count; n += 1) {
    const row = new Map(columns.map((column, i) => [column, 12 + (n * columns.length + i) * 4]));
    const offset = row.has(0x800) ? trun!.readInt32BE(row.get(0x800)!) : 0;
    assert.ok(offset >= 0, 'no frame is shown before it is decoded');
    run.shown.push(run.end + (offset - delay) / scale);
    run.sync.push(row.has(0x400) ? (trun!.readUInt32BE(row.get(0x400)!) & 0x10000) === 0 : true);
    const length = trun!.readUInt32BE(row.get(0x100)!) / scale;
    run.until.push(run.shown[n]! + length);
    run.end += length;
  }
  return run;
}

const attribute = (playlist: string, name: string): string => new RegExp(`[:,]${name}=([^",\n]+)`).exec(playlist)![1]!;

/** Half a millisecond, and for sound a frame of it: the playlist's times are those of the picture. */
const slack = 0.0006;
const frameOfSound = 0.13;

/** Reads the playlist of keyframes and checks that each is one, lasts as long as it says and fits its bandwidth. */
export async function readIframes(media: Media, played: PlayableRecording): Promise<Buffer[]> {
  const playlist = await media.iframePlaylist(played);
  const multivariant = await media.multivariantPlaylist(played);
  const bandwidth = Number(/I-FRAME-STREAM-INF:BANDWIDTH=(\d+)/.exec(multivariant)![1]);
  const init = await media.pictureInit(played);
  const tracks = clocks(init);
  const pictures: Buffer[] = [];
  let begin = 0;
  for (const [n, [, length]] of [...playlist.matchAll(/#EXTINF:([\d.]+),/g)].entries()) {
    const bytes = await buffer((await media.keyframe(played, n)).content);
    const run = readRun({ type: 'traf', raw: bytes, body: bodyAt(bytes, 'moof', 'traf')! }, tracks);
    assert.deepEqual(run.sync, [true]);
    assert.ok(Math.abs(run.start - begin) < slack && Math.abs(run.end - begin - Number(length)) < slack);
    assert.ok((bytes.length * 8) / Number(length) <= bandwidth + 1, `keyframe ${n} is above the bandwidth`);
    begin += Number(length);
    pictures.push(Buffer.concat([init, bytes]));
  }
  return pictures;
}

/**
 * Reads a stream as a player does and checks RFC 8216 and fragment rules: lengths, rates, gapless decode times,
 * keyframe starts and all promised tracks.
 */
export async function readStream(
  media: Media,
  played: PlayableRecording,
): Promise<{ init: Buffer; segments: Segment[] }> {
  const [multivariant, playlist] = await Promise.all([media.multivariantPlaylist(played), media.mediaPlaylist(played)]);
  const init = await media.initSegment(played);
  const tracks = clocks(init);
  const lengths = [...playlist.matchAll(/#EXTINF:([\d.]+),/g)].map(([, length]) => Number(length));
  const segments: Segment[] = [];
  for (const [n, length] of lengths.entries()) {
    const { size, content } = await media.segment(played, n);
    const bytes = await buffer(content);
    assert.equal(bytes.length, size);
    const trafs = boxesIn(bodyAt(bytes, 'moof')!).filter(({ type }) => type === 'traf');
    segments.push({ length, bytes, runs: trafs.map((traf) => readRun(traf, tracks)) });
  }

  const target = Number(/TARGETDURATION:(\d+)/.exec(playlist)![1]);
  const bandwidth = Number(attribute(multivariant, 'BANDWIDTH'));
  const total = segments.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const duration = lengths.reduce((sum, length) => sum + length, 0);
  const average = Number(attribute(multivariant, 'AVERAGE-BANDWIDTH'));
  assert.ok(Math.abs(average - (total * 8) / duration) < 2, `${average} on average, ${(total * 8) / duration} served`);
  let begin = 0;
  for (const [n, { length, bytes, runs }] of segments.entries()) {
    const what = `segment ${n}`;
    const last = n === segments.length - 1;
    assert.ok(Math.round(length) <= target, `${what} lasts ${length} s of ${target} s`);
    assert.ok((bytes.length * 8) / length <= bandwidth + 1, `${what} is above the bandwidth`);
    assert.deepEqual(
      runs.map(({ track }) => track),
      [...tracks.keys()],
      `${what} holds every track`,
    );
    for (const run of runs) {
      const next = segments[n + 1]?.runs.find(({ track }) => track === run.track);
      assert.ok(!next || Math.abs(next.start - run.end) < slack, `${what} ends at ${run.end}, not at ${next?.start}`);
      // Browsers choose the frame of a seek by how long each is said to last.
      const [shown, until] = [run.shown, run.until].map((times) => times.toSorted((a, b) => a - b));
      for (const [i, time] of until!.entries())
        assert.ok(Math.abs(time - (shown![i + 1] ?? run.end)) < slack, `${what} shows frame ${i} until ${time}`);
      assert.ok(run.sync[0], `${what} begins with a keyframe`);
      const early = run.picture ? slack : frameOfSound;
      assert.ok(Math.abs(run.start - begin) < early, `${what} begins at ${run.start}, not at ${begin}`);
      assert.ok(Math.min(...run.shown) >= begin - early, `${what} shows what belongs before it`);
      if (!last) assert.ok(Math.max(...run.shown) < begin + length + slack, `${what} shows what belongs after it`);
    }
    begin += length;
  }
  return { init, segments };
}
