import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { it } from 'node:test';
import { promisify } from 'node:util';
import '../../../../test/system-ffmpeg.ts';
import { describeMedia, quickH264 } from '../../../../test/describe-media.ts';
import { hasRareTests, itInFullRun } from '../../../../test/rare.ts';
import type { MediaInfo, PreparedMedia, Sound } from '../port.ts';
import { embeddedCues } from '../../../features/transcripts/transcript.step.ts';
import { saysProtected } from './inspect.ts';

const execute = promisify(execFile);

describeMedia('all of a recording', (suite) => {
  const { path } = suite;

  /** So many seconds of a picture of 10 frames a second and a tone, by these arguments. */
  async function made(name: string, seconds: number, ...args: string[]): Promise<Buffer> {
    const sources = [`testsrc2=size=64x36:rate=10:duration=${seconds}`, `sine=frequency=440:r=16000:d=${seconds}`];
    return readFile(await suite.make(name, sources, ...args));
  }

  async function prepared(file: string): Promise<{ info: MediaInfo; played: PreparedMedia; frames: number }> {
    const { media } = suite;
    const info = await media.inspect(file);
    const played = await media.prepare(file, info, { rendition: path('rendition.mp4'), index: path('index.json') });
    const probed = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'stream=nb_frames', '-of', 'csv=p=0'];
    const { stdout } = await execute('ffprobe', [...probed, path('rendition.mp4')]);
    return { info, played, frames: Number(stdout) };
  }

  async function secondsHeard(sound: Sound, from: number): Promise<number> {
    let bytes = 0;
    for await (const chunk of suite.media.samples(sound, from)) bytes += chunk.length;
    return bytes / 32_000;
  }

  const h264 = [...quickH264, '-c:a', 'aac'];
  const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'];
  const kinds = [
    // As a browser's recorder writes it: without lengths.
    ['live.webm', [...vp8, '-live', '1']],
    ['files.mkv', h264],
    ['files.mp4', h264],
    ['fragments.mp4', [...h264, '-movflags', 'frag_keyframe+empty_moov']],
    ['sound.ogg', ['-vn', '-c:a', 'libopus']],
    ['sound.wav', ['-vn']],
  ] as const;
  /** Told apart by elements, and by boxes. */
  const usual = new Set(['live.webm', 'files.mp4']);
  for (const [name, args] of kinds)
    (usual.has(name) ? it : itInFullRun)(
      `is both of the recordings that stand one behind the other in ${name}, for player and recogniser alike`,
      async () => {
        const parts = [await made(`first-${name}`, 4, ...args), await made(`second-${name}`, 3, ...args)];
        await writeFile(path(name), Buffer.concat(parts));
        const { info, played, frames } = await prepared(path(name));
        assert.deepEqual(
          info.pieces?.map(({ start, end }) => end - start),
          parts.map(({ length }) => length),
        );
        assert.match(played.info.reason ?? '', /^It holds 2 recordings one behind the other, which are joined/);
        assert.equal(played.info.unread, undefined);
        assert.ok(Math.abs(played.info.duration - 7) < 0.25, `${played.info.duration} s are played`);
        if (info.kind === 'video') assert.ok(Math.abs(frames - 70) <= 1, `${frames} of 70 pictures`);
        const heard = await secondsHeard({ path: path(name), pieces: info.pieces }, 5);
        assert.ok(Math.abs(heard - 2) < 0.25, `${heard} s are heard behind the fifth second`);
        // As it plays, where it was looked into before its recordings were told apart.
        if (name === 'files.mkv') assert.equal(await secondsHeard(path(name), 5), 0);
      },
    );

  for (const [name, codec] of [
    ['said.mkv', 'srt'],
    ['said.mp4', 'mov_text'],
  ] as const)
    (codec === 'srt' ? it : itInFullRun)(
      `has the captions of both at the seconds in which they play: ${name}`,
      async () => {
        await writeFile(path('cue.srt'), '1\n00:00:01,000 --> 00:00:02,000\nHello\n');
        const args = ['-i', path('cue.srt'), '-map', '0', '-map', '1', '-map', '2', ...h264, '-c:s', codec];
        const parts = [await made(`first-${name}`, 4, ...args), await made(`second-${name}`, 3, ...args)];
        await writeFile(path(name), Buffer.concat(parts));
        const info = await suite.media.inspect(path(name));
        assert.equal(info.captionTracks.length, 1, name);
        const found = await embeddedCues(suite.media, path(name), info, { signal: AbortSignal.timeout(60_000) });
        const starts = found?.cues.map(({ start }) => Math.round(start));
        assert.deepEqual(starts, [1, 1 + Math.round(info.pieces![0]!.duration)], name);
      },
    );

  it('reports unread media, when the second recording has its tracks in another order', async () => {
    const parts = [
      await made('in-order.mkv', 2, ...h264, '-map', '0', '-map', '1'),
      await made('the-other.mkv', 2, ...h264, '-map', '1', '-map', '0'),
    ];
    await writeFile(path('orders.mkv'), Buffer.concat(parts));
    const { unread, duration } = await suite.media.inspect(path('orders.mkv'));
    assert.equal(unread, 'It holds 2 recordings one behind the other, of which 1 could be read');
    assert.ok(Math.abs(duration - 2) < 0.2);
  });

  for (const [name, args] of [
    ['cut.mkv', h264],
    ['cut.mp4', [...h264, '-movflags', 'frag_keyframe+empty_moov']],
  ] as const)
    (name === 'cut.mkv' ? it : itInFullRun)(
      `is the second too, where the first was cut within its length: ${name}`,
      async () => {
        const first = await made(`first-${name}`, 4, ...args, '-g', '10');
        const parts = [first.subarray(0, Math.floor(first.length * 0.6)), await made(`second-${name}`, 3, ...args)];
        await writeFile(path(name), Buffer.concat(parts));
        const { info, played } = await prepared(path(name));
        assert.equal(info.pieces?.[1]?.start, parts[0]!.length, name);
        assert.ok(played.info.duration > 4 && played.info.duration < 6.5, `${name}: ${played.info.duration} s`);
      },
    );

  it('keeps the rest, when the first recording was cut off before its tables', async () => {
    const first = await made('first-tables.mp4', 4, ...h264);
    const parts = [first.subarray(0, first.length >> 1), await made('second-tables.mp4', 3, ...h264)];
    await writeFile(path('tables.mp4'), Buffer.concat(parts));
    const { info, frames } = await prepared(path('tables.mp4'));
    assert.equal(info.unread, 'It holds 2 recordings one behind the other, of which 1 could be read');
    assert.equal(frames, 30);
  });

  it('reports missing media, when less was made than the file declares, also for a copy', async () => {
    const whole = await made('whole.flv', 6, ...h264, '-ar', '44100', '-g', '10');
    await writeFile(path('half.flv'), whole.subarray(0, whole.length >> 1));
    const { played } = await prepared(path('half.flv'));
    assert.equal(played.info.playback, 'repackage');
    assert.match(played.info.unread ?? '', /^00:00:0[23] of 00:00:06 of it could be played$/);
  });

  it('keeps the first recording and reports it, when its decoder cannot play the second', async () => {
    for (const [name, args, others] of [
      ['rates.mp4', h264, [...h264, '-ar', '44100']],
      ['codecs.webm', vp8, [...vp8, '-c:v', 'libvpx-vp9']],
    ] as const) {
      const parts = [await made(`first-${name}`, 2, ...args), await made(`second-${name}`, 2, ...others)];
      await writeFile(path(name), Buffer.concat(parts));
      const info = await suite.media.inspect(path(name));
      assert.equal(info.unread, 'It holds 2 recordings one behind the other, of which 1 could be read', name);
      assert.ok(Math.abs(info.duration - 2) < 0.2, name);
    }
  });

  it('plays all of it, when times restart within one recording', async () => {
    const [first, second] = [
      await made('a.webm', 4, ...vp8, '-live', '1'),
      await made('b.webm', 3, ...vp8, '-live', '1'),
    ];
    // Its clusters alone, as a page writes them that keeps the head of the first.
    const cluster = second.indexOf(Buffer.from('1f43b675', 'hex'));
    await writeFile(path('anew.webm'), Buffer.concat([first, second.subarray(cluster)]));
    const { info, played, frames } = await prepared(path('anew.webm'));
    assert.deepEqual([frames, played.info.unread], [70, undefined]);
    assert.ok(Math.abs(played.info.duration - 7) < 0.3, `${played.info.duration} s are played`);
    const heard = await secondsHeard({ path: path('anew.webm'), pieces: info.pieces }, 5);
    assert.ok(Math.abs(heard - 2) < 0.3, `${heard} s are heard behind the fifth second`);
  });

  it('plays all of it, when the recorder clock jumps by hours', async () => {
    const [first, second] = [
      await made('c.webm', 4, ...vp8, '-live', '1'),
      await made('d.webm', 3, ...vp8, '-live', '1', '-output_ts_offset', '30000'),
    ];
    const cluster = second.indexOf(Buffer.from('1f43b675', 'hex'));
    await writeFile(path('jump.webm'), Buffer.concat([first, second.subarray(cluster)]));
    const { played, frames } = await prepared(path('jump.webm'));
    assert.equal(frames, 70);
    assert.ok(Math.abs(played.info.duration - 7) < 0.3, `${played.info.duration} s are played`);
  });

  it('plays all of it, when MPEG-TS files of a few seconds are joined', async () => {
    const part = await made('part.ts', 6, ...h264, '-g', '10');
    await writeFile(path('parts.ts'), Buffer.concat([part, part, part]));
    const { info, played, frames } = await prepared(path('parts.ts'));
    assert.deepEqual([info.pieces?.length, frames, played.info.unread], [3, 180, undefined]);
    assert.ok(Math.abs(played.info.duration - 18) < 0.5, `${played.info.duration} s are played`);
    const heard = await secondsHeard({ path: path('parts.ts'), pieces: info.pieces }, 13);
    assert.ok(Math.abs(heard - 5) < 0.5, `${heard} s are heard behind the thirteenth second`);
  });

  it('reports several pictures at a time, when camera and screen are recorded side by side', async () => {
    const second = ['-f', 'lavfi', '-i', 'testsrc=size=64x36:rate=10:duration=2'];
    for (const name of ['side.mp4', 'side.mkv']) {
      await made(name, 2, ...second, '-map', '0', '-map', '1', '-map', '2', ...h264);
      const { unread } = await suite.media.inspect(path(name));
      assert.equal(unread, 'It holds 2 pictures at a time, of which one is shown', name);
    }
  });

  it('finds one whole recording in each valid file', async () => {
    for (const [name, args] of hasRareTests ? kinds : kinds.filter(([each]) => usual.has(each))) {
      await made(`one-${name}`, 2, ...args);
      const info = await suite.media.inspect(path(`one-${name}`));
      assert.deepEqual([info.pieces, info.unread], [undefined, undefined], name);
    }
  });

  it('accepts a recording as unprotected, when only its title mentions protection', async () => {
    await made('title.mkv', 1, ...h264, '-metadata', 'title=How a\n[asf @ 0x1] DRM protected stream detected');
    assert.equal((await suite.media.inspect(path('title.mkv'))).kind, 'video');
    assert.match('[asf @ 0x55d0] DRM protected stream detected, decoding will likely fail!', saysProtected);
  });

  it('refuses a file, when all of it is encrypted or an MPEG-TS is scrambled', async () => {
    const keys = [
      '-encryption_key',
      '00112233445566778899aabbccddeeff',
      '-encryption_kid',
      '0123456789abcdef'.repeat(2),
    ];
    await made('encrypted.mp4', 2, ...h264, '-encryption_scheme', 'cenc-aes-ctr', ...keys);
    const stream = await made('clear.ts', 2, ...h264);
    assert.equal((await suite.media.inspect(path('clear.ts'))).kind, 'video');
    for (let at = 0; at < stream.length; at += 188) stream[at + 3]! |= 0x80;
    await writeFile(path('scrambled.ts'), stream);
    for (const name of ['encrypted.mp4', 'scrambled.ts'])
      await assert.rejects(suite.media.inspect(path(name)), { code: 'protected_media' }, name);
  });
});
