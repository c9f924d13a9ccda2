// full: moves to Mux and back; conformance.test.ts holds its port
import assert from 'node:assert/strict';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { after, before, it, describe } from 'node:test';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from '@lectern/contract/client';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import type { Asset } from '@mux/mux-node/resources/video/assets';
import { sql } from 'kysely';
import { moveAndReport } from '../../src/features/operations/moving/move-and-report.ts';
import { MoveError } from '../../src/features/operations/moving/request-moves.ts';
import { storageKeys } from '../../src/features/storage/keys.ts';
import { findCurrentMove, insertMoves } from '../../src/features/storage/moves.ts';
import type { Storage } from '../../src/ports/storage/port.ts';
import { describeServer } from '../describe-server.ts';
import { eventually } from '../member.ts';
import { getSamplePath } from '../sample.ts';
import { putUploadChunk, uploadFile, waitUntilProcessed } from '../upload.ts';
import { startFakeMux } from './fake-mux.ts';
import { openEmbeddedPlace, type TestPlace } from '../databases.ts';
import { type ServerProcess, createServerSettings, startServer } from '../process.ts';
import { runMoveCommand } from './move-command.ts';

/** Videos that lie here move to a server in Mux's place and back, while somebody watches. */
describeServer('moving videos to Mux and back', {}, (suite) => {
  let mux: Awaited<ReturnType<typeof startFakeMux>>;
  let call: Call;
  /** Ids of a video that came here and of another one. */
  let id: string;
  let other: string;
  /** The address of a clip of it. */
  let clip: string;

  before(async () => {
    mux = await startFakeMux();
    const member = await suite.signUp();
    id = await uploadFile(member, getSamplePath('webinar.mp4'), { captions: getSamplePath('webinar.vtt') });
    other = await uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
    await waitUntilProcessed(member, id);
    await waitUntilProcessed(member, other);
    const cut = await member.call(clipRoutes.cut, { passthrough: id, timeIn: '00:00:03', timeOut: '00:00:05' });
    await eventually(async () => ((await fetch(cut.data.data)).ok ? true : undefined), 'the clip');
    clip = new URL(cut.data.data).pathname + new URL(cut.data.data).search;
    await suite.restart({ env: mux.env });
    Object.assign(mux.ways, { masterTries: 0, webhook: `${suite.server.origin}/api/mux/webhook` });
    call = suite.server.as(member.session.token);
  });
  after(() => mux?.close());

  const lines: string[] = [];
  function move(target: 'mux' | 'local', ...only: string[]): Promise<number> {
    lines.splice(0);
    const wish = { target, ...(only.length > 0 ? { only } : {}) };
    return moveAndReport(suite.world, wish, (line) => lines.push(line));
  }
  const assetOf = async (of: string): Promise<VideoDetail> => (await call(videoRoutes.asset, { uploadId: of })).data;
  const get = (path: string): Promise<Response> => fetch(new URL(path, suite.server.origin));
  const bytesOf = async (path: string): Promise<Buffer> => {
    const reply = await get(path);
    assert.ok(reply.ok, `${path}: ${reply.status}`);
    return Buffer.from(await reply.arrayBuffer());
  };
  /** Where a page that is opened now reads the stream: at Mux or here. */
  const playsFrom = async ({ playback_id: playback }: VideoDetail): Promise<string> =>
    new URL((await get(mediaPaths.stream(playback))).url).origin;
  const segmentOf = ({ playback_id: playback }: VideoDetail) => `/media/${playback}/segment-1.m4s`;

  /** The parts of a video that people make and see. */
  const madeOf = async (of: string): Promise<object> => ({ ...(await assetOf(of)), localVideo: '' });

  /** As if the last moves had been so long ago, and the jobs had looked what is left. */
  async function later(hours: number): Promise<void> {
    await sql`update media_moves set settled_at = settled_at - make_interval(hours => ${hours})`.execute(suite.db);
    await suite.world.jobs.recoverOrphans();
  }

  const rows = () => suite.db.selectFrom('provider_assets').selectAll().execute();
  const waitingThere = () => [...mux.uploads.values()].filter(({ status }) => status === 'waiting');
  const nothingIsThere = () =>
    eventually(
      async () => (mux.assets.size + waitingThere().length + (await rows()).length === 0 ? true : undefined),
      'nothing at Mux',
    );

  it('moves videos in the order they were requested, not in the order of ids', async () => {
    for (const order of [
      [id, other],
      [other, id],
    ]) {
      const tx = await suite.db.startTransaction().execute();
      try {
        await insertMoves(tx, 'mux', order);
        assert.equal((await findCurrentMove(tx))?.video_id, order[0]);
      } finally {
        await tx.rollback().execute();
      }
    }
  });

  it('plays from here until Mux does, and then from there, with everything as it was', async () => {
    const video = await assetOf(id);
    const [made, cut] = [await madeOf(id), await bytesOf(clip)];
    const segment = segmentOf(video);
    mux.ways.ready = false;
    const moved = move('mux');
    await eventually(async () => (mux.assets.size > 0 ? true : undefined), 'the asset');
    assert.equal(await playsFrom(video), suite.server.origin);
    const seen = await bytesOf(segment);
    assert.equal(mux.assets.size, 1, 'one at a time');
    mux.release();
    assert.equal(await moved, 0);
    assert.equal(lines.length, 2);
    for (const [turn, each] of [id, other].entries())
      assert.match(lines[turn]!, new RegExp(`^${turn + 1} of 2: ${each} “.+” is at Mux now\\.$`));
    assert.equal(await playsFrom(video), mux.url);
    assert.deepEqual(await madeOf(id), made);
    assert.deepEqual(await bytesOf(clip), cut);
    assert.deepEqual(await bytesOf(segment), seen, 'who plays it already goes on');
    for (const { asset, file } of mux.assets.values())
      assert.deepEqual(
        await readFile(file),
        await readFile(getSamplePath(asset.passthrough === id ? 'webinar.mp4' : 'short.mp4')),
      );
    const showsCaptions = ({ asset: { tracks } }: { asset: Asset }): boolean =>
      tracks?.some(({ type }) => type === 'text') ?? false;
    await eventually(
      async () => ([...mux.assets.values()].every(showsCaptions) ? true : undefined),
      'the captions there',
    );
    assert.equal(await move('mux'), 0);
    assert.deepEqual(lines, ['There is nothing to move.']);
  });

  it('leaves the original here, and what can be made of it no longer than pages are open', async () => {
    const kept = () => stored(suite.world.storage, other);
    assert.deepEqual(await kept(), ['index.json', 'index.json.samples', 'original']);
    await later(11);
    assert.deepEqual(await kept(), ['index.json', 'index.json.samples', 'original']);
    await later(2);
    assert.deepEqual(await kept(), ['original']);
    assert.equal((await get(segmentOf(await assetOf(other)))).status, 404);
    assert.equal(await playsFrom(await assetOf(other)), mux.url);
  });

  it('comes back from the original, while Mux plays it, and leaves nothing there', async () => {
    const video = await assetOf(id);
    const made = await madeOf(id);
    const { url } = await get(mediaPaths.stream(video.playback_id));
    const calls = mux.asked.length;
    assert.equal(await move('local', id), 0);
    assert.match(lines[0]!, /^1 of 1: .* is here now\.$/);
    assert.ok(!mux.asked.slice(calls).some((each) => each.includes('/master')), 'the original was here');
    assert.equal(await playsFrom(video), suite.server.origin);
    assert.deepEqual(await madeOf(id), made);
    await bytesOf(segmentOf(video));
    await later(11);
    assert.ok((await fetch(url)).ok, 'who plays it already goes on');
    await later(2);
    await eventually(
      async () => (mux.assets.size === 1 && (await rows()).length === 1 ? true : undefined),
      'the deletion there, and that we know of it',
    );
    assert.equal(await move('local'), 0);
    await later(13);
    await nothingIsThere();
  });

  it('says why one has not moved, plays it from here as before and goes on with the rest', async () => {
    // The errored asset is deleted at Mux, perhaps before the test can look; Mux reports no further error after
    // that.
    mux.ways.errored = 'once';
    assert.equal(await move('mux'), 1);
    assert.match(lines[0]!, /has not moved: .*\(Mux: invalid_input: The input is no recording\.\)$/);
    assert.match(lines[1]!, /^2 of 2: .* is at Mux now\.$/);
    const refused = lines[0]!.includes(id) ? id : other;
    const video = await assetOf(refused);
    assert.equal(await playsFrom(video), suite.server.origin);
    await bytesOf(segmentOf(video));
    await eventually(async () => (mux.assets.size === 1 ? true : undefined), 'the deletion there');
    assert.equal(await move('mux'), 0, 'another time it moves');
    assert.equal(mux.assets.size, 2);
    assert.equal(await playsFrom(video), mux.url);
  });

  it('deletes one that is deleted on its way everywhere', async () => {
    assert.equal(await move('local'), 0);
    mux.ways.ready = false;
    const moved = move('mux', other);
    await eventually(
      async () => ([...mux.assets.values()].some(({ asset }) => asset.status === 'preparing') ? true : undefined),
      'the asset that is made',
    );
    await call(videoRoutes.delete, { id: other });
    assert.equal(await moved, 0);
    assert.match(lines[0]!, /was deleted meanwhile\.$/);
    mux.release();
    await later(13);
    await nothingIsThere();
    assert.deepEqual(await stored(suite.world.storage, other), []);
  });

  it('comes here from the master when it was never here', async () => {
    const { url, id: own } = await call(uploadRoutes.create, {});
    const bytes = await readFile(getSamplePath('short.mp4'));
    assert.equal((await putUploadChunk(url, bytes, `bytes 0-${bytes.length - 1}/${bytes.length}`)).status, 200);
    const video = await eventually(async () => {
      const found = await assetOf(own).catch(() => undefined);
      return found?.playable ? found : undefined;
    }, 'the video');
    assert.equal(await playsFrom(video), mux.url);
    mux.ways.masterTries = 1;
    assert.equal(await move('local', own), 0);
    assert.equal(await playsFrom(video), suite.server.origin);
    assert.deepEqual(await buffer(await suite.world.storage.read(storageKeys.original(own))), bytes);
    await bytesOf(segmentOf(video));
    await later(13);
    await nothingIsThere();
    await call(videoRoutes.delete, { id: own });
  });

  it('refuses what is no video, and is told of what need not move', async () => {
    await assert.rejects(move('mux', 'x'), new MoveError('x is not the id of a video.'));
    await assert.rejects(move('mux', other), new MoveError(`There is no video ${other}.`));
    assert.equal(await move('local', id), 0);
    const { title } = await assetOf(id);
    assert.deepEqual(lines, [`${id} “${title}”: is there already.`, 'There is nothing to move.']);
  });
});

/** Names of what lies here of a recording itself and of what is played. */
async function stored(storage: Storage, id: string): Promise<string[]> {
  const names = await storage.names(`${storageKeys.folder(id)}/`);
  return names.filter((name) => !name.endsWith('/'));
}

/** Nobody is ever asked by these. */
const mux: Readonly<Record<string, string>> = {
  MEDIA_BACKEND: 'mux',
  MUX_TOKEN_ID: 'id',
  MUX_TOKEN_SECRET: 'secret',
  MUX_SIGNING_KEY_ID: 'key',
  MUX_SIGNING_PRIVATE_KEY: 'private',
  MUX_WEBHOOK_SECRET: 'webhook',
};

/** The command as a person gives it, where videos cannot be moved. */
describe('lectern -- move-media, without what it needs', () => {
  let folder: string;

  before(async () => (folder = await mkdtemp(join(tmpdir(), 'lectern-test-'))));
  after(() => rm(folder, { recursive: true, force: true }));

  const refused = (line: string) => ({ code: 1, out: '', err: `${line}\n` });

  for (const target of ['mux', 'local'])
    it(`refuses to move to ${target} without MEDIA_BACKEND=mux, and opens nothing`, async () => {
      const dataDir = join(folder, target);
      const line = refused('MEDIA_BACKEND: must be mux while videos move, there and back.');
      const settings: Record<string, string>[] = [{}, { MEDIA_BACKEND: 'local' }];
      for (const said of await Promise.all(
        settings.map((env) => runMoveCommand([target], { DATA_DIR: dataDir, ...env })),
      ))
        assert.deepEqual(said, line);
      assert.ok(!existsSync(dataDir));
    });

  it('names the setting that is missing, and opens nothing', async () => {
    const dataDir = join(folder, 'half');
    const without = async (name: string): Promise<void> => {
      const { [name]: _, ...rest } = mux;
      const line =
        name === 'MEDIA_BACKEND'
          ? 'MEDIA_BACKEND: is missing although MUX_TOKEN_ID is set; say mux or local.'
          : `${name}: is missing; MEDIA_BACKEND=mux needs it.`;
      assert.deepEqual(await runMoveCommand(['mux'], { DATA_DIR: dataDir, ...rest }), refused(line));
    };
    await Promise.all(Object.keys(mux).map(without));
    assert.ok(!existsSync(dataDir));
  });

  it('knows two places only', async () => {
    for (const words of [[], ['cloud']]) {
      const { code, err } = await runMoveCommand(words, { DATA_DIR: folder });
      assert.equal(code, 2);
      assert.match(err, /^Usage:\n.*lectern move-media mux\|local/s);
    }
  });

  describe('of a server that runs without MEDIA_BACKEND=mux', () => {
    let place: TestPlace;
    let server: ServerProcess;

    before(async () => {
      place = await openEmbeddedPlace();
      server = await startServer(await createServerSettings(place));
    });
    after(async () => {
      await server?.stop();
      await place?.close();
    });

    it('says that it is the server that lacks it', async () => {
      const line = refused('MEDIA_BACKEND: the server that runs here was started without MEDIA_BACKEND=mux.');
      assert.deepEqual(await runMoveCommand(['mux'], { DATA_DIR: place.dataDir, ...mux }), line);
    });
  });
});
