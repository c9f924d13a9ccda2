import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CallError } from '@lectern/contract/client';
import { clipRoutes } from '@lectern/contract/clips';
import { problems } from '@lectern/contract/problem';
import { uploadRoutes } from '@lectern/contract/uploads';
import { type VideoAsset, videoRoutes } from '@lectern/contract/videos';
import { sql } from 'kysely';
import { silentLog } from '../../src/main/silent-log.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { openEmbeddedPlace, type Place } from '../databases.ts';
import { eventually, signUp, type TestMember } from '../member.ts';
import { type ServerProcess, type Settings, settingsOf, startServer } from '../process.ts';
import { sample } from '../sample.ts';
import { uploadFile, whenSettled } from '../upload.ts';
import { startFakeMux } from './fake-mux.ts';
import type { Fault } from './fates.ts';

/** The kinds of calls by which a recording comes to Mux, in their order. Giving up and deleting are not among them yet. */
const calls: Readonly<Record<string, RegExp>> = {
  'begins an upload': /^POST .*\/uploads$/,
  'asks about an upload': /^GET .*\/uploads\/\w+$/,
  'asks about an asset': /^GET .*\/assets\/\w+$/,
  'asks for the master': /^PUT .*\/master-access$/,
  'looks for an upload without a name': /^GET .*\/uploads$/,
};

/** Those at which nobody hears of an upload that may lie there. */
const losesTheName: ReadonlySet<string> = new Set(['begins an upload', 'looks for an upload without a name']);

/** `reset`: the server is dead before Mux has done it; `lost`: Mux has done it, and nobody hears. */
const moments = { before: 'reset', after: 'lost' } as const satisfies Record<string, Fault>;

/**
 * A real server that is killed (SIGKILL) at each of these calls, before Mux has done it and after. What lies at Mux
 * has an owner here then, what was sent is a video, and in the end nothing is left.
 */
describe('a server that is killed while it speaks with Mux', () => {
  let mux: Awaited<ReturnType<typeof startFakeMux>>;
  let place: Place;
  let env: Settings;
  let server: ServerProcess | undefined;
  let member: TestMember;

  before(async () => {
    [mux, place] = await Promise.all([startFakeMux(), openEmbeddedPlace()]);
    env = { ...(await settingsOf(place)), ...mux.env };
    mux.ways.masterTries = 0;
    mux.ways.webhook = `http://127.0.0.1:${env.PORT}/api/mux/webhook`;
    server = await startServer(env);
    member = await signUp(server.origin, server.letters);
  });
  after(async () => {
    await server?.stop();
    await mux?.close();
    await place?.close();
  });

  const waitingThere = () => [...mux.uploads.values()].filter(({ status }) => status === 'waiting');
  const videos = async () => (await member.call(videoRoutes.list, { userId: member.session.id })).data;

  /** Does something with the tables while no server runs. */
  async function inDatabase<T>(work: (db: Awaited<ReturnType<typeof openDatabase>>['kysely']) => Promise<T>) {
    const database = await openDatabase({
      dataDir: place.dataDir,
      ...(place.databaseUrl ? { url: place.databaseUrl } : {}),
      log: silentLog,
    });
    try {
      return await work(database.kysely);
    } finally {
      await database.close();
    }
  }

  /** Starts the server that was killed, an hour later as far as Mux is concerned. */
  async function startAgain(): Promise<void> {
    await inDatabase((db) =>
      sql`update provider_assets set created_at = now() - interval '1 hour', asked_at = null`.execute(db),
    );
    server = await startServer(env);
  }

  /** Kills the server at its next such call; resolves when it has been killed. */
  function killAt(on: RegExp, fault: Fault): Promise<void> {
    return new Promise((resolve) => {
      const first = async (): Promise<void> => {
        await server!.kill();
        resolve();
      };
      mux.faults.push({ on, fault, first });
    });
  }

  /** What lies at Mux, by what it is to us, is what our tables say lies there. */
  async function compare(): Promise<void> {
    await server!.stop();
    const rows = await inDatabase((db) => db.selectFrom('provider_assets').selectAll().execute());
    assert.deepEqual(
      rows.flatMap(({ asset_id }) => asset_id ?? []).sort(),
      [...mux.assets.keys()].sort(),
      'each asset has its row, and each row its asset',
    );
    for (const { asset } of mux.assets.values())
      assert.equal(rows.find(({ asset_id }) => asset_id === asset.id)?.id, asset.passthrough);
    const names = new Set(rows.map(({ upload_id }) => upload_id));
    assert.deepEqual(
      waitingThere().filter(({ id }) => !names.has(id)),
      [],
      'each upload that is open there has its row',
    );
    server = await startServer(env);
  }

  async function whole(id: string): Promise<VideoAsset> {
    await eventually(async () => ((await videos()).length > 0 ? true : undefined), 'the video');
    const video = await whenSettled(member, id);
    assert.ok(
      video.steps.every(({ state }) => state === 'done'),
      JSON.stringify(video.steps),
    );
    assert.ok([...mux.assets.values()].some(({ asset }) => asset.passthrough === id));
    return video;
  }

  /** What a removal still asks after Mux has nothing more would be taken for a call of the next upload. */
  async function removalsAreOver(): Promise<void> {
    await eventually(async () => {
      await server!.stop();
      const rows = await inDatabase((db) => db.selectFrom('provider_assets').select('id').execute());
      server = await startServer(env);
      return rows.length === 0 ? true : undefined;
    }, 'the end of the removals');
  }

  const nothingIsLeft = () =>
    eventually(
      async () => (mux.assets.size === 0 && waitingThere().length === 0 ? true : undefined),
      'nothing at Mux',
    ).catch(async (cause: unknown) => {
      const { data } = await member.call(uploadRoutes.open, {});
      throw new Error(
        `At Mux: ${JSON.stringify([[...mux.assets.keys()], waitingThere()])}; here: ${JSON.stringify(data)}`,
        { cause },
      );
    });

  /** An upload of which the name was lost; the person is told that there is none. */
  async function loseName(): Promise<void> {
    mux.faults.push({ on: calls['begins an upload']!, fault: 'lost' });
    await assert.rejects(
      member.call(uploadRoutes.create, {}),
      (error) => error instanceof CallError && error.msg === problems.storage_unavailable.text,
    );
  }

  for (const [name, on] of Object.entries(calls))
    for (const [moment, fault] of Object.entries(moments))
      it(`loses nothing when it ${name} and dies ${moment} Mux has done it`, async () => {
        let id: string | undefined;
        const killed = killAt(on, fault);
        const unheard = <T>(doing: Promise<T>): Promise<T | undefined> => doing.catch(() => undefined);
        if (name === 'looks for an upload without a name') await unheard(loseName());
        else id = await unheard(uploadFile(member, sample('short.mp4'), { captions: sample('short.vtt') }));
        await killed;
        await startAgain();
        assert.equal(id === undefined, losesTheName.has(name), 'only who never heard a name has none');
        if (id === undefined) {
          await nothingIsLeft();
          assert.deepEqual(await videos(), []);
        } else {
          const { id: passthrough } = await whole(id);
          const clip = await member.call(clipRoutes.cut, { passthrough, timeIn: '00:00:01', timeOut: '00:00:02' });
          await eventually(async () => ((await fetch(clip.data.data)).ok ? true : undefined), 'the clip');
          await compare();
          await member.call(videoRoutes.delete, { id });
          await nothingIsLeft();
        }
        await eventually(
          async () => ((await member.call(uploadRoutes.open, {})).data.length === 0 ? true : undefined),
          'no upload under way',
        );
        await removalsAreOver();
      });
});
