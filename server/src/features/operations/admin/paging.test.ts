import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Call } from '@lectern/contract/client';
import { adminRoutes } from '@lectern/contract/operations/admin';
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

  it('shows every row once, in every order', async () => {
    for (const sort of ['created_at', 'plan', 'status', 'username', 'membership_end'])
      for (const order of ['asc', 'desc'] as const) {
        const seen = new Set<string>();
        for (let page = 1; page <= people / 25; page++)
          for (const { _id } of (await admin(adminRoutes.users, { sort, order, page, limit: 25 })).data) seen.add(_id);
        assert.equal(seen.size, people, `${sort} ${order}`);
      }
  });

  it('shows every row to a caller that knows nothing of pages, as the specification writes the calls', async () => {
    for (const route of ['users', 'videos'] as const) {
      const { data, total } = await admin(adminRoutes[route], {});
      assert.deepEqual([data.length, total], [people, people]);
    }
  });

  it('finds videos by their title, their asset or their owner', async () => {
    const found = async (q: string) => (await admin(adminRoutes.videos, { q })).data;
    const [one] = await found('TALK of person77@');
    assert.equal(one!.title, 'Talk of person77@example.org');
    for (const q of [one!.assetId, 'Person77@Example.org']) assert.deepEqual(await found(q), [one]);
    assert.equal((await found('same name')).length, people);
    assert.deepEqual(await found('nobody'), []);
  });
});
