import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import { bothDatabases, type TestPlace } from '../../../test/databases.ts';
import { tablesOfVideos } from './rows-of-videos.ts';

/** Tables that refer to a recording and outlive it, each with why. */
const kept = {
  token_operations: 'what was paid for stays paid for',
  portal_videos: 'the portal asks for what is there',
  portal_counts: 'what viewers watched was counted',
  shares: 'its address says that the recording is gone',
  watch_buckets: 'what viewers watched was counted',
  media_moves: 'ends by itself, and says what lies where',
};

bothDatabases((database, open) => {
  let place: TestPlace;
  let server: TestWorld;
  before(async () => {
    place = await open();
    server = await openTestWorld({ ...place, jobs: false });
  });
  after(async () => {
    await server?.close();
    await place?.close();
  });

  it(`knows of every table that refers to a recording whether its rows go with it, on ${database}`, async () => {
    const { rows } = await server.world.database.pool.query<{ name: string }>(
      `select distinct conrelid::regclass::text as name from pg_constraint
        where contype = 'f' and confrelid = 'videos'::regclass`,
    );
    const referring = rows.map(({ name }) => name);
    // It may be there before its recording is, and so it refers to none.
    const known = [...tablesOfVideos, ...Object.keys(kept)].filter((name) => name !== 'caption_files');
    assert.deepEqual(referring.toSorted(), known.toSorted());
  });
});
