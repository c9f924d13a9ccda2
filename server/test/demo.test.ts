// full: it makes and processes a recording of 48 minutes; no change of a feature can break it alone
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { openEmbeddedPlace } from './databases.ts';
import { openTestWorld } from './world.ts';

it('makes an account with two processed recordings, whose password it prints, when `lectern demo` is run', async () => {
  const place = await openEmbeddedPlace();
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, '../src/main/cli.ts'), 'demo'],
      { env: { PATH: process.env.PATH, DATA_DIR: place.dataDir, SPEECH: 'captions' } },
    );
    const [email = '', password = ''] = ['email', 'password'].map(
      (name) => new RegExp(`^ +${name} +(.+)$`, 'm').exec(stdout)?.[1],
    );
    const server = await openTestWorld({ ...place, jobs: false });
    try {
      const session = await server.call(accountRoutes.login, { email, password });
      const { data } = await server.as(session.token)(videoRoutes.list, { userId: session.id });
      assert.deepEqual(
        data.map(({ playable, chapter_starts }) => ({ playable, hasChapters: chapter_starts.length > 2 })),
        [
          { playable: true, hasChapters: true },
          { playable: true, hasChapters: true },
        ],
      );
    } finally {
      await server.close();
    }
  } finally {
    await place.close();
  }
});
