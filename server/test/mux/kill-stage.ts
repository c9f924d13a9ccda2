import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Queryable } from '../../src/platform/database/database.ts';
import { askedServer, connectRunningDatabase } from '../query-running-database.ts';
import { openEmbeddedPlace } from '../databases.ts';
import { eventually } from '../member.ts';
import { type ServerProcess, type ServerSettings, createServerSettings, startServer } from '../process.ts';
import { startFakeMux } from './fake-mux.ts';
import type { MuxFault } from './parts.ts';

/** `reset`: the server is dead before Mux has done it; `lost`: Mux has done it, and nobody hears. */
export const moments = { before: 'reset', after: 'lost' } as const satisfies Record<string, MuxFault>;

export type KillStage = Awaited<ReturnType<typeof openKillStage>>;

/**
 * A real server on the embedded database against a server in Mux's place, which has it killed (SIGKILL) at its calls.
 */
export async function openKillStage() {
  const [mux, place] = await Promise.all([startFakeMux(), openEmbeddedPlace()]);
  const local = await createServerSettings(place);
  const env: ServerSettings = { ...local, ...mux.env };
  mux.ways.masterTries = 0;
  mux.ways.webhook = `http://127.0.0.1:${env.PORT}/api/mux/webhook`;
  let server: Promise<ServerProcess> | undefined;

  const waitingThere = () => [...mux.uploads.values()].filter(({ status }) => status === 'waiting');

  const stop = async (): Promise<void> => void (await (await server)?.stop());
  /** `first` is a statement that the tables hear before the server looks at them. */
  function start(settings = env, first = ''): Promise<ServerProcess> {
    server = startServer({ ...settings, LECTERN_TEST_FIRST: first }, askedServer);
    return server;
  }

  /** The tables of the server that runs. */
  const tables: Queryable = connectRunningDatabase(join(place.dataDir, 'asked'));

  /** Waits until the assets at Mux, by their role here, match our tables, once no work is under way. */
  async function compare(): Promise<void> {
    let doubt: unknown;
    await eventually(async () => {
      doubt = await isSame().catch((error: unknown) => error);
      return doubt === undefined ? true : undefined;
    }, 'the same here and there').catch((cause: unknown) => {
      throw doubt ?? cause;
    });
  }

  async function isSame(): Promise<undefined> {
    const rows = await tables.selectFrom('provider_assets').selectAll().execute();
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
  }

  return {
    mux,
    dataDir: place.dataDir,
    env,
    /** The settings of the same place without Mux. */
    local,
    start,
    stop,
    /** The server that was started last. */
    running: (): Promise<ServerProcess> => server!,
    tables,
    compare,
    waitingThere,
    nothingIsThere: () =>
      eventually(
        async () => (mux.assets.size === 0 && waitingThere().length === 0 ? true : undefined),
        'nothing at Mux',
      ),

    /** Kills the server at its next such call, once it is ready; resolves when it has been killed. */
    killAt: (on: RegExp, fault: MuxFault): Promise<void> =>
      new Promise((resolve) => {
        const first = async (): Promise<void> => {
          await (await server)!.kill();
          resolve();
        };
        mux.faults.push({ on, fault, first });
      }),

    /** Starts the server that was killed, or stops it before, an hour later as far as Mux is concerned. */
    async startAgain(): Promise<void> {
      await stop();
      await start(env, "update provider_assets set created_at = now() - interval '1 hour', asked_at = null");
    },

    /** Waits for removals to end; their late calls would be taken for calls of the next test. */
    removalsAreOver: () =>
      eventually(async () => {
        const rows = await tables.selectFrom('provider_assets').select('id').execute();
        return rows.length === 0 ? true : undefined;
      }, 'the end of the removals'),

    /** Waits for all jobs that are due: their late calls would be taken for those of the next command. */
    jobsAreOver: () =>
      eventually(async () => {
        const { rows } = await sql<{ name: string }>`
          select name from jobs where ended_at is null and start_after <= now()`.execute(tables);
        return rows.length === 0 ? true : undefined;
      }, 'the end of the jobs'),

    async close(): Promise<void> {
      await stop();
      await mux.close();
      await place.close();
    },
  };
}
