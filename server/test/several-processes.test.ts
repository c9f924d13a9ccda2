import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { apiKeyRoutes, keyOwnerRoutes } from '@lectern/contract/accounts/api-keys';
import { singleSignOnRoutes } from '@lectern/contract/accounts/single-sign-on';
import { createClient } from '@lectern/contract/client';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { readConfig } from '../src/main/config.ts';
import { callLimits } from '../src/features/api/count-calls.ts';
import { apiClient } from './api-client.ts';
import { assertEvery } from './assert-every.ts';
import { administer, openPostgresPlace, type TestPlace } from './databases.ts';
import { freePort } from './free-port.ts';
import { CompanyProvider, PlainBrowser } from './identity-provider.ts';
import { signUp, type TestMember } from './member.ts';
import { type Cluster, findPostgres, startCluster } from './postgres-cluster.ts';
import { type ServerProcess, createServerSettings, startServer } from './process.ts';
import { refuses } from './refusals.ts';
import { getSamplePath } from './sample.ts';
import { connectApp, startApp } from './test-app.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from './upload.ts';

it('refuses a role that the embedded database has no use for', () => {
  assert.throws(() => readConfig({ ROLE: 'worker' }), /^SettingError: ROLE: worker needs DATABASE_URL/);
});

const uploadSample = (member: TestMember) =>
  uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });

// The embedded database has one process.
if (!findPostgres()) console.log('PostgreSQL is not installed here: several processes are not tested.');
else {
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
      // They fetch the document of an app that these tests serve.
      const network = { OUTBOUND_ALLOW: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: join(import.meta.dirname, 'tls/ca.pem') };
      const settings = [await createServerSettings(place), await createServerSettings(place)].map((env) => ({
        ...env,
        ...network,
      }));
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
      const id = await uploadSample(member);
      const there = createClient({ origin: other.origin, token: () => member.session.token });
      const video = await waitUntilProcessed({ ...member, call: there }, id);
      assertEvery(video.steps, ({ state }) => state === 'done');
      const { data } = await there(videoRoutes.list, { userId: member.session.id });
      assert.deepEqual(
        data.map((each) => each.id),
        [id],
      );
      const told = servers.flatMap(({ lines }) => lines.filter((line) => line.startsWith('First administrator:')));
      assert.equal(told.length, 1, told.join('\n'));
    });

    it('refuses a key and an app at once in one process, when they are revoked in the other', async (t) => {
      const [one, other] = servers as [ServerProcess, ServerProcess];
      const member = await signUp(one.origin, one.letters);
      const wanted = { name: 'Nightly', kind: 'person' as const, scopes: ['read' as const], days: null };
      const { key } = await member.call(apiKeyRoutes.create, wanted);
      const app = await startApp();
      t.after(() => app.close());
      const { access_token } = await connectApp(member.call, one.origin, app);
      const there = [key, access_token].map((token) => createClient({ origin: other.origin, token: () => token }));
      for (const call of there) assert.equal((await call(keyOwnerRoutes.me, undefined)).person.email, member.email);
      for (const { id } of (await member.call(apiKeyRoutes.list, undefined)).data)
        await member.call(apiKeyRoutes.revoke, { id });
      for (const call of there) await refuses(call(keyOwnerRoutes.me, undefined), 'unauthorized');
    });

    it('refuses more writes of a key at either process, when it has made them at both', async () => {
      const member = await signUp(servers[0]!.origin, servers[0]!.letters);
      const wanted = { name: 'Nightly', kind: 'person' as const, scopes: ['write' as const], days: null };
      const { key } = await member.call(apiKeyRoutes.create, wanted);
      const write = async ({ origin }: ServerProcess): Promise<number> => {
        const params = { id: crypto.randomUUID() };
        return (await apiClient(origin, () => key)('deleteHighlight', { params })).status;
      };
      const [one, other] = servers as [ServerProcess, ServerProcess];
      assert.equal(await write(one), 404);
      await administer(cluster.url, (client) =>
        client.query(`update rate_limits set count = $1 where key like 'api/writes/%'`, [callLimits.writes - 1]),
      );
      assert.equal(await write(other), 404);
      assert.deepEqual(await Promise.all(servers.map(write)), [429, 429]);
    });

    it('keep passwords at the cost that is meant for real ones, unlike the worlds of other tests', async () => {
      const { rows } = await administer(cluster.url, (client) =>
        client.query<{ hash: string }>(
          'select password_hash as hash from users union all select password_hash from administrators',
        ),
      );
      assert.equal(rows.length, 4);
      for (const { hash } of rows) assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    });
  });

  describe('a process for people and one for jobs', () => {
    let place: TestPlace;
    let web: ServerProcess;
    let worker: ServerProcess;
    let member: TestMember;
    const start = async (role: string) => startServer({ ...(await createServerSettings(place)), ROLE: role });
    before(async () => {
      place = await openPostgresPlace();
      // The mail with the link is a job, too.
      worker = await start('worker');
      web = await start('web');
      member = await signUp(web.origin, web.letters);
    });
    after(async () => {
      await web?.stop();
      await worker?.stop();
      await place?.close();
    });

    it('tell of their health, and only the first one answers people', async () => {
      for (const { origin } of [web, worker]) {
        const ready = await fetch(`${origin}/readyz`);
        assert.equal(ready.status, 200);
        assert.deepEqual(await ready.json(), { database: 'ok', migrations: 'ok', jobs: 'ok', storage: 'ok' });
      }
      const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
      assert.equal((await fetch(`${worker.origin}/api/user/login`, call)).status, 404);
      assert.equal((await fetch(`${worker.origin}/`)).status, 404);
    });

    it('make a recording of one upload together, when there is a worker', async () => {
      await worker.stop();
      const id = await uploadSample(member);
      assertEvery((await fetchAsset(member, id)).steps, ({ state }) => state === 'waiting');
      worker = await start('worker');
      const { steps, playable } = await waitUntilProcessed(member, id);
      assert.ok(playable && steps.every(({ state }) => state === 'done'), JSON.stringify(steps));
    });
  });

  describe('two processes for people, and the provider of their company', () => {
    let place: TestPlace;
    let company: CompanyProvider;
    let servers: ServerProcess[] = [];
    before(async () => {
      place = await openPostgresPlace();
      const settings = [await createServerSettings(place), await createServerSettings(place)];
      const publicUrl = `http://127.0.0.1:${settings[0]!.PORT}`;
      company = new CompanyProvider(await freePort(), publicUrl);
      await company.open();
      const env = { SIGN_IN: 'oidc', PUBLIC_URL: publicUrl, ...company.settings };
      servers = await Promise.all(settings.map((each) => startServer({ ...each, ...env })));
    });
    after(async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await company?.close();
      await place?.close();
    });

    it('signs a person in, when each does a part of it', async () => {
      const [one, other] = servers as [ServerProcess, ServerProcess];
      company.people.set('ada', { email: 'ada@example.org', email_verified: true });
      const browser = new PlainBrowser();
      const answer = await browser.follow(`${one.origin}/auth/oidc/start`, 'ada', /\/auth\/oidc\/callback/);
      const cookie = browser.cookiesOf(one.origin);
      // As a proxy in front of both would send it on.
      const { pathname, search } = new URL(answer);
      const led = await fetch(other.origin + pathname + search, { redirect: 'manual', headers: { cookie } });
      const code = new URLSearchParams(new URL(led.headers.get('location')!).hash.slice(1)).get('code') ?? '';
      const call = createClient({
        origin: one.origin,
        fetch: (url, init) => fetch(url, { ...init, headers: { ...(init?.headers as object), cookie } }),
      });
      const { token, email } = await call(singleSignOnRoutes.redeem, { code });
      assert.equal(email, 'ada@example.org');
      const there = createClient({ origin: other.origin, token: () => token });
      assert.equal((await there(accountRoutes.check, {})).email, 'ada@example.org');
    });
  });
}
