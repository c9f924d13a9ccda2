import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { it } from 'node:test';
import '../../../../test/system-ffmpeg.ts';
import { describeMedia, quickH264 } from '../../../../test/describe-media.ts';
import { itInFullRun } from '../../../../test/rare.ts';
import type { MediaInfo, PreparedMedia } from '../port.ts';

const fragments = ['-movflags', 'frag_keyframe+empty_moov'];

/** As long as a description of encryption by AES, in whose place it stands in a file of Matroska. */
const sealed = 'a track sealed';
const named = Buffer.from(`\x53\x6e\x8e${sealed}`, 'latin1');
const encryption = Buffer.from('6d808e62408b5033810150358447e18105', 'hex');

/** Renames an MP4 sample entry from `from` to `to`. */
function renamed(bytes: Buffer, from: string, to: string): Buffer {
  for (let at = bytes.indexOf('stsd'); at >= 0; at = bytes.indexOf('stsd', at + 4))
    if (bytes.toString('latin1', at + 16, at + 20) === from) {
      bytes.write(to, at + 16, 'latin1');
      return bytes;
    }
  throw new Error(`no ${from}`);
}

function withEncryption(bytes: Buffer): Buffer {
  const at = bytes.indexOf(named);
  assert.ok(at >= 0);
  encryption.copy(bytes, at);
  return bytes;
}

/** The packets of one stream of an MPEG-TS are scrambled, by their heads. */
function scrambled(bytes: Buffer, stream: number): Buffer {
  for (let at = 0; at < bytes.length; at += 188)
    if ((bytes.readUInt16BE(at + 1) & 0x1fff) === stream) bytes[at + 3]! |= 0x80;
  return bytes;
}

describeMedia('a recording with an encrypted track', (suite) => {
  const { path } = suite;

  async function made(name: string, ...args: string[]): Promise<Buffer> {
    const sources = ['testsrc2=size=64x36:rate=10:duration=2', 'sine=frequency=440:r=16000:d=2'];
    return readFile(await suite.make(name, sources, ...quickH264, '-c:a', 'aac', ...args));
  }

  async function prepared(
    name: string,
  ): Promise<{ info: MediaInfo; played: PreparedMedia; volume: number | undefined }> {
    const { media } = suite;
    const info = await media.inspect(path(name));
    const played = await media.prepare(path(name), info, { rendition: path('made.mp4'), index: path('index.json') });
    if (!info.audio) return { info, played, volume: undefined };
    const told = await suite.ffmpeg('-i', played.file, '-af', 'volumedetect', '-vn', '-f', 'null', '-');
    return { info, played, volume: Number(/max_volume: (-?[\d.]+)/.exec(told)?.[1]) };
  }

  const oneOfTwo = ['-map', '0:v', '-map', '1:a', '-map', '1:a'];
  const [noSound, noPicture] = ['Its sound is encrypted', 'Its picture is encrypted'];
  const oneSound = '1 of its 2 tracks of sound is encrypted';
  const titled = (n: string, ...args: string[]) => made(n, ...args, `title=${sealed}`).then(withEncryption);
  const entry =
    (from: string, to: string, ...args: string[]) =>
    (n: string) =>
      made(n, ...args).then((bytes) => renamed(bytes, from, to));
  const packets = (stream: number) => (n: string) => made(n).then((bytes) => scrambled(bytes, stream));
  const cases: [string, MediaInfo['kind'], 'heard' | 'silent', string, (name: string) => Promise<Buffer>][] = [
    ['sound.mp4', 'video', 'silent', noSound, entry('mp4a', 'enca')],
    ['picture.mp4', 'audio', 'heard', noPicture, entry('avc1', 'encv')],
    ['fragments.mp4', 'video', 'silent', noSound, entry('mp4a', 'enca', ...fragments)],
    ['sound.mkv', 'video', 'silent', noSound, (n) => titled(n, '-metadata:s:a:0')],
    ['picture.mkv', 'audio', 'heard', noPicture, (n) => titled(n, '-metadata:s:v:0')],
    ['one.mkv', 'video', 'heard', oneSound, (n) => titled(n, ...oneOfTwo, '-metadata:s:a:0')],
    ['one.mp4', 'video', 'heard', oneSound, entry('mp4a', 'enca', ...oneOfTwo)],
    ['sound.ts', 'video', 'silent', noSound, packets(0x101)],
    ['picture.ts', 'audio', 'heard', noPicture, packets(0x100)],
  ];
  /** Covers one track per kind of container, and one of two of the same sort. */
  const usual = new Set(['sound.mp4', 'picture.mkv', 'one.mkv', 'sound.ts']);
  for (const [name, kind, sound, unread, write] of cases)
    (usual.has(name) ? it : itInFullRun)(`plays what is left in the clear and tells the rest: ${name}`, async () => {
      await writeFile(path(name), await write(name));
      const { info, played, volume } = await prepared(name);
      assert.deepEqual([info.kind, info.unread, played.info.unread], [kind, unread, unread]);
      assert.equal(info.audio === undefined, sound === 'silent');
      if (sound === 'heard') assert.ok(volume! > -25, `${volume} dB`);
      const index = JSON.parse(await readFile(path('index.json'), 'utf8')) as Partial<
        Record<'video' | 'audio', object>
      >;
      assert.deepEqual([index.video !== undefined, index.audio !== undefined], [kind === 'video', sound === 'heard']);
    });

  it('refuses a recording, when no track is unencrypted, also for joined files and covers', async () => {
    const both = renamed(renamed(await made('both.mp4'), 'avc1', 'encv'), 'mp4a', 'enca');
    await writeFile(path('twice.mp4'), Buffer.concat([both, both]));
    const withCover = await made('cover.mp4', '-map', '1:a', '-map', '0:v', '-c:v', 'mjpeg', '-frames:v', '1');
    await writeFile(path('cover.mp4'), renamed(withCover, 'mp4a', 'enca'));
    const mkv = await made('only.mkv', '-vn', '-metadata:s:a:0', `title=${sealed}`);
    await writeFile(path('only.mkv'), withEncryption(mkv));
    for (const name of ['twice.mp4', 'cover.mp4', 'only.mkv'])
      await assert.rejects(suite.media.inspect(path(name)), { code: 'protected_media' }, name);
  });

  it('plays the unencrypted recording and reports the other, when one of two is encrypted', async () => {
    const clear = await made('clear.mp4');
    const both = renamed(renamed(await made('both.mp4'), 'avc1', 'encv'), 'mp4a', 'enca');
    for (const [name, parts] of [
      ['first.mp4', [clear, both]],
      ['second.mp4', [both, clear]],
    ] as const) {
      await writeFile(path(name), Buffer.concat(parts));
      const { info, volume } = await prepared(name);
      assert.equal(info.unread, 'It holds 2 recordings one behind the other, of which 1 could be read', name);
      assert.ok(Math.abs(info.duration - 2) < 0.2 && volume! > -25, `${name}: ${info.duration} s, ${volume} dB`);
    }
  });
});
