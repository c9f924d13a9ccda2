import { openEmbeddedPlace, openPostgresPlace } from '@lectern/server/test/databases';
import { findPostgres } from '@lectern/server/test/postgres-cluster';
import { openTestWorld, type TestWorld } from '@lectern/server/test/world';

/** Measures on the embedded database, then on PostgreSQL where there is one: each with a server of its own. */
export async function onEachDatabase(measure: (name: string, server: TestWorld) => Promise<void>): Promise<void> {
  const places = [{ name: 'the embedded database', open: openEmbeddedPlace }];
  if (findPostgres()) places.push({ name: 'PostgreSQL', open: openPostgresPlace });
  for (const { name, open } of places) {
    const place = await open();
    const server = await openTestWorld(place);
    try {
      await measure(name, server);
    } finally {
      await server.close();
      await place.close();
    }
  }
}
