import { administer, openEmbeddedPlace, openPostgresPlace } from '@lectern/server/test/databases';
import { findPostgres } from '@lectern/server/test/postgres-cluster';
import { openTestWorld, type TestWorld } from '@lectern/server/test/world';
import { copyLibrary, type LibraryCopy } from './search/copy-library.ts';

/** A server to measure, and a way to make its libraries larger. */
export type MeasuredServer = TestWorld & { copyLibrary(from: string, copies: readonly LibraryCopy[]): Promise<void> };

/** Measures on the embedded database, then on PostgreSQL where there is one: each with a server of its own. */
export async function onEachDatabase(measure: (name: string, server: MeasuredServer) => Promise<void>): Promise<void> {
  const places = [{ name: 'the embedded database', open: openEmbeddedPlace }];
  if (findPostgres()) places.push({ name: 'PostgreSQL', open: openPostgresPlace });
  for (const { name, open } of places) {
    const place = await open();
    const server = await openTestWorld(place);
    try {
      await measure(name, {
        ...server,
        async copyLibrary(from, copies) {
          // Millions of rows take longer than any statement of the product may.
          if (place.databaseUrl !== undefined)
            return administer(place.databaseUrl, (client) => copyLibrary(client, from, copies));
          const connection = await server.world.database.pool.connect();
          try {
            await copyLibrary(connection, from, copies);
          } finally {
            connection.release();
          }
        },
      });
    } finally {
      await server.close();
      await place.close();
    }
  }
}
