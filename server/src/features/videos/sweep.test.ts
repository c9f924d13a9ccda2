import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { it } from 'node:test';
import { eachDatabase } from '../../../test/databases.ts';
import { openTestWorld } from '../../../test/world.ts';
import { sweepFolders } from './sweep.ts';

eachDatabase((database, open) => {
  it(`removes what nothing stands for, and no recording that is still being copied, on ${database}`, async () => {
    await using place = await opened();
    const { world } = place.server;
    const long = new Date(Date.now() - 2 * 3600 * 1000);
    const [copying, left] = [randomUUID(), randomUUID()];
    for (const id of [copying, left]) {
      await world.files.prepare(id);
      await writeFile(world.files.part(id), 'bytes');
      await utimes(world.files.folder(id), long, long);
    }
    await utimes(world.files.part(left), long, long);
    await sweepFolders(world);
    assert.deepEqual(
      [copying, left].map((id) => existsSync(world.files.folder(id))),
      [true, false],
    );
  });

  async function opened() {
    const place = await open();
    const server = await openTestWorld(place);
    return {
      server,
      async [Symbol.asyncDispose]() {
        await server.close();
        await place.close();
      },
    };
  }
});
