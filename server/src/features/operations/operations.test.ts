import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { sql } from 'kysely';
import { parse } from 'yaml';
import { describeServer } from '../../../test/describe-server.ts';
import { administrator } from '../../../test/world.ts';
import { eventually } from '../../../test/member.ts';
import { putUploadChunk } from '../../../test/upload.ts';
import { openTestWorld } from '../../../test/world.ts';

/** As long as it is in ASCII, and longer in bytes. */
const token = 'a-mönitor-that-knows';

type AlertRules = { groups: { rules: { expr: string }[] }[] };

describeServer('what machines ask', { env: { METRICS_TOKEN: token } }, (suite) => {
  const ask = (path: string, bearer?: string) =>
    fetch(suite.server.origin + path, bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {});
  const readiness = async () => (await (await ask('/readyz')).json()) as Record<string, string>;

  it('lives, and is ready while database and jobs answer', async () => {
    assert.equal(await (await ask('/healthz')).text(), 'ok\n');
    assert.deepEqual(await readiness(), { database: 'ok', migrations: 'ok', jobs: 'ok', storage: 'ok' });
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
    const { mock } = t.mock.method(suite.world.storage, 'check');
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask('/readyz')));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.ok(mock.callCount() < 20, `asked ${mock.callCount()} times`);
  });

  it('gives its metrics to operators only', async () => {
    const member = await suite.signUp();
    for (const bearer of [undefined, 'x', member.session.token, `${token}x`, token.replace('ö', 'o')])
      assert.equal((await ask('/metrics', bearer)).status, 401);
    const upload = await member.call(uploadRoutes.create, {});
    await putUploadChunk(upload.url, Buffer.alloc(10), 'bytes 0-9/100');
    await suite.settle();
    const text = await (await ask('/metrics', token)).text();
    for (const line of [
      'lectern_disk_free_bytes \\d{6,}',
      'lectern_videos 0',
      'http_request_duration_seconds_count\\{method="POST",route="/api/auth/register",status="200"\\} [1-9]\\d*',
      'lectern_jobs\\{name="mail",state="\\w+"\\} \\d+',
      'lectern_job_queue_depth\\{name="mail"\\} \\d+',
      'lectern_upload_received_bytes_total [1-9]0',
      'lectern_job_duration_seconds_count\\{name="mail",outcome="done"\\} \\d+',
      'lectern_job_queue_oldest_seconds\\{name="mail"\\} [\\d.]+',
      'lectern_database_connections\\{state="open"\\} [1-9]\\d*',
      'lectern_ffmpeg_running 0',
      'lectern_storage_answers 1',
      'lectern_lost_recordings 0',
    ])
      assert.match(text, new RegExp(`^${line}$`, 'm'));
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
    await suite.signInAdministrator();
    const operator = await suite.server.call(adminRoutes.login, administrator);
    assert.equal((await ask('/metrics', operator.token)).status, 200);
  });

  it('tells operators that the place of the recordings does not answer', async (t) => {
    t.mock.method(suite.world.storage, 'check', () => Promise.reject(new Error('nobody is there')));
    const keeper = await suite.signInAdministrator();
    await eventually(
      async () => (await readiness())['storage'] === 'does not answer' || undefined,
      'the end of the answer before',
    );
    assert.match(await (await ask('/metrics', token)).text(), /^lectern_storage_answers 0$/m);
    const { data } = await keeper(adminRoutes.health, undefined);
    const fact = data.flatMap(({ facts }) => facts).find(({ name }) => name === 'Recordings');
    assert.ok(fact && !fact.ok && fact.value.endsWith(', which does not answer'), JSON.stringify(fact));
  });

  it('stays ready until a newer program ends older ones; answers in time when the database hangs', async () => {
    const { jobs, database } = suite.world;
    const { answers } = jobs;
    let looks = 0;
    jobs.answers = () => {
      looks += 1;
      return answers();
    };
    jobs.counts = () => assert.fail('the jobs of a week are counted for a stranger');
    /** The status and the parts of an answer that is none of before, told again. */
    const ready = () => {
      const before = looks;
      return eventually(async () => {
        const response = await ask('/readyz');
        const parts = (await response.json()) as Record<string, string>;
        return looks > before ? ([response.status, parts] as const) : undefined;
      }, 'a new answer');
    };
    const statusOf = async () => (await ready())[0];
    await sql`insert into migrations (name, sha256) values ('9998-newer.sql', 'x')`.execute(suite.db);
    assert.equal(await statusOf(), 200);
    await sql`insert into migrations (name, sha256, ends_older) values ('9999-newer.sql', 'x', true)`.execute(suite.db);
    const outrun = { database: 'ok', migrations: 'not current', jobs: 'ok', storage: 'ok' };
    assert.deepEqual(await ready(), [503, outrun]);
    await sql`delete from migrations where name like '999%'`.execute(suite.db);
    assert.equal(await statusOf(), 200);

    const [status, parts] = await database.transaction(async (tx) => {
      await sql`lock table jobs in access exclusive mode`.execute(tx);
      return ready();
    });
    assert.deepEqual([status, parts['jobs']], [503, 'does not answer']);
    assert.equal(await statusOf(), 200);
  });
});
