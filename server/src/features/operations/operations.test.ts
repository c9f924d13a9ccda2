import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { sql } from 'kysely';
import { parse } from 'yaml';
import { oneDatabase } from '../../../test/databases.ts';
import { eventually, signUp } from '../../../test/member.ts';
import { putUploadChunk } from '../../../test/upload.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import { ensureAdministrator } from '../accounts/ensure-administrator.ts';

/** As long as it is in ASCII, and longer in bytes. */
const token = 'a-mönitor-that-knows';

type AlertRules = { groups: { rules: { expr: string }[] }[] };

describe('what machines ask', () => {
  let server: TestWorld;
  before(async () => {
    server = await openTestWorld({ env: { METRICS_TOKEN: token } });
  });
  after(() => server?.close());

  const ask = (path: string, bearer?: string) =>
    fetch(server.origin + path, bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {});

  it('lives, and is ready while database and jobs answer', async () => {
    assert.equal(await (await ask('/healthz')).text(), 'ok\n');
    assert.deepEqual(await (await ask('/readyz')).json(), {
      database: 'ok',
      migrations: 'ok',
      jobs: 'ok',
      storage: 'ok',
    });
    // The database of a world that is closed does not answer.
    const other = await openTestWorld();
    await other.world.database.close();
    const answer = await fetch(`${other.origin}/readyz`);
    assert.equal(answer.status, 503);
    const silent = 'does not answer';
    assert.deepEqual(await answer.json(), { database: silent, migrations: silent, jobs: silent, storage: 'ok' });
    await other.close().catch(() => undefined);
  });

  it('asks its parts once for all who want to know at the same time', async (t) => {
    const { mock } = t.mock.method(server.world.storage, 'check');
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask('/readyz')));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.ok(mock.callCount() < 20, `asked ${mock.callCount()} times`);
  });

  it('gives its metrics to operators only', async () => {
    const member = await signUp(server.origin, server.letters);
    for (const bearer of [undefined, 'x', member.session.token, `${token}x`, token.replace('ö', 'o')])
      assert.equal((await ask('/metrics', bearer)).status, 401);
    const upload = await member.call(uploadRoutes.create, {});
    await putUploadChunk(upload.url, Buffer.alloc(10), 'bytes 0-9/100');
    await server.world.jobs.settle();
    const text = await (await ask('/metrics', token)).text();
    assert.match(text, /^lectern_disk_free_bytes \d{6,}/m);
    assert.match(text, /^lectern_videos 0$/m);
    assert.match(
      text,
      /^http_request_duration_seconds_count\{method="POST",route="\/api\/auth\/register",status="200"\} 1$/m,
    );
    assert.match(text, /^lectern_jobs\{name="mail",state="\w+"\} \d+$/m);
    assert.match(text, /^lectern_job_queue_depth\{name="mail"\} \d+$/m);
    assert.match(text, /^lectern_upload_received_bytes_total 10$/m);
    assert.match(text, /^lectern_job_duration_seconds_count\{name="mail",outcome="done"\} \d+$/m);
    assert.match(text, /^lectern_job_queue_oldest_seconds\{name="mail"\} [\d.]+$/m);
    assert.match(text, /^lectern_database_connections\{state="open"\} [1-9]\d*$/m);
    assert.match(text, /^lectern_ffmpeg_running 0$/m);
    assert.match(text, /^lectern_storage_answers 1$/m);
    assert.match(text, /^lectern_lost_recordings 0$/m);
    const [dashboard, alerts] = await Promise.all(
      ['grafana/lectern.json', 'alerts.yaml'].map((file) =>
        readFile(join(import.meta.dirname, '../../../../deploy', file), 'utf8'),
      ),
    );
    const told = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!));
    const expressions = [
      ...[...dashboard!.matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)].map(([, expression]) => expression!),
      ...(parse(alerts!) as AlertRules).groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ];
    const asked = expressions.flatMap((each) => [...each.matchAll(/\b(?:lectern|http|process|nodejs)_\w+/g)]);
    assert.ok(expressions.length > 20 && asked.length > 20);
    for (const [name] of asked)
      assert.ok(told.has(name) || told.has(name.replace(/_(?:bucket|count|sum)$/, '')), `nothing is told of ${name}`);
    assert.doesNotMatch(text, new RegExp(member.session.token));
    const credentials = { email: 'root@example.org', password: 'administrator' };
    await ensureAdministrator(server.world, credentials);
    const { token: administrator } = await server.call(adminRoutes.login, credentials);
    assert.equal((await ask('/metrics', administrator)).status, 200);
  });

  it('tells operators that the place of the recordings does not answer', async (t) => {
    t.mock.method(server.world.storage, 'check', () => Promise.reject(new Error('nobody is there')));
    const credentials = { email: 'keeper@example.org', password: 'somebody who looks' };
    await ensureAdministrator(server.world, credentials);
    const { token: keeper } = await server.call(adminRoutes.login, credentials);
    const told = await eventually(async () => {
      const parts = (await (await ask('/readyz')).json()) as { storage: string };
      return parts.storage === 'does not answer' ? parts : undefined;
    }, 'the end of the answer before');
    assert.equal(told.storage, 'does not answer');
    assert.match(await (await ask('/metrics', token)).text(), /^lectern_storage_answers 0$/m);
    const { data } = await server.as(keeper)(adminRoutes.health, undefined);
    const fact = data.flatMap(({ facts }) => facts).find(({ name }) => name === 'Recordings');
    assert.ok(fact && !fact.ok && fact.value.endsWith(', which does not answer'), JSON.stringify(fact));
  });
});

oneDatabase((name, open) => {
  describe(`readiness on ${name}`, () => {
    it('stays ready until a newer program ends older ones; answers in time when the database hangs', async () => {
      const place = await open();
      const server = await openTestWorld(place);
      const { jobs } = server.world;
      const { answers } = jobs;
      let looks = 0;
      jobs.answers = () => {
        looks += 1;
        return answers();
      };
      jobs.counts = () => assert.fail('the jobs of a week are counted for a stranger');
      /** An answer that is none of before, told again. */
      const ready = () => {
        const before = looks;
        return eventually(async () => {
          const response = await fetch(`${server.origin}/readyz`);
          return looks > before ? response : undefined;
        }, 'a new answer');
      };
      try {
        const { database } = server.world;
        await sql`insert into migrations (name, sha256) values ('9998-newer.sql', 'x')`.execute(database.kysely);
        assert.equal((await ready()).status, 200);
        await sql`insert into migrations (name, sha256, ends_older) values ('9999-newer.sql', 'x', true)`.execute(
          database.kysely,
        );
        const outrun = await ready();
        assert.equal(outrun.status, 503);
        assert.deepEqual(await outrun.json(), { database: 'ok', migrations: 'not current', jobs: 'ok', storage: 'ok' });
        await sql`delete from migrations where name like '999%'`.execute(database.kysely);
        assert.equal((await ready()).status, 200);

        const held = await database.transaction(async (tx) => {
          await sql`lock table jobs in access exclusive mode`.execute(tx);
          return ready();
        });
        assert.equal(held.status, 503);
        assert.equal(((await held.json()) as { jobs: string }).jobs, 'does not answer');
        assert.equal((await ready()).status, 200);
      } finally {
        await server.close();
        await place.close();
      }
    });
  });
});
