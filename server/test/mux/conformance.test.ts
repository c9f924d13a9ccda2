import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { keepRanges, wholeRecording } from '@lectern/contract/rules/timeline';
import { createDiskCache } from '../../src/platform/cache/disk-cache.ts';
import { findFfmpeg } from '../../src/ports/media/local/ffmpeg/find-ffmpeg.ts';
import { measurePixelDifference } from '../difference.ts';
import { recordings } from '../../src/ports/media/local/test-recordings.ts';
import { createMuxMedia } from '../../src/ports/media/mux/mux.ts';
import type { Media, MediaInfo, PlayableRecording, RecordingOrigin } from '../../src/ports/media/port.ts';
import { openTestMedia } from '../media.ts';
import { eventually } from '../member.ts';
import { hasRareTests } from '../rare.ts';
import { putUploadChunk } from '../upload.ts';
import { startFakeMux } from './fake-mux.ts';

const { program } = await findFfmpeg(undefined);
assert.ok(program, 'The tests need an ffmpeg; npm installs one on linux-x64.');

type Engine = { media: Media; folder: string; take(file: string): Promise<RecordingOrigin>; close(): Promise<unknown> };

async function openLocal(): Promise<Engine> {
  const { media, folder, close } = await openTestMedia();
  return { media, folder, take: async (file) => file, close };
}

async function openMux(): Promise<Engine> {
  const mux = await startFakeMux();
  const { media: local, folder, close } = await openTestMedia();
  const { env } = mux;
  const media = await createMuxMedia({
    tokenId: env.MUX_TOKEN_ID,
    tokenSecret: env.MUX_TOKEN_SECRET,
    signingKeyId: env.MUX_SIGNING_KEY_ID,
    signingPrivateKey: env.MUX_SIGNING_PRIVATE_KEY,
    webhookSecret: env.MUX_WEBHOOK_SECRET,
    server: env.MUX_BASE_URL,
    local,
    cache: createDiskCache(join(folder, 'cache'), 1e9),
    // No copy outlives its use: whatever is known of one has to go with it.
    copies: { folder: join(folder, 'copies'), most: 0 },
  });
  return {
    media,
    folder,
    async take(file) {
      const { provider } = media;
      assert.ok(provider);
      const { url, upload } = await provider.begin({ id: randomUUID(), origin: 'http://here.test' });
      const bytes = await readFile(file);
      assert.deepEqual(await provider.became(upload), { state: 'waiting' });
      assert.equal((await putUploadChunk(url, bytes, `bytes 0-${bytes.length - 1}/${bytes.length}`)).status, 200);
      const became = await provider.became(upload);
      assert.ok(became.state === 'made' && became.remote);
      return became.remote;
    },
    async close() {
      await media.close();
      await close();
      await mux.close();
    },
  };
}

/** Asks again while the result is still being made, as a job does. */
const patiently = <T>(ask: () => Promise<T>): Promise<T> =>
  eventually(async () => {
    try {
      return { answer: await ask() };
    } catch (error) {
      if (error instanceof Problem && error.code === 'media_pending') return undefined;
      throw error;
    }
  }, 'the engine').then(({ answer }) => answer);

/** `ports/media/local/media.test.ts` tests this server in detail, so the gate runs Mux only. */
const engines = [['Mux', openMux], ...(hasRareTests ? [['this server', openLocal] as const] : [])] as const;

for (const [name, open] of engines)
  describe(`the media engine: ${name}`, () => {
    let engine: Engine;
    let media: Media;
    let info: MediaInfo;
    let talk: PlayableRecording;
    let files: ReturnType<typeof recordings>;
    const play = async (
      file: string,
    ): Promise<{ info: MediaInfo; playable: PlayableRecording; source: RecordingOrigin }> => {
      const source = await engine.take(await files.get(file));
      const found = await patiently(() => media.inspect(source));
      const own = join(engine.folder, randomUUID());
      const playable = await media.prepare(source, found, { rendition: `${own}.mp4`, index: `${own}.json` });
      return { info: found, playable, source };
    };
    before(async () => {
      engine = await open();
      ({ media } = engine);
      files = recordings(program, engine.folder);
      ({ info, playable: talk } = await play('talk.mp4'));
    });
    after(() => engine?.close());

    it('tells what a recording is', () => {
      assert.equal(info.kind, 'video');
      assert.ok(Math.abs(info.duration - 20) < 0.1, `${info.duration}`);
      assert.deepEqual([info.video?.width, info.video?.height, info.video?.frameRate], [320, 180, 30]);
      assert.equal(info.audio?.channels, 1);
      assert.equal(info.playback, 'direct');
    });

    it('says of what is no recording that it cannot be read', async () => {
      const file = join(import.meta.dirname, '../../package.json');
      const source = await engine.take(file);
      await assert.rejects(
        patiently(() => media.inspect(source)),
        (error) => error instanceof Problem && ['not_media', 'unreadable_media'].includes(error.code),
      );
    });

    it('plays all of it', async () => {
      const address = await media.link(talk, { kind: 'stream' });
      const texts: string[] = [];
      if (address === undefined) texts.push(await media.multivariantPlaylist(talk), await media.mediaPlaylist(talk));
      else {
        texts.push(await (await fetch(address)).text());
        texts.push(await (await fetch(/^http\S+$/m.exec(texts[0]!)![0])).text());
      }
      assert.match(texts[0]!, /#EXT-X-STREAM-INF/);
      const seconds = [...texts[1]!.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, each]) => sum + Number(each), 0);
      assert.ok(Math.abs(seconds - 20) < 0.2, `${seconds}`);
      assert.match(texts[1]!, /#EXT-X-ENDLIST/);
    });

    it('lists a range by whole segments and refuses several, when the recording lies here', async () => {
      const file = await files.get('talk.mp4');
      const own = join(engine.folder, randomUUID());
      const here = await media.prepare(file, await media.inspect(file), { rendition: own, index: `${own}.json` });
      const kept = keepRanges([{ start: 7, end: 9 }]);
      const [played] = await media.growToSegments(here, kept);
      assert.ok(played && played.start <= 7 && played.end >= 9);
      const [all, some] = [await media.mediaPlaylist(here, wholeRecording), await media.mediaPlaylist(here, kept)];
      const segments = all.match(/segment-\d+/g)!;
      assert.deepEqual(some.match(/segment-\d+/g), segments.slice(played.first, played.last + 1));
      assert.ok(played.last < segments.length - 1 && all === (await media.mediaPlaylist(here)));
      assert.match(await media.multivariantPlaylist(here), /I-FRAME/);
      assert.doesNotMatch(await media.multivariantPlaylist(here, kept), /I-FRAME/);
      for (const ask of [media.growToSegments, media.mediaPlaylist])
        await assert.rejects(ask(here, keepRanges([...kept, { start: 12, end: 14 }])), { code: 'media_failed' });
    });

    it('takes pictures, small ones and the frame itself', async () => {
      const small = await media.thumbnail(talk, { time: 5, width: 160 });
      assert.deepEqual([...small!.subarray(0, 2)], [0xff, 0xd8]);
      const frame = await media.screenshot(talk, 5);
      assert.equal(frame!.toString('latin1', 1, 4), 'PNG');
      assert.deepEqual([frame!.readUInt32BE(16), frame!.readUInt32BE(20)], [320, 180]);
    });

    it('looks through it', async () => {
      const folder = join(engine.folder, randomUUID());
      await mkdir(folder);
      const made = await patiently(() => media.storyboard(talk, folder));
      assert.ok(made && made.storyboard.tiles > 1);
      assert.equal((await readFile(join(folder, 'sheet-0.jpg'))).readUInt16BE(0), 0xffd8);
    });

    it('cuts clips that are exact to the frame', async () => {
      const file = join(engine.folder, `${randomUUID()}.mp4`);
      await patiently(() => media.clip(talk, { start: 3.5, end: 8.2 }, file));
      const [cut, source] = await Promise.all([files.frames(file), files.frames(await files.get('talk.mp4'))]);
      assert.equal(cut.length, Math.round(4.7 * 30));
      for (const [n, at] of [
        [0, 105],
        [cut.length - 1, 105 + cut.length - 1],
      ] as const) {
        const distances = source.map((frame) => measurePixelDifference(cut[n]!, frame));
        assert.equal(distances.indexOf(Math.min(...distances)), at);
      }
    });

    it('hands its sound to a recogniser', async () => {
      const { source } = await play('sound.m4a');
      const copy =
        typeof source === 'string' ? undefined : await patiently(() => media.provider!.fetch(source, 'sound'));
      const path = typeof source === 'string' ? source : copy!.path;
      const bytes = (await buffer(Readable.from(media.samples(path, 0)))).length;
      assert.ok(Math.abs(bytes / 2 / 16_000 - (await media.inspect(path)).duration) < 0.2);
      await copy?.[Symbol.asyncDispose]();
    });

    it('answers null for a thumbnail or screenshot, when the recording is audio only', async () => {
      const sound = await play('sound.m4a');
      assert.equal(sound.info.kind, 'audio');
      assert.equal(await media.thumbnail(sound.playable, { time: 1, width: 160 }), null);
      assert.equal(await media.screenshot(sound.playable, 1), null);
    });
  });
