import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { adminRoutes } from '@lectern/contract/operations/admin';
import type { Call } from '@lectern/contract/client';
import { sql } from 'kysely';
import { describeServer } from '../../../../test/describe-server.ts';
import { ensureAdministrator } from '../../accounts/ensure-administrator.ts';

const credentials = { email: 'root@example.org', password: 'administrator' };
const people = 300;

describeServer('the pages of a table', {}, (suite) => {
  let admin: Call;
  before(async () => {
    await ensureAdministrator(suite.world, credentials);
    admin = suite.server.as((await suite.server.call(adminRoutes.login, credentials)).token);
    // All of one moment and one plan: nothing but the id tells them apart.
    await sql`
        insert into users (email, firstname, lastname, password_hash, created_at)
        select 'person' || n || '@example.org', 'Same', 'Name', 'none', timestamptz '2026-01-01'
        from generate_series(1, ${people}::int) as n`.execute(suite.db);
    await sql`
        insert into videos (id, user_id, asset_id, playback_id, title, created_at)
        select gen_random_uuid(), id, 'asset' || id, 'play' || id, 'Talk of ' || email, created_at
        from users`.execute(suite.db);
  });

  for (const sort of ['created_at', 'plan', 'status', 'username', 'membership_end'])
    for (const order of ['asc', 'desc'] as const)
      it(`show every row once, sorted by ${sort} ${order}`, async () => {
        const seen = new Set<string>();
        for (let page = 1; page <= people / 25; page++)
          for (const { _id } of (await admin(adminRoutes.users, { sort, order, page, limit: 25 })).data) seen.add(_id);
        assert.equal(seen.size, people);
      });

  it('show every row to a caller that knows nothing of pages, as the specification writes the calls', async () => {
    for (const route of ['users', 'videos'] as const) {
      const { data, total } = await admin(adminRoutes[route], {});
      assert.equal(data.length, people);
      assert.equal(total, people);
    }
  });

  it('find videos by their title, their asset or their owner', async () => {
    const found = async (q: string) => (await admin(adminRoutes.videos, { q })).data.map(({ title }) => title);
    const [one] = (await admin(adminRoutes.videos, { q: 'TALK of person77@' })).data;
    assert.equal(one!.title, 'Talk of person77@example.org');
    assert.deepEqual(await found(one!.assetId), [one!.title]);
    assert.deepEqual(await found('Person77@Example.org'), [one!.title]);
    assert.equal((await admin(adminRoutes.videos, { q: 'same name' })).total, people);
    assert.deepEqual(await found('nobody'), []);
  });
});
