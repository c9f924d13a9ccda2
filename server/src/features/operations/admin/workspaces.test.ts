import assert from 'node:assert/strict';
import { it } from 'node:test';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { adminWorkspaceRoutes } from '@lectern/contract/operations/admin-workspaces';
import { workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { createClient } from '@lectern/contract/client';
import { describeRecordings } from '../../../../test/describe-server.ts';
import { refuses } from '../../../../test/refusals.ts';

describeRecordings('workspaces in the back office', ['short'], { databases: 'both' }, (suite) => {
  it('tells people, plan, recordings, tokens and state, by page, order and a part of a name', async () => {
    const admin = await suite.signInAdministrator();
    const { member, stranger, db } = suite;
    const [own, other] = [member.session.id, stranger.session.id];
    await db.updateTable('users').set({ firstname: 'Grace', lastname: 'Hopper' }).where('id', '=', own).execute();
    await db.updateTable('users').set({ firstname: 'Nora', lastname: 'Noether' }).where('id', '=', other).execute();
    const { id: further } = await member.call(workspaceRoutes.create, { name: 'Acme' });
    await db
      .insertInto('workspace_members')
      .values({ workspace_id: further, user_id: other, role: 'editor' })
      .execute();
    const brought = {
      id: further,
      workspace_id: further,
      title: 'A talk at Acme',
      asset_id: further,
      playback_id: further,
    };
    await db.insertInto('videos').values(brought).execute();

    const list = (wish: { q?: string; sort?: string; order?: 'asc'; limit?: number; page?: number } = {}) =>
      admin(adminWorkspaceRoutes.workspaces, wish);
    const { data, total } = await list({ sort: 'name', order: 'asc' });
    assert.deepEqual(
      [
        total,
        data.map(({ name, people, recordings, state, personal_of }) => [name, people, recordings, state, personal_of]),
      ],
      [
        3,
        [
          ['Acme', 2, 1, 'active', null],
          ['Grace Hopper’s workspace', 1, 1, 'active', member.email],
          ['Nora Noether’s workspace', 1, 0, 'active', stranger.email],
        ],
      ],
    );
    const balance = (await admin(adminRoutes.user, { id: own })).data.token_balance;
    assert.equal(data[1]!.token_balance, balance);
    assert.deepEqual(
      (await list({ q: 'noeth', sort: 'people' })).data.map(({ name }) => name),
      ['Acme', 'Nora Noether’s workspace'],
    );
    assert.deepEqual(
      (await list({ sort: 'recordings', order: 'asc', limit: 1, page: 1 })).data.map(({ _id }) => _id),
      [other],
    );
    assert.deepEqual(await list({ q: 'nobody is called so' }), { data: [], total: 0 });
    await refuses(list({ sort: 'constructor' }), 'bad_request', 'This table cannot be sorted by constructor.');
    const { data: people } = await admin(adminWorkspaceRoutes.people, { id: further });
    assert.deepEqual(
      people.map(({ firstname, role, is_active }) => [firstname, role, is_active]),
      [
        ['Grace', 'owner', true],
        ['Nora', 'editor', true],
      ],
    );
    await refuses(admin(adminWorkspaceRoutes.people, { id: suite.short.id }), 'not_found');
    // A recording of a workspace that is nobody's own is in the list of all.
    const { data: videos } = await admin(adminRoutes.videos, { q: 'talk at acme' });
    assert.deepEqual(
      videos.map(({ userId }) => userId.email),
      [member.email],
    );
  });

  it('tells of a user which workspaces go, stay or need another owner', async () => {
    const admin = await suite.signInAdministrator();
    const { member, stranger } = suite;
    const of = async (id: string) => (await admin(adminWorkspaceRoutes.ofUser, { id })).data;
    const seen = (await of(member.session.id)).map(({ name, is_personal, people, heirs }) => [
      name,
      is_personal,
      people,
      heirs.map((heir) => heir.name),
    ]);
    assert.deepEqual(seen, [
      ['Grace Hopper’s workspace', true, 1, []],
      ['Acme', false, 2, ['Nora Noether']],
    ]);
    const [, acme] = await of(stranger.session.id);
    assert.deepEqual([acme!.role, acme!.heirs], ['editor', []]);
    const origin = suite.server.origin;
    await suite.changeUser(member, { is_active: false });
    const { data } = await admin(adminWorkspaceRoutes.workspaces, { q: 'acme' });
    assert.equal(data[0]!.state, 'resting');
    const call = createClient({ origin, token: () => stranger.session.token, workspace: () => data[0]!._id });
    await refuses(call(workspaceRoutes.people, undefined), 'workspace_left');
  });

  it('shows and changes the plan of where a user is, when they have left their own workspace to another', async () => {
    const admin = await suite.signInAdministrator();
    const { member, stranger, db } = suite;
    const [id, heir] = [stranger.session.id, member.session.id];
    const planOf = async (workspace: string) =>
      (await db.selectFrom('workspaces').select('plan').where('id', '=', workspace).executeTakeFirstOrThrow()).plan;
    const user = async () => (await admin(adminRoutes.user, { id })).data;
    await suite.changeUser(stranger, { plan: 'professional' });
    assert.equal((await user()).plan, 'professional');
    await db.insertInto('workspace_members').values({ workspace_id: id, user_id: heir, role: 'owner' }).execute();
    await db.deleteFrom('workspace_members').where('workspace_id', '=', id).where('user_id', '=', id).execute();
    const [home] = (await admin(adminWorkspaceRoutes.ofUser, { id })).data;
    const { firstname, lastname, plan, is_active } = await user();
    assert.deepEqual([home!.name, plan], ['Acme', await planOf(home!._id)]);
    await admin(adminRoutes.saveUser, { id, firstname, lastname, is_active, plan: 'executive', add_token: 5 });
    assert.deepEqual([await planOf(home!._id), await planOf(id)], ['executive', 'professional']);
    const { data } = await admin(adminRoutes.users, { q: stranger.email });
    assert.deepEqual(
      data.map((each) => [each._id, each.plan]),
      [[id, 'executive']],
    );
  });
});
