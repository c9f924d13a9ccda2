import { adminRoutes, type TableQuery } from '@lectern/contract/operations/admin';
import type { Call } from '@lectern/contract/client';
import { openEmbeddedPlace, openPostgresPlace } from '@lectern/server/test/databases';
import { findPostgres } from '@lectern/server/test/postgres-cluster';
import { openTestWorld } from '@lectern/server/test/world';
import { ensureAdministrator } from '@lectern/server/features/accounts/ensure-administrator';
import { median } from '../media/measure.ts';
import { seedTables } from './seed.ts';

const credentials = { email: 'bench@example.org', password: 'administrator' };
const few = 100;
const many = 100_000;
const rounds = 7;

type Screen = {
  what: string;
  open: (call: Call, query: Partial<TableQuery>) => Promise<unknown>;
  query?: Partial<TableQuery>;
};

const users: Screen['open'] = (call, query) => call(adminRoutes.users, query);
const videos: Screen['open'] = (call, query) => call(adminRoutes.videos, query);
const tokens: Screen['open'] = (call, query) => call(adminRoutes.allTokens, query);
const payments: Screen['open'] = (call, query) => call(adminRoutes.allPayments, query);
const reports: Screen['open'] = (call, query) => call(adminRoutes.reports, query);
const audit: Screen['open'] = (call, query) => call(adminRoutes.audit, query);

const screens: readonly Screen[] = [
  { what: 'users', open: users },
  { what: 'users, the oldest first', open: users, query: { sort: 'created_at', order: 'asc' } },
  { what: 'users by name', open: users, query: { sort: 'username', order: 'asc' } },
  { what: 'users by plan', open: users, query: { sort: 'plan', order: 'asc' } },
  { what: 'users, filtered', open: users, query: { q: 'person77' } },
  { what: 'videos', open: videos },
  { what: 'videos by title', open: videos, query: { sort: 'title', order: 'asc' } },
  { what: 'videos, filtered', open: videos, query: { q: 'recording 77' } },
  { what: 'token histories', open: tokens },
  { what: 'payment histories', open: payments },
  { what: 'reports', open: reports },
  { what: 'audit log', open: audit },
];

/** Milliseconds of a screen's first page, in the middle of some tries. */
async function measure(call: Call, { open, query = {} }: Screen): Promise<number> {
  await open(call, query);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await open(call, query);
    times.push(performance.now() - began);
  }
  return median(times);
}

/**
 * `npm run bench -- admin`: the first page of every table of the back office, over HTTP, with 100 rows in each table
 * and with 100,000, on both databases.
 */
export async function adminBench(): Promise<void> {
  const places = [{ name: 'the embedded database', open: openEmbeddedPlace }];
  if (findPostgres()) places.push({ name: 'PostgreSQL', open: openPostgresPlace });
  for (const { name, open } of places) {
    const place = await open();
    const server = await openTestWorld(place);
    try {
      await ensureAdministrator(server.world, credentials);
      const call = server.as((await server.call(adminRoutes.login, credentials)).token);
      const times: number[][] = [];
      for (const rows of [few, many]) {
        await seedTables(server.world.database, rows);
        const column: number[] = [];
        for (const screen of screens) column.push(await measure(call, screen));
        times.push(column);
      }
      console.log(`\nFirst pages on ${name}, median of ${rounds}`);
      for (const [n, { what }] of screens.entries()) {
        const [small, large] = [times[0]![n]!, times[1]![n]!];
        console.log(
          `${what.padEnd(26)} ${few} rows: ${small.toFixed(1).padStart(6)} ms   ${many.toLocaleString('en-US')} rows: ${large.toFixed(1).padStart(6)} ms   ratio ${(large / small).toFixed(1)}`,
        );
      }
    } finally {
      await server.close();
      await place.close();
    }
  }
}
