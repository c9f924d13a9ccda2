// full: hostile events and answers of Mux; conformance.test.ts holds its port
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Call, CallError, createClient } from '@lectern/contract/client';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { type ProblemCode, problems } from '@lectern/contract/problem';
import { runnableSteps } from '@lectern/contract/rules/pipeline';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { findFfmpeg } from '../../src/ports/media/local/ffmpeg/find-ffmpeg.ts';
import { emptyBoxes, buildMovieFile, buildMoovBox, hugePicture, overlappingSamples } from '../hostile-media.ts';
import { eventually, signUp, type TestMember } from '../member.ts';
import { createOddMediaMaker } from '../odd-media/make.ts';
import { readPeakMb } from '../process.ts';
import { putUploadChunk, uploadFile } from '../upload.ts';
import { type KillStage, openKillStage } from './kill-stage.ts';
import { runMoveCommand } from './move-command.ts';

const { program } = await findFfmpeg(undefined);
assert.ok(program, 'The tests need an ffmpeg; npm installs one on linux-x64.');
const ffmpeg = program;

/** Seconds that anything may take where machines are slow. */
const longest = 600;

/** Megabytes by which one file may let the server grow. */
const mostGrowth = 300;

const made: Readonly<Record<string, () => Buffer>> = {
  'millions of samples out of the same few bytes': overlappingSamples,
  'millions of empty boxes': () => emptyBoxes(20_000_000),
  'a picture of 16000 × 16000': hugePicture,
  'tables that point behind the end': () =>
    buildMovieFile(buildMoovBox({ count: 500, size: 4000, chunks: [900_000_000] }), 20_000),
  nothing: () => Buffer.alloc(0),
};

/** Allowed reasons for a master that is no honest recording. */
const codes: readonly ProblemCode[] = ['not_media', 'broken_media', 'reading_stopped'];
const reasons: readonly string[] = [
  ...codes.map((code) => problems[code].text),
  'The picture of this recording is 16000 × 16000 pixels, which is more than can be shown. The maximum is 8192 × 8192.',
];

/** Damaged, lying and strange recordings with MEDIA_BACKEND=mux: sent, moved, and handed out by Mux as masters. */
describe('recordings made to harm, and Mux', () => {
  let stage: KillStage;
  let folder: string;
  let oddFile: ReturnType<typeof createOddMediaMaker>;
  let origin: string;
  let member: TestMember;
  let call: Call;

  before(async () => {
    [stage, folder] = await Promise.all([openKillStage(), mkdtemp(join(tmpdir(), 'lectern-hostile-'))]);
    oddFile = createOddMediaMaker(ffmpeg, folder);
    const server = await stage.start(stage.local);
    ({ origin } = server);
    member = await signUp(origin, server.letters);
    call = createClient({ origin, token: () => member.session.token });
    member.call = call;
    await stage.tables.updateTable('workspaces').set({ plan: 'professional' }).execute();
    await stage.stop();
    await stage.start();
  });
  after(async () => {
    await stage?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const bytesOf = async (kind: string): Promise<Buffer> => made[kind]?.() ?? readFile(await oddFile(kind));

  /** Sends bytes to Mux as they are. */
  async function send(bytes: Buffer): Promise<string> {
    const { url, id } = await call(uploadRoutes.create, {});
    const range = bytes.length === 0 ? 'bytes */0' : `bytes 0-${bytes.length - 1}/${bytes.length}`;
    assert.equal((await putUploadChunk(url, bytes, range)).status, 200);
    return id;
  }

  /** The video once nothing of it is under way, or the text with which it is refused. The server serves meanwhile. */
  const becomes = (id: string): Promise<VideoDetail | string> =>
    eventually(
      async () => {
        assert.equal((await fetch(`${origin}/healthz`)).status, 200);
        try {
          const { data } = await call(videoRoutes.asset, { uploadId: id });
          const moving = data.steps.some(({ state }) => state === 'running') || runnableSteps(data.steps).length > 0;
          return moving ? undefined : data;
        } catch (error) {
          if (!(error instanceof CallError)) throw error;
          return error.status === 503 ? undefined : error.message;
        }
      },
      'what becomes of it',
      longest,
    );

  const deleteAll = async (): Promise<void> => {
    for (const { id } of (await call(videoRoutes.list, { userId: member.session.id })).data)
      await call(videoRoutes.delete, { id });
    await stage.nothingIsThere();
  };

  /** Failed steps of the pipeline. */
  const failed = ({ steps }: VideoDetail) => steps.filter(({ state }) => state === 'failed');

  const plays = ['turned-90.mp4', 'varying-rate.mp4', 'damaged.mp4', 'cut-off-fragments.mp4', 'one-keyframe.mp4'];
  const refused = ['cut-off.mp4', 'noise.mp4', 'paper.mp4', ...Object.keys(made)];

  it('plays those sent to Mux that can be played, and says of the others that they cannot be read', async () => {
    const sent = new Map<string, string>();
    for (const kind of [...plays, ...refused]) sent.set(kind, await send(await bytesOf(kind)));
    for (const [kind, id] of sent) {
      const became = await becomes(id);
      if (!plays.includes(kind)) assert.equal(became, problems.unreadable_media.text, kind);
      else {
        assert.ok(typeof became === 'object', `${kind}: ${String(became)}`);
        assert.ok(became.playable, kind);
        assert.deepEqual(failed(became), [], kind);
      }
    }
    await eventually(async () => (stage.mux.assets.size === plays.length ? true : undefined), 'the deletions there');
    await stage.compare();
    await deleteAll();
  });

  it('keeps nothing of an upload that announces more than ever comes', async () => {
    const { url, id } = await call(uploadRoutes.create, {});
    const { status } = await putUploadChunk(url, Buffer.alloc(1000), `bytes 0-999/${Number.MAX_SAFE_INTEGER}`);
    assert.equal(status, 308);
    await call(uploadRoutes.cancel, { id });
    await stage.nothingIsThere();
  });

  for (const kind of ['noise.mp4', 'cut-off.mp4', ...Object.keys(made).filter((each) => each !== 'nothing')])
    it(`survives ${kind} as a master that Mux took for a recording`, async () => {
      const { pid } = await stage.running();
      const before = await readPeakMb(pid);
      stage.mux.ways.believes = true;
      const id = await send(await bytesOf(kind));
      const became = await becomes(id);
      stage.mux.ways.believes = false;
      assert.ok(typeof became === 'object' && became.playable);
      const problem = failed(became).find(({ step }) => step === 'storyboard')?.problem;
      assert.ok(problem && reasons.includes(problem), `the storyboard: ${problem}`);
      const { data } = await call(clipRoutes.cut, { passthrough: id, timeIn: '00:00:01', timeOut: '00:00:03' });
      const answer = await eventually(async () => {
        const { status } = await fetch(data.data, { method: 'HEAD' });
        return status === 404 ? undefined : status;
      }, 'what becomes of the clip');
      assert.equal(answer, 422);
      const { code, out } = await runMoveCommand(['local', '--videos', id], stage.env);
      assert.equal(code, 1);
      assert.ok(
        reasons.some((reason) => out.includes(`has not moved: ${reason}`)),
        out,
      );
      assert.equal((await becomes(id)) instanceof Object, true, 'it is where it was');
      await deleteAll();
      const grown = (await readPeakMb(pid)) - before;
      assert.ok(grown < mostGrowth, `the server grew by ${Math.round(grown)} MB`);
    });

  it('moves strange ones there and back whole, says why others stay, and goes on with the next', async () => {
    await stage.stop();
    await stage.start(stage.local);
    const ids = new Map<string, string>();
    const kinds = [...plays, 'sound.mp3', 'plain.mp4', 'tables-first.mp4', 'mono-8k.mp4'];
    for (const kind of kinds) {
      const id = await uploadFile(member, await oddFile(kind), { chunk: 8 * 1024 ** 2, title: kind });
      ids.set(kind, id);
      assert.ok(typeof (await becomes(id)) === 'object', kind);
    }
    await stage.stop();
    await stage.start();
    const [longer, deaf, lost] = ['plain.mp4', 'tables-first.mp4', 'mono-8k.mp4'].map((kind) => ids.get(kind)!);
    stage.mux.ways.altered = (info, { passthrough }) => {
      if (passthrough === longer) return { ...info, duration: info.duration + 5 };
      const { video: _, ...sound } = info;
      return passthrough === deaf ? { ...sound, kind: 'audio' } : info;
    };
    const original = (id: string): string => join(stage.dataDir, 'videos', id, 'original');
    await rename(original(lost!), join(folder, 'lost'));

    const { code, out } = await runMoveCommand(['mux'], stage.env);
    assert.equal(code, 1);
    const lineOf = (id: string): string => out.split('\n').find((line) => line.includes(id))!;
    assert.match(lineOf(longer!), /has not moved: It would last 21\.\d s there in the place of 16\.\d s: it stays/);
    assert.match(lineOf(deaf!), /has not moved: It would be audio alone there: it stays/);
    assert.match(lineOf(lost!), /has not moved: Its original is no longer here: it stays/);
    const stay = new Set([longer, deaf, lost]);
    const moved = kinds.filter((kind) => !stay.has(ids.get(kind)));
    for (const kind of moved) assert.match(lineOf(ids.get(kind)!), /is at Mux now\.$/, kind);
    await eventually(async () => (stage.mux.assets.size === moved.length ? true : undefined), 'the deletions there');
    await stage.compare();
    for (const kind of moved) {
      const id = ids.get(kind)!;
      const kept = [...stage.mux.assets.values()].find(({ asset }) => asset.passthrough === id)!;
      assert.equal(await sumOf(kept.file), await sumOf(await oddFile(kind)), kind);
      const { data } = await call(videoRoutes.asset, { uploadId: id });
      const { url, ok } = await fetch(new URL(mediaPaths.stream(data.playback_id), origin));
      assert.deepEqual([ok, new URL(url).origin], [true, stage.mux.url], kind);
      // As if it had never been here: it comes from the master.
      await rm(original(id));
    }
    const back = await runMoveCommand(['local'], stage.env);
    assert.equal(back.code, 0, back.out + back.err);
    for (const kind of moved) assert.equal(await sumOf(original(ids.get(kind)!)), await sumOf(await oddFile(kind)));
    await deleteAll();
  });
});

async function sumOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}
