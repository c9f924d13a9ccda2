import assert from 'node:assert/strict';
import { readFile, mkdtemp, readdir, writeFile, truncate, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import '../../../../test/system-ffmpeg.ts';
import { openTestMedia } from '../../../../test/media.ts';
import { assertEvery } from '../../../../test/assert-every.ts';
import type { Media, PlayableRecording } from '../port.ts';
import { findFfmpeg } from './ffmpeg/find-ffmpeg.ts';
import { createDiskCache } from '../../../platform/cache/disk-cache.ts';
import { silentLog } from '../../../main/silent-log.ts';
import { createLocalMedia } from './media.ts';
import { measurePixelDifference } from '../../../../test/difference.ts';
import { hasRareTests, itInFullRun } from '../../../../test/rare.ts';
import { untilMade } from '../../../../test/wait-for-file.ts';
import { recordings } from './test-recordings.ts';

const { folder, media, close } = await openTestMedia();
after(close);
const { program } = await findFfmpeg(undefined);
assert.ok(program, 'The tests need an ffmpeg; npm installs one on linux-x64.');
const { get, frames } = recordings(program, folder);

let count = 0;

async function prepare(name: string, engine: Media): Promise<PlayableRecording> {
  const original = await get(name);
  const own = join(folder, `playable-${(count += 1)}`);
  return engine.prepare(original, await engine.inspect(original), { rendition: `${own}.mp4`, index: `${own}.json` });
}

const prepared = new Map<string, Promise<PlayableRecording>>();

/** A recording as it is played, prepared once for all tests. */
function playable(name: string): Promise<PlayableRecording> {
  const known = prepared.get(name) ?? prepare(name, media);
  prepared.set(name, known);
  return known;
}

/** Number of the source frame that a frame resembles most. */
function match(frame: Buffer, source: readonly Buffer[]): number {
  const distances = source.map((candidate) => measurePixelDifference(frame, candidate));
  return distances.indexOf(Math.min(...distances));
}

suite('inspect', () => {
  type Kind = [name: string, kind: string, playback: string];
  /** One of each class of container. */
  const usual: Kind[] = [
    ['talk.mp4', 'video', 'direct'],
    ['quicktime.mov', 'video', 'direct'],
    ['sound.m4a', 'audio', 'direct'],
    ['stream.ts', 'video', 'repackage'],
    ['captioned.mkv', 'video', 'repackage'],
    ['sound.mp3', 'audio', 'transcode'],
    ['browser.webm', 'video', 'transcode'],
    ['old.avi', 'video', 'transcode'],
  ];
  const rare: Kind[] = [
    ['edited.mp4', 'video', 'transcode'],
    ['silent.mp4', 'video', 'direct'],
    ['fragmented.mp4', 'video', 'repackage'],
    ['mp3-sound.mp4', 'video', 'repackage'],
    ['sound.wav', 'audio', 'transcode'],
    ['sound.ogg', 'audio', 'transcode'],
    ['far-keyframes.mp4', 'video', 'transcode'],
  ];
  for (const [name, kind, playback] of hasRareTests ? [...usual, ...rare] : usual)
    test(`${name} is ${kind}, to be played ${playback}`, async () => {
      const info = await media.inspect(await get(name));
      assert.deepEqual([info.kind, info.playback], [kind, playback]);
      assert.equal(info.reason === undefined, playback === 'direct');
      if (kind === 'video') assert.deepEqual([info.video?.width, info.video?.height], [320, 180]);
    });

  test('tells duration, rate and codecs', async () => {
    const info = await media.inspect(await get('talk.mp4'));
    assert.ok(Math.abs(info.duration - 20) < 0.1, `${info.duration}`);
    assert.equal(info.video?.frameRate, 30);
    assert.deepEqual(info.audio, { stream: 1, codec: 'aac', channels: 1, sampleRate: 44100 });
  });

  test('refuses what is no recording, each with its own problem', async () => {
    const bad = async (name: string, bytes: string | Buffer): Promise<string> => {
      const file = join(folder, name);
      await writeFile(file, bytes);
      return file;
    };
    const letter = 'This is a letter and nothing else.\n'.repeat(200);
    for (const [file, code] of [
      [await bad('empty.mp4', ''), 'empty_file'],
      [await bad('text.mp4', letter), 'not_media'],
      [await bad('noise.mp4', Buffer.alloc(50_000, 0x9d)), 'not_media'],
      [await get('no-time.mp4'), 'broken_media'],
    ] as const)
      await assert.rejects(media.inspect(file), { code }, file);
  });

  test('refuses a recording that was cut off without its tables, or before anything is shown', async () => {
    for (const [name, bytes] of [
      ['talk.mp4', 100_000],
      ['faststart.mp4', 20_000],
    ] as const) {
      const cut = join(folder, `cut-${name}`);
      await copyFile(await get(name), cut);
      await truncate(cut, bytes);
      await assert.rejects(media.inspect(cut), { code: 'broken_media' });
    }
  });
});

suite('playing', () => {
  test('the playlist says the true lengths and no segment is longer than it promises', async () => {
    const played = await playable('talk.mp4');
    const playlist = await media.mediaPlaylist(played);
    const lengths = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length));
    const { duration } = await media.inspect(await get('talk.mp4'));
    assert.ok(Math.abs(lengths.reduce((sum, length) => sum + length, 0) - duration) < 0.001);
    const promised = Number(/TARGETDURATION:(\d+)/.exec(playlist)?.[1]);
    assert.ok(Math.max(...lengths) <= promised);
    assert.match(await media.multivariantPlaylist(played), /CODECS="avc1\.[\da-f]{6},mp4a\.40\.2",RESOLUTION=320x180/);
    await assert.rejects(media.segment(played, lengths.length), { code: 'not_found' });
  });

  const rare = ['old.avi', 'far-keyframes.mp4', 'sound.ogg', 'mp3-sound.mp4'];
  for (const name of ['browser.webm', 'sound.mp3', ...(hasRareTests ? rare : [])])
    test(`${name} gets a rendition that plays`, async () => {
      const progress: number[] = [];
      const original = await get(name);
      const own = join(folder, `rendition-${name}`);
      const target = { rendition: `${own}.mp4`, index: `${own}.json` };
      const played = await media.prepare(original, await media.inspect(original), target, {
        onProgress: (done) => progress.push(done),
      });
      assert.equal(played.file, target.rendition);
      assert.match(await media.multivariantPlaylist(played), /CODECS="(avc1|mp4a)/);
      assert.equal((await media.inspect(played.file)).playback, 'direct');
      assertEvery(progress, (done) => done >= 0 && done <= 1);
    });

  test('an aborted rendition leaves nothing behind', async () => {
    const original = await get('browser.webm');
    const own = await mkdtemp(join(folder, 'aborted-'));
    const stop = new AbortController();
    const info = await media.inspect(original);
    const hasBegun = untilMade(own);
    const target = { rendition: join(own, 'r.mp4'), index: join(own, 'i.json') };
    const running = media.prepare(original, info, target, { signal: stop.signal });
    const aborted = assert.rejects(running, /deleted/);
    await hasBegun;
    stop.abort(new Error('deleted'));
    await aborted;
    assert.deepEqual(await readdir(own), []);
  });
});

suite('pictures', () => {
  test('a screenshot is exactly the frame of its time, in full resolution', async () => {
    const played = await playable('talk.mp4');
    const source = await frames(await get('talk.mp4'));
    for (const time of [0, 3.3, 9.999, 19.96]) {
      const file = join(folder, 'screenshot.png');
      const png = await media.screenshot(played, time);
      await writeFile(file, png!);
      assert.deepEqual([png!.readUInt32BE(16), png!.readUInt32BE(20)], [320, 180]);
      assert.equal(match((await frames(file))[0]!, source), Math.floor(time * 30 + 0.05), `at ${time} s`);
    }
  });

  itInFullRun('a member’s many screenshots do not hold up another member’s picture', async () => {
    const played = await playable('talk.mp4');
    const order: string[] = [];
    const many = Array.from({ length: 12 }, async (_, n) => {
      await media.screenshot(played, n, { owner: 'one' });
      order.push('one');
    });
    const other = media.thumbnail(played, { time: 7, width: 160 }, { owner: 'other' }).then(() => order.push('other'));
    await Promise.all([...many, other]);
    assert.ok(order.indexOf('other') < 6, `the other's came after ${order.indexOf('other')} of 12`);
  });

  test('thumbnails are JPEG, of a known width, and come from the cache the second time', async () => {
    const played = await playable('talk.mp4');
    const first = await media.thumbnail(played, { time: 5, width: 150 });
    assert.deepEqual([...first!.subarray(0, 3)], [0xff, 0xd8, 0xff]);
    assert.deepEqual(await media.thumbnail(played, { time: 5, width: 160 }), first);
    assert.ok(await media.thumbnail(played, { time: 999, width: 320, keyframe: true }));
    await media.forget(folder);
    assert.deepEqual(await media.thumbnail(played, { time: 5, width: 150 }), first);
  });

  test('a storyboard has its sheets, and slide changes are found between far keyframes', async () => {
    const played = await playable('slides.mp4');
    const sheets = join(folder, 'storyboard');
    const made = await media.storyboard(played, sheets);
    assert.deepEqual(
      { ...made?.storyboard },
      { interval: 2, tiles: 13, tileWidth: 160, tileHeight: 90, columns: 10, rows: 2, sheets: 1 },
    );
    assert.deepEqual(await readdir(sheets), ['sheet-0.jpg']);
    const [sheet] = await frames(join(sheets, 'sheet-0.jpg'));
    const greys = Array.from(
      { length: 13 },
      (_, n) => sheet![64 * (n < 10 ? 9 : 27) + Math.floor((n % 10) * 6.4 + 3)]!,
    );
    const kinds = greys.map((grey) => (grey < 70 ? 'dark' : grey > 200 ? 'light' : 'brown'));
    // Keyframes are three seconds apart.
    const due = ['dark', 'light', 'brown'].flatMap((kind, n) => Array<string>([5, 4, 4][n]!).fill(kind));
    assert.deepEqual(kinds, due, 'each tile shows the last keyframe at or before its second');
    assert.equal(made?.slides.length, 2);
    assert.ok(Math.abs(made.slides[0]! - 7.5) < 0.05 && Math.abs(made.slides[1]! - 15.5) < 0.05, String(made.slides));
  });

  test('a recording of sound has no pictures', async () => {
    const played = await playable('sound.m4a');
    assert.equal(await media.thumbnail(played, { time: 1, width: 320 }), null);
    assert.equal(await media.screenshot(played, 1), null);
    assert.equal(await media.storyboard(played, join(folder, 'none')), null);
  });
});

suite('clips', () => {
  type Range = [name: string, start: number, end: number];
  const usual: Range[] = [
    ['talk.mp4', 3.1, 3.6],
    ['talk.mp4', 6.2, 17.13],
  ];
  const rare: Range[] = [
    ['quicktime.mov', 1, 9],
    ['talk.mp4', 0, 4],
    ['talk.mp4', 2.5, 5],
    ['talk.mp4', 3, 11],
    ['talk.mp4', 12, 20],
    ['silent.mp4', 1, 7],
  ];
  for (const [name, start, end] of hasRareTests ? [...usual, ...rare] : usual)
    test(`${start} to ${end} of ${name} is exact at both ends`, async () => {
      const played = await playable(name);
      const file = join(folder, `clip-${(count += 1)}.mp4`);
      assert.deepEqual(await media.clip(played, { start, end }, file), { how: 'copied' });
      const [cut, source] = await Promise.all([frames(file), frames(await get(name))]);
      const [first, last] = [Math.round(start * 30), Math.ceil(end * 30 - 0.001) - 1];
      assert.equal(cut.length, last - first + 1);
      for (const n of [0, 1, Math.floor(cut.length / 2), cut.length - 2, cut.length - 1])
        assert.equal(match(cut[n]!, source), first + n, `frame ${n}`);
      const info = await media.inspect(file);
      assert.ok(Math.abs(info.duration - (end - start)) < 0.06, `${info.duration}`);
      assert.equal(info.playback, 'direct');
    });

  test('sound alone is cut too', async () => {
    const file = join(folder, 'sound-clip.m4a');
    await media.clip(await playable('sound.m4a'), { start: 2, end: 5 }, file);
    const info = await media.inspect(file);
    assert.equal(info.kind, 'audio');
    assert.ok(Math.abs(info.duration - 3) < 0.05, `${info.duration}`);
  });

  test('an aborted clip leaves nothing behind', async () => {
    const own = await mkdtemp(join(folder, 'aborted-clip-'));
    const signal = AbortSignal.abort(new Error('deleted'));
    const cut = media.clip(await playable('talk.mp4'), { start: 1, end: 9 }, join(own, 'c.mp4'), { signal });
    await assert.rejects(cut, /deleted/);
    assert.deepEqual(await readdir(own), []);
  });
});

suite('captions inside', () => {
  for (const name of ['captioned.mkv', 'captioned.mp4'])
    (name === 'captioned.mkv' ? test : itInFullRun)(`${name} gives them as WebVTT`, async () => {
      const file = await get(name);
      const [track] = (await media.inspect(file)).captionTracks;
      assert.equal(track?.language, 'eng');
      assert.equal(track.image, false);
      const webvtt = await media.embeddedCaptions(file, track);
      assert.match(webvtt, /^WEBVTT/);
      assert.match(webvtt, /00:01\.0\d\d --> 00:03\.0\d\d\nThe first caption/);
    });
});

test('refuses an ffmpeg that was chosen and cannot be used, and takes no other', async () => {
  const opening = createLocalMedia({ ffmpegPath: '/no/such', cache: createDiskCache(folder, 1e9), log: silentLog });
  await assert.rejects(opening, { message: 'FFMPEG_PATH: /no/such is not there.' });
});

test('the index of what is played is small and read by range', async () => {
  const played = await playable('talk.mp4');
  assert.ok((await readFile(played.index)).length < 5000);
});
