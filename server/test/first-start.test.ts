import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createClient } from '@lectern/contract/client';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { assertEvery } from './assert-every.ts';
import { administer } from './databases.ts';
import { signUp } from './member.ts';
import { type Cluster, findPostgres, startCluster } from './postgres-cluster.ts';
import { type ServerProcess, createServerSettings, startServer } from './process.ts';
import { getSamplePath } from './sample.ts';
import { uploadFile, waitUntilProcessed } from './upload.ts';

// The embedded database has one process.
if (findPostgres())
  describe('two servers that start for the first time at the same moment, on one PostgreSQL and one folder', () => {
    let cluster: Cluster;
    let dataDir: string;
    let servers: ServerProcess[] = [];

    before(async () => {
      // Its database is empty, unlike those of other tests.
      cluster = (await startCluster())!;
      dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
      // As somebody has made it who knows of no umask: both close it.
      await chmod(dataDir, 0o755);
      const place = { dataDir, databaseUrl: cluster.url };
      const settings = [await createServerSettings(place), await createServerSettings(place)];
      servers = await Promise.all(settings.map((env) => startServer(env)));
    });
    after(async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await cluster?.stop();
      if (dataDir) await rm(dataDir, { recursive: true, force: true });
    });

    it('two servers form one installation with one administrator, when both start first at once', async () => {
      const [one, other] = servers as [ServerProcess, ServerProcess];
      const member = await signUp(one.origin, one.letters);
      const id = await uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
      const there = createClient({ origin: other.origin, token: () => member.session.token });
      const video = await waitUntilProcessed({ ...member, call: there }, id);
      assertEvery(video.steps, ({ state }) => state === 'done');
      assert.deepEqual(
        (await there(videoRoutes.list, { userId: member.session.id })).data.map((each) => each.id),
        [id],
      );
      const told = servers.flatMap(({ lines }) => lines.filter((line) => line.startsWith('First administrator:')));
      assert.equal(told.length, 1, told.join('\n'));
    });

    it('keep passwords at the cost that is meant for real ones, unlike the worlds of other tests', async () => {
      const { rows } = await administer(cluster.url, (client) =>
        client.query<{ hash: string }>(
          'select password_hash as hash from users union all select password_hash from administrators',
        ),
      );
      assert.equal(rows.length, 2);
      for (const { hash } of rows) assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    });
  });
else console.log('PostgreSQL is not installed here: two servers are not started at once.');
