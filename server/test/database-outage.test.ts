// full: a database that goes away and comes back; scripts/chaos does so under load
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { problems } from '@lectern/contract/problem';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { Client } from 'pg';
import { assertEvery } from './assert-every.ts';
import { eventually, signUp, type TestMember } from './member.ts';
import { type Cluster, findPostgres, startCluster } from './postgres-cluster.ts';
import { type ServerProcess, createServerSettings, startServer } from './process.ts';
import { getSamplePath } from './sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from './upload.ts';

/** So few that they can be used up. */
const connections = 24;

/** Milliseconds. Longer than anything a request may wait for the database. */
const patience = 60_000;

if (findPostgres())
  describe('a server whose PostgreSQL fails', () => {
    let cluster: Cluster;
    let dataDir: string;
    let server: ServerProcess;
    let member: TestMember;
    let id: string;

    before(async () => {
      cluster = (await startCluster(connections))!;
      dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
      server = await startServer({
        ...(await createServerSettings({ dataDir, databaseUrl: cluster.url })),
        LOG_LEVEL: 'fatal',
      });
      member = await signUp(server.origin, server.letters);
      id = await uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
      await waitUntilProcessed(member, id);
    });
    after(async () => {
      await server?.stop();
      await cluster?.stop();
      if (dataDir) await rm(dataDir, { recursive: true, force: true });
    });

    const ask = () =>
      fetch(`${server.origin}/api/auth/check`, {
        method: 'POST',
        headers: { authorization: `Bearer ${member.session.token}` },
        signal: AbortSignal.timeout(patience),
      });
    const isAway = async (response: Response): Promise<void> => {
      assert.equal(response.status, 503);
      assert.ok(Number(response.headers.get('retry-after')) > 0);
      assert.deepEqual(await response.json(), { code: 'database_away', msg: problems.database_away.text });
    };
    /** A page for people says so as a page. */
    const tellsVisitors = async (): Promise<void> => {
      const page = await fetch(`${server.origin}/portal/${'a'.repeat(32)}`);
      assert.equal(page.status, 503);
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
      assert.ok(Number(page.headers.get('retry-after')) > 0);
      assert.ok((await page.text()).includes(problems.database_away.text));
    };
    const isBack = () =>
      eventually(async () => ((await ask()).status === 200 ? true : undefined), 'the database to be back');

    for (const mode of ['immediate', 'fast'] as const)
      it(`says so while it is away (${mode}), and goes on when it is back with all that was acknowledged`, async () => {
        const uploaded = await uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
        for (const title of [`Before ${mode}`, `Once more before ${mode}`]) {
          await member.call(videoRoutes.save, { passthrough: id, title });
          await cluster.shutDown(mode);
          await isAway(await ask());
          await tellsVisitors();
          await cluster.startAgain();
          await isBack();
          assert.equal((await fetchAsset(member, id)).title, title);
        }
        await member.call(videoRoutes.save, { passthrough: id, title: `After ${mode}` });
        // The jobs that were cut off go on too.
        const { steps } = await waitUntilProcessed(member, uploaded);
        assertEvery(steps, ({ state }) => state === 'done');
        await member.call(videoRoutes.delete, { id: uploaded });
      });

    it('does not wait for ever for one that does not answer', async () => {
      cluster.signal('SIGSTOP');
      try {
        await Promise.all(Array.from({ length: 12 }, async () => isAway(await ask())));
        assert.equal((await fetch(`${server.origin}/healthz`)).status, 200, 'what needs no database is there');
      } finally {
        cluster.signal('SIGCONT');
      }
      await isBack();
    });

    it('says so while others have all connections', async () => {
      await cluster.shutDown('fast');
      await cluster.startAgain();
      const others: Client[] = [];
      try {
        for (;;) {
          const other = new Client({ connectionString: cluster.url });
          other.on('error', () => undefined);
          const entered = await other.connect().then(
            () => true,
            () => false,
          );
          if (!entered) break;
          others.push(other);
        }
        await eventually(async () => ((await ask()).status === 503 ? true : undefined), 'a refusal');
      } finally {
        for (const other of others) await other.end();
      }
      await isBack();
    });
  });
else console.log('PostgreSQL is not installed here: what happens when it fails is not tested.');
