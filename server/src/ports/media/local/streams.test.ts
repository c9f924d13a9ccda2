// full: every shape of a stream; media.test.ts cuts one of each container
import assert from 'node:assert/strict';
import { copyFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, suite, test } from 'node:test';
import '../../../../test/system-ffmpeg.ts';
import { openTestMedia } from '../../../../test/media.ts';
import { findFfmpeg } from './ffmpeg/find-ffmpeg.ts';
import type { PlaybackIndex } from './index/playback-index.ts';
import { measurePixelDifference } from '../../../../test/difference.ts';
import { recordings } from './test-recordings.ts';
import { readIframes, readStream } from './test-stream.ts';

const { folder, media, close } = await openTestMedia();
after(close);
const { program } = await findFfmpeg(undefined);
assert.ok(program, 'The tests need an ffmpeg; npm installs one on linux-x64.');
const { get, frames, tones, packets } = recordings(program, folder);

let count = 0;

async function playable(original: string) {
  const own = join(folder, `playable-${(count += 1)}`);
  const info = await media.inspect(original);
  return media.prepare(original, info, { rendition: `${own}.mp4`, index: `${own}.json` });
}

/** Reads the stream as a player does, checks it and writes it to one file. */
async function stream(original: string) {
  const played = await playable(original);
  const { init, segments } = await readStream(media, played);
  const file = join(folder, `stream-${(count += 1)}.mp4`);
  await writeFile(file, Buffer.concat([init, ...segments.map(({ bytes }) => bytes)]));
  return { played, file, segments };
}

function assertSameFrames(shown: readonly Buffer[], source: readonly Buffer[], tolerance = 0): void {
  assert.equal(shown.length, source.length);
  for (const [n, frame] of shown.entries())
    assert.ok(measurePixelDifference(frame, source[n]!) <= tolerance, `frame ${n}`);
}

/** Loudest sample between two seconds, 0 to 32,767. */
const loudest = (sound: Int16Array, from: number, to: number, rate = 44_100): number =>
  sound
    .subarray(Math.round(from * rate), Math.round(to * rate))
    .reduce((most, tone) => Math.max(most, Math.abs(tone)), 0);

suite('a recording that is cut out of its file', () => {
  const kinds = [
    'talk.mp4',
    'quicktime.mov',
    'varying.mp4',
    'long-sound.mp4',
    'silent.mp4',
    'fragmented.mp4',
    'short-sound.mp4',
    'late-sound.mp4',
    'late-picture.mp4',
    'paused-sound.mp4',
    'trimmed-at-keyframe.mp4',
    'cover-first.mp4',
    'few-frames.mp4',
    'coarse-times.mp4',
    'surround.mp4',
  ];
  for (const name of kinds)
    test(`${name} is a true stream of exactly its frames`, async () => {
      const original = await get(name);
      const { file, played } = await stream(original);
      assert.notEqual(played.info.playback, 'transcode');
      const source = await frames(original, name === 'cover-first.mp4' ? 1 : 0);
      assertSameFrames(await frames(file), source);
    });

  test('sound is copied packet by packet and begins with the picture for every reader', async () => {
    const original = await get('talk.mp4');
    const { file, segments } = await stream(original);
    const [heard, source] = await Promise.all([packets(file, 'a'), packets(original, 'a')]);
    // Leaves out the encoder delay, which the edit list hides.
    assert.deepEqual(
      heard.map(({ hash }) => hash),
      source.flatMap(({ time, hash }) => (time < 0 ? [] : hash)),
    );
    // libavformat, for one, shows a track later whose composition offsets are negative.
    const [shown] = await packets(file, 'v');
    assert.ok(Math.abs(shown!.time) < 0.001 && Math.abs(heard[0]!.time) < 0.025, `${shown!.time}, ${heard[0]!.time}`);
    const [picture, sound] = segments[0]!.runs;
    assert.equal(Math.min(...picture!.shown), 0);
    assert.ok(sound!.start < 0.025 && sound!.shown.every((time, n) => n === 0 || time === sound!.until[n - 1]));
  });

  test('single keyframes are served to look through a recording by', async () => {
    const original = await get('talk.mp4');
    const pictures = await readIframes(media, await playable(original));
    assert.equal(pictures.length, 8);
    const source = await frames(original);
    for (const n of [0, 3]) {
      const file = join(folder, `keyframe-${n}.mp4`);
      await writeFile(file, pictures[n]!);
      assertSameFrames(await frames(file), [source[n * 75]!]);
    }
    await assert.rejects(media.keyframe(await playable(original), 8), { code: 'not_found' });
    await assert.rejects(media.iframePlaylist(await playable(await get('sound.m4a'))), { code: 'not_found' });
  });

  test('silence stands where there is no sound, and only there', async () => {
    const early = await tones((await stream(await get('short-sound.mp4'))).file);
    assert.ok(early.length / 44_100 > 19.9 && early.length / 44_100 < 20.1, `${early.length / 44_100} s`);
    assert.ok(loudest(early, 6, 6.9) > 2000 && loudest(early, 7.2, 20) < 10);
    const late = await tones((await stream(await get('late-sound.mp4'))).file);
    assert.ok(loudest(late, 0, 2.1) < 10 && loudest(late, 2.3, 8) > 2000 && loudest(late, 8.4, 12) < 10);
    const paused = await tones((await stream(await get('paused-sound.mp4'))).file);
    assert.ok(paused.length / 44_100 > 19.8, `${paused.length / 44_100} s`);
    assert.ok(loudest(paused, 1, 3.9) > 2000 && loudest(paused, 4.2, 10.4) < 10 && loudest(paused, 10.7, 19) > 2000);
  });

  test('a file that was cut off plays to where its data ends, and says how much is missing', async () => {
    const cut = join(folder, 'cut-off.mp4');
    await copyFile(await get('faststart.mp4'), cut);
    await truncate(cut, Math.round((await stat(cut)).size * 0.6));
    const info = await media.inspect(cut);
    assert.ok(info.duration > 10 && info.duration < 15, `${info.duration}`);
    assert.ok(Math.abs(info.claimedDuration! - 20) < 0.2, `${info.claimedDuration}`);
    const { file } = await stream(cut);
    const [shown, source] = await Promise.all([frames(file), frames(await get('talk.mp4'))]);
    assert.ok(Math.abs(shown.length / 30 - info.duration) < 0.3, `${shown.length} frames`);
    // The last few lack frames that were to be decoded before them.
    assertSameFrames(shown.slice(0, -4), source.slice(0, shown.length - 4));
  });

  test('an index that an older version wrote is written anew when it is needed', async () => {
    const played = await playable(await get('talk.mp4'));
    const segment = async (): Promise<Buffer> => buffer((await media.segment(played, 1)).content);
    const before = await segment();
    const index = JSON.parse(await readFile(played.index, 'utf8')) as PlaybackIndex;
    await writeFile(played.index, JSON.stringify({ ...index, version: 1, segments: [] }));
    await writeFile(`${played.index}.samples`, '');
    await media.forget(folder);
    const both = await Promise.all([segment(), segment()]);
    for (const cut of both) assert.ok(cut.equals(before));
  });
});

suite('a recording that cannot be cut truthfully', () => {
  const kinds: [name: string, reason: RegExp][] = [
    ['trimmed-between.mp4', /trimmed between two keyframes/],
    ['open-groups.mp4', /open groups/],
    ['intra-refresh.mp4', /open groups|keyframes/],
  ];
  for (const [name, reason] of kinds)
    test(`${name} is encoded anew, whole, and says why`, async () => {
      const original = await get(name);
      const { file, played } = await stream(original);
      assert.equal(played.info.playback, 'transcode');
      assert.match(played.info.reason!, reason);
      assertSameFrames(await frames(file), await frames(original), 6);
      assert.ok(await media.thumbnail(played, { time: 3, width: 320 }));
    });

  test('a damaged middle is concealed, and the rest is there', async () => {
    const damaged = join(folder, 'damaged.mp4');
    const bytes = await readFile(await get('faststart.mp4'));
    bytes.fill(0x9d, bytes.length >> 1, (bytes.length >> 1) + 12_000);
    await writeFile(damaged, bytes);
    const info = await media.inspect(damaged);
    assert.equal(info.playback, 'transcode');
    assert.match(info.reason!, /damaged/);
    const { file } = await stream(damaged);
    const [shown, source] = await Promise.all([frames(file), frames(await get('talk.mp4'))]);
    assert.ok(shown.length > 0.9 * source.length, `${shown.length} of ${source.length} frames`);
    assert.ok(measurePixelDifference(shown[30]!, source[30]!) < 6);
    assert.ok(measurePixelDifference(shown.at(-1)!, source.at(-1)!) < 6);
  });
});
