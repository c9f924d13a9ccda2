// full: seventy kinds of recordings; media.test.ts has one of each container
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import '../system-ffmpeg.ts';
import { CallError } from '@lectern/contract/client';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { problems } from '@lectern/contract/problem';
import { formatExactTimecode, parseExactTimecode } from '@lectern/contract/rules/timecode';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { findFfmpeg } from '../../src/ports/media/local/ffmpeg/find-ffmpeg.ts';
import { readPicture } from '../../src/ports/media/local/ffmpeg/read-picture.ts';
import { eventually, signUp, type TestMember } from '../member.ts';
import { fetchAsset, uploadFile } from '../upload.ts';
import { openTestWorld, type TestWorld } from '../world.ts';
import { bars } from './bar-code.ts';
import { assertKeptFrames, assertSameFrames, assertSameSound, frameNumberAt } from './compare.ts';
import { kinds, type Kind } from './kinds.ts';
import {
  countInterlacedFrames,
  describeStream,
  errorsIn,
  listenTo,
  lookAtFrames,
  lookAtPicture,
  type ShownFrame,
} from './look.ts';
import { createOddMediaMaker } from './make.ts';

const { program } = await findFfmpeg(undefined);
assert.ok(program, 'The tests need an ffmpeg; npm installs one on linux-x64.');
const ffmpeg = program;

/** Kinds from which several clips are cut: one of each way a recording can be awkward to cut. */
const awkward = [
  'trimmed.mp4',
  'varying-reordered.mp4',
  'late-picture.mp4',
  'short-sound.mp4',
  'interlaced.ts',
  'stream.ts',
];

/** Ends of clips, as parts of the picture: at its start, between frames, short ones, and up to its end. */
const cuts = [
  [0, 0.2],
  [0.35, 0.36],
  [0.617, 0.733],
  [0.8, 1],
] as const;

/** The clip of every other kind: it begins and ends between keyframes. */
const oneCut = [[0.41, 0.56]] as const;

/** The time, or one shortly after it that no frame begins at: what is looked at knows milliseconds, so do clips. */
const between = (frames: readonly ShownFrame[], time: number): number =>
  frames.some((frame) => frame.time > 0 && Math.abs(frame.time - time) < 0.003) ? time + 0.006 : time;

/** Seconds a recording may take to settle where machines are slow and others are looked at beside it. */
const longest = 900;

const conversions: Readonly<Record<string, string | undefined>> = { repackage: 'copied', transcode: 'encoded' };

describe('every kind of recording', () => {
  let server: TestWorld;
  let member: TestMember;
  let folder: string;
  let made: ReturnType<typeof createOddMediaMaker>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-odd-'));
    made = createOddMediaMaker(ffmpeg, folder);
    server = await openTestWorld({ env: { SPEECH: 'captions' } });
    member = await signUp(server.origin, server.letters);
    // Room for those that are looked at beside each other.
    const { kysely } = server.world.database;
    await kysely.updateTable('workspaces').set({ plan: 'professional' }).where('id', '=', member.session.id).execute();
  });
  after(async () => {
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const pictured = new Set(['thumbnail', 'storyboard']);

  /**
   * Uploads a file and waits until it is playable with its pictures; or the text it is refused with, at the first look
   * or a closer one.
   */
  async function settle(file: string): Promise<VideoDetail | string> {
    try {
      const id = await uploadFile(member, file, { chunk: 4 * 1024 * 1024 });
      return await eventually(
        async () => {
          const asset = await fetchAsset(member, id);
          const failed = asset.steps.find(
            ({ step, state }) => state === 'failed' && (step === 'inspect' || step === 'playable'),
          );
          const done = asset.steps.every(
            ({ step, state }) => !pictured.has(step) || /^(?:done|skipped|failed)$/.test(state),
          );
          return failed ? `${failed.problem}` : asset.playable && done ? asset : undefined;
        },
        file,
        longest,
      );
    } catch (error) {
      if (error instanceof CallError && error.status === 422) return error.message;
      throw error;
    }
  }

  /** Seconds of all segments of a stream together. */
  async function secondsOf(stream: string): Promise<number> {
    const variant = (await (await fetch(stream)).text()).split('\n').find((line) => /^[^#]/.test(line))!;
    const playlist = await (await fetch(new URL(variant, stream))).text();
    return [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
  }

  const stateOf = (asset: VideoDetail, name: string) => asset.steps.find(({ step }) => step === name);

  /** Its pictures were made, and one of its middle is served. */
  async function assertPictured(asset: VideoDetail, frames: readonly ShownFrame[]): Promise<void> {
    for (const name of pictured)
      assert.equal(stateOf(asset, name)?.state, 'done', `${name}: ${stateOf(asset, name)?.problem}`);
    const { time } = frames[Math.floor(frames.length / 2)]!;
    const picture = await fetch(
      `${server.origin}${mediaPaths.thumbnail(asset.playback_id, Math.round(time * 10) / 10)}`,
    );
    assert.equal(picture.headers.get('content-type'), 'image/jpeg', `the thumbnail of ${time} s`);
    await picture.arrayBuffer();
  }

  async function assertPictures(asset: VideoDetail, frames: readonly ShownFrame[]): Promise<void> {
    const [{ time: early }, { time: late }] = [0.31, 0.77].map((part) => frames[Math.floor(frames.length * part)]!) as [
      ShownFrame,
      ShownFrame,
    ];
    // Thumbnails are of tenths of a second.
    const tenth = Math.round(early * 10) / 10;
    const thumbnail = join(folder, `${asset.id}.jpg`);
    const picture = await fetch(`${server.origin}${mediaPaths.thumbnail(asset.playback_id, tenth)}`);
    assert.equal(picture.status, 200, `the thumbnail of ${tenth} s`);
    await writeFile(thumbnail, Buffer.from(await picture.arrayBuffer()));
    assert.equal(await lookAtPicture(ffmpeg, thumbnail), frameNumberAt(frames, tenth), `the thumbnail of ${tenth} s`);
    const wish = { passthrough: asset.id, time: formatExactTimecode(late) };
    const { data } = await member.call(clipRoutes.screenshot, wish);
    const screenshot = join(folder, `${asset.id}.png`);
    await writeFile(screenshot, Buffer.from(await (await fetch(data.url)).arrayBuffer()));
    assert.equal(
      await lookAtPicture(ffmpeg, screenshot),
      frameNumberAt(frames, late),
      `the screenshot of ${wish.time}`,
    );
  }

  async function assertClips(
    asset: VideoDetail,
    frames: readonly ShownFrame[],
    { read, cuts }: { read: number; cuts: readonly (readonly [number, number])[] },
  ): Promise<void> {
    const end = Math.min(asset.duration, frames.at(-1)!.time);
    const start = frames[0]!.time;
    for (const [from, to] of cuts) {
      const times = [from, to].map((part) => formatExactTimecode(between(frames, start + (end - start) * part)));
      const [timeIn, timeOut] = [times[0]!, times[1]!];
      const { data } = await member.call(clipRoutes.cut, { passthrough: asset.id, timeIn, timeOut });
      const clip = await eventually(async () => {
        const response = await fetch(data.data);
        assert.ok(response.ok || response.status === 404, `${response.status}`);
        return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
      }, 'the clip');
      const file = join(folder, `${asset.id}.clip.mp4`);
      await writeFile(file, clip);
      const [first, last] = times.map(parseExactTimecode);
      const numbers = (await lookAtFrames(ffmpeg, file, { read })).map(({ number }) => number);
      const begins = frameNumberAt(frames, first!);
      const within = frames
        .filter(({ time }) => time > first! + 0.001 && time < last! - 0.001)
        .map(({ number }) => number);
      assert.deepEqual(numbers, [begins, ...within], `${timeIn} to ${timeOut}`);
    }
  }

  async function assertPlays(kind: Kind, original: string, asset: VideoDetail): Promise<void> {
    assert.equal(asset.conversion?.how, conversions[kind.verdict], `${asset.conversion?.reason}`);
    if (asset.conversion) assert.match(asset.conversion.reason, /^[A-Z].{20,}\.$/);
    const stream = `${server.origin}${mediaPaths.stream(asset.playback_id)}`;
    const like = kind.like ? await made(kind.like) : original;
    // The time line of MP4 is that of its edit lists; all others begin with their first frame.
    const reference = { absolute: /\.(?:mp4|mov|m4a|3gp)$/.test(original), picture: kind.picture ?? 'V:0' };
    const lasts = await secondsOf(stream);
    assert.ok(Math.abs(asset.duration - lasts) < 0.1, `is said to last ${asset.duration} s and plays ${lasts} s`);
    const read = kind.interlaced ? bars - 1 : bars;
    if (asset.kind === 'video') {
      const [all, frames] = await Promise.all([
        lookAtFrames(ffmpeg, stream, { absolute: true, read }),
        lookAtFrames(ffmpeg, like, { ...reference, read }),
      ]);
      const served = kind.goesOn ? all.slice(0, frames.length) : all;
      for (const { number } of all.slice(served.length)) assert.equal(number, served.at(-1)!.number);
      assert.ok(!kind.goesOn || asset.duration - all.at(-1)!.time < 8, 'the picture goes on with the sound');
      // As every screen shows it, whatever the original was made for.
      if (kind.verdict === 'transcode')
        assert.equal(readPicture(await describeStream(ffmpeg, stream))?.colour.kind, 'plain');
      if (kind.damaged) assertKeptFrames(served, frames);
      else assertSameFrames(served, frames);
      await assertPictured(asset, served);
      if (kind.interlaced) assert.ok((await countInterlacedFrames(ffmpeg, stream)) < frames.length / 20, 'shows combs');
      else if (!kind.damaged) await assertPictures(asset, served);
      await assertClips(asset, served, { read, cuts: awkward.includes(kind.name) ? cuts : oneCut });
    }
    // Players end at what they cannot decode.
    if (kind.damaged) assert.equal(await errorsIn(ffmpeg, stream), '');
    if (kind.name !== 'without-sound.mp4' && !kind.damaged)
      assertSameSound(await listenTo(ffmpeg, stream, { absolute: true }), await listenTo(ffmpeg, like, reference));
  }

  describe('is played from its first frame to its last, or refused', { concurrency: 3 }, () => {
    for (const kind of kinds)
      it(`${kind.name}: ${kind.verdict}`, async () => {
        const file = await made(kind.name);
        const asset = await settle(file);
        if (kind.verdict === 'not_media' || kind.verdict === 'broken_media')
          return assert.equal(asset, problems[kind.verdict].text);
        assert.ok(typeof asset === 'object', `refused: ${String(asset)}`);
        try {
          await assertPlays(kind, file, asset);
        } finally {
          await member.call(videoRoutes.delete, { id: asset.id });
        }
      });
  });
});
