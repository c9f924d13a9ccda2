import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { invitationRoutes, workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { exportRoutes } from '@lectern/contract/exports/downloads';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { type ProblemCode, problems } from '@lectern/contract/problem';
import { shareOwnerRoutes, shareRoutes } from '@lectern/contract/publishing/shares';
import { day, hour } from '@lectern/contract/rules/durations';
import type { Role } from '@lectern/contract/rules/rights';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { sql } from 'kysely';
import { newAddress } from '../../../../test/account-tools.ts';
import { describeRecordings, describeServer } from '../../../../test/describe-server.ts';
import { eventually } from '../../../../test/member.ts';
import { expectRefusal, refuses } from '../../../../test/refusals.ts';
import { putUploadChunk } from '../../../../test/upload.ts';
import { type Colleague, workspaceTools } from '../../../../test/workspace-tools.ts';
import { openTestWorld, type TestWorld } from '../../../../test/world.ts';
import { storageKeys } from '../../storage/keys.ts';

describeServer('the people of a workspace', { databases: 'both', env: { PROFESSIONAL_PEOPLE: '50' } }, (suite) => {
  const { found, invite, join, joinAs, letter, lettersTo, about } = workspaceTools(suite);
  const stateOf = async (by: Colleague) => (await by.call(workspaceRoutes.state, undefined)).data;
  const change = (by: Colleague, { id }: Colleague, role: Role) =>
    by.call(workspaceRoutes.changeRole, { userId: id, role });
  const remove = (by: Colleague, { id }: Colleague) => by.call(workspaceRoutes.remove, { userId: id });
  const logged = async (company: string) =>
    (
      await suite.db
        .selectFrom('workspace_log')
        .select('action')
        .where('workspace_id', '=', company)
        .orderBy('id')
        .execute()
    ).map(({ action }) => action);

  it('change at the hands of owners and admins, and owners at those of owners, when asked', async () => {
    const owner = await found();
    const people = {
      owner,
      second: await join(owner, 'owner'),
      admin: await join(owner, 'admin'),
      other: await join(owner, 'admin'),
      editor: await join(owner, 'editor'),
      viewer: await join(owner, 'viewer'),
    };
    type Name = keyof typeof people;
    const refused: [by: Name, whom: Name, to: Role | 'removed', ProblemCode][] = [
      ['admin', 'second', 'editor', 'role_too_low'],
      ['admin', 'second', 'removed', 'role_too_low'],
      ['admin', 'editor', 'owner', 'role_too_low'],
      ['admin', 'admin', 'owner', 'role_too_low'],
      ['editor', 'viewer', 'editor', 'role_too_low'],
      ['viewer', 'viewer', 'admin', 'role_too_low'],
      ['editor', 'viewer', 'removed', 'role_too_low'],
    ];
    for (const [by, whom, to, code] of refused) {
      const call = to === 'removed' ? remove(people[by], people[whom]) : change(people[by], people[whom], to);
      assert.equal((await expectRefusal(call)).code, code, `${by} ${whom} ${to}`);
    }
    assert.deepEqual(await change(people.admin, people.other, 'editor'), { msg: 'Ben Smith is now editor.' });
    await letter(people.other.email, /^Your role on Lectern has changed$/);
    await change(people.owner, people.second, 'viewer');
    const stranger = await found();
    await refuses(change(owner, stranger, 'viewer'), 'not_found');
    await refuses(remove(owner, stranger), 'not_found');
    // Emails are for those who manage people.
    const { data } = await people.editor.call(workspaceRoutes.people, undefined);
    assert.ok(data.people.length === 6 && data.people.every(({ email }) => email === null));
  });

  it('keep an owner, when two change or leave at the same moment', async () => {
    const owner = await found();
    const alone = 'This is the only owner. Make somebody else an owner first.';
    await refuses(change(owner, owner, 'admin'), 'last_owner', alone);
    await refuses(owner.call(workspaceRoutes.leave, {}), 'last_owner');
    await refuses(remove(owner, owner), 'last_owner');
    const second = await join(owner, 'owner');
    // One whose account is deactivated is none.
    await suite.db.updateTable('users').set({ is_active: false }).where('id', '=', second.id).execute();
    await refuses(owner.call(workspaceRoutes.leave, {}), 'last_owner');
    await suite.db.updateTable('users').set({ is_active: true }).where('id', '=', second.id).execute();
    for (const both of [
      () => [change(owner, second, 'admin'), change(second, owner, 'admin')],
      () => [owner.call(workspaceRoutes.leave, {}), second.call(workspaceRoutes.leave, {})],
      () => [remove(owner, second), remove(second, owner)],
    ]) {
      await Promise.allSettled<unknown>(both());
      const owners = await suite.db
        .selectFrom('workspace_members')
        .select('user_id')
        .where('workspace_id', '=', owner.id)
        .where('role', '=', 'owner')
        .execute();
      assert.equal(owners.length, 1);
      await suite.db
        .insertInto('workspace_members')
        .values([owner, second].map(({ id }) => ({ workspace_id: owner.id, user_id: id, role: 'owner' as const })))
        .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ role: 'owner' }))
        .execute();
    }
  });

  it('take the invitations they sent along, when they are removed and not when they leave', async () => {
    const owner = await found();
    const [removed, leaving] = [await join(owner, 'admin'), await join(owner, 'admin')];
    const sent = [await invite(removed, 'viewer'), await invite(leaving, 'viewer'), await invite(owner, 'viewer')];
    await owner.call(workspaceRoutes.remove, { userId: removed.id });
    await leaving.call(workspaceRoutes.leave, undefined);
    const states = [];
    for (const { token } of sent) states.push((await suite.server.call(invitationRoutes.open, { token })).data.state);
    assert.deepEqual(states, ['revoked', 'open', 'open']);
  });

  it('get a workspace of their own, when they leave their last', async () => {
    const owner = await found();
    const second = await join(owner, 'owner');
    const { workspace } = await owner.call(workspaceRoutes.leave, {});
    assert.notEqual(workspace, owner.id);
    const { data } = await owner.own(workspaceRoutes.list, undefined).catch(() => ({ data: [] }));
    assert.deepEqual(
      data.map(({ id, started, people }) => [id, started, people]),
      [[workspace, false, 1]],
    );
    await refuses(owner.call(videoRoutes.list, { userId: owner.id }), 'workspace_left');
    // Its trial was the company's.
    await refuses(owner.own(workspaceRoutes.startOwn, {}), 'trial_begun');
    assert.deepEqual((await logged(second.session.workspace.id)).slice(-1), ['member.left']);
  });

  it('make further workspaces, and begin their trial once, when they want their own', async () => {
    const owner = await found();
    const editor = await join(owner, 'editor');
    const before = (await editor.own(accountRoutes.check, {})).membership_expired;
    await editor.own(workspaceRoutes.startOwn, {});
    const { plan, membership_expired: after } = await editor.own(accountRoutes.check, {});
    assert.deepEqual([before, after, plan], [true, false, 'free']);
    await refuses(editor.own(workspaceRoutes.startOwn, {}), 'trial_begun');
    await refuses(owner.own(workspaceRoutes.startOwn, {}), 'trial_begun');
    const made = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => editor.call(workspaceRoutes.create, { name: `Number ${n}` })),
    );
    const refused = made.flatMap((each) =>
      each.status === 'rejected' ? [(each.reason as { code: string }).code] : [],
    );
    assert.deepEqual(refused, ['workspaces_too_many', 'workspaces_too_many']);
    const { data } = await editor.call(workspaceRoutes.list, undefined);
    const further = data.filter(({ is_personal, id }) => !is_personal && id !== owner.id);
    assert.ok(further.length === 18 && further.every(({ started, role }) => !started && role === 'owner'));
    // Without a plan nothing is made in it.
    await refuses(about(editor.session, further[0]!.id)(uploadRoutes.create, {}), 'membership_expired');
  });

  it('notice settings at once, when an owner or admin saves them', async () => {
    const owner = await found();
    const admin = await join(owner, 'admin');
    await admin.call(workspaceRoutes.change, { name: '  Acme\u200b ', viewers_ask: false });
    const billing = { billing_by_admins: true };
    await refuses(
      admin.call(workspaceRoutes.change, billing),
      'role_too_low',
      'Your role in Acme is admin. Ada can do this.',
    );
    await owner.call(workspaceRoutes.change, billing);
    await refuses(owner.call(workspaceRoutes.change, {}), 'nothing_to_change');
    const { name, viewers_ask, billing_by_admins, rights } = await stateOf(admin);
    assert.deepEqual([name, viewers_ask, billing_by_admins, rights.bill], ['Acme', false, true, 'any']);
  });

  it('hand it over, when both say yes within 7 days', async () => {
    const owner = await found();
    const viewer = await joinAs(owner, await suite.signUp({ email: newAddress() }), 'viewer');
    const editor = await join(owner, 'editor');
    const offer = (password = 'a right password', user = viewer.id) =>
      owner.call(workspaceRoutes.offerHandOver, { user_id: user, password });
    const accept = (by: Colleague) => by.call(workspaceRoutes.acceptHandOver, {});
    await refuses(offer('a wrong password'), 'password_wrong');
    await refuses(offer(undefined, owner.id), 'not_found');
    await refuses(accept(viewer), 'handover_gone');
    await offer();
    await letter(viewer.email, /^You are offered a workspace/);
    const seen = await Promise.all([owner, viewer, editor].map(async (by) => (await stateOf(by)).handover));
    assert.deepEqual(
      seen.map((each) => each && [each.from.id, each.to.id, each.is_for_you]),
      [[owner.id, viewer.id, false], [owner.id, viewer.id, true], null],
    );
    await refuses(accept(editor), 'handover_gone');
    await owner.call(workspaceRoutes.withdrawHandOver, undefined);
    await refuses(accept(viewer), 'handover_gone');
    await offer();
    await viewer.call(workspaceRoutes.declineHandOver, {});
    await letter(owner.email, /^The hand-over was declined/);
    await offer();
    suite.clock.aheadMs += 7 * day + hour;
    await refuses(accept(viewer), 'handover_gone');
    suite.clock.aheadMs = 0;
    await offer();
    const outcomes = await Promise.allSettled([accept(viewer), accept(viewer)]);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.deepEqual([(await stateOf(viewer)).role, (await stateOf(owner)).role], ['owner', 'admin']);
    await letter(owner.email, /^The hand-over is done/);
    assert.deepEqual((await logged(owner.id)).slice(-2), ['handover.offered', 'handover.accepted']);
  });

  it('prove who they are by a sign-in just now, when they have no password', async () => {
    const owner = await found();
    const editor = await join(owner, 'editor');
    await suite.db.updateTable('users').set({ has_password: false }).where('id', '=', owner.id).execute();
    const offer = () => owner.call(workspaceRoutes.offerHandOver, { user_id: editor.id, password: '' });
    await offer();
    suite.clock.aheadMs += hour;
    await refuses(offer(), 'sign_in_again');
    suite.clock.aheadMs = 0;
  });

  it('lose the workspace at once, when an owner deletes it by its name', async () => {
    const owner = await found();
    const editor = await join(owner, 'editor');
    await owner.call(workspaceRoutes.change, { name: 'Acme’s' });
    await editor
      .call(uploadRoutes.create, {})
      .then(({ url }) => putUploadChunk(url, Buffer.alloc(10), 'bytes 0-9/100'));
    const destroy = (name: string, password = 'a right password') =>
      owner.call(workspaceRoutes.delete, { name, password });
    await refuses(destroy('Acnes'), 'workspace_name_wrong');
    await refuses(destroy("Acme's", 'a wrong one'), 'password_wrong');
    const { workspace } = await destroy("Acme's");
    await refuses(editor.call(workspaceRoutes.state, undefined), 'workspace_left');
    assert.deepEqual(
      (await owner.own(workspaceRoutes.list, undefined)).data.map(({ id }) => id),
      [workspace],
    );
    await letter(editor.email, /^A workspace on Lectern has been deleted$/);
    await suite.settle();
    for (const [table, column] of [
      ['uploads', 'workspace_id'],
      ['token_entries', 'workspace_id'],
      ['workspace_log', 'workspace_id'],
      ['events', 'workspace_id'],
    ] as const) {
      const rows = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${owner.id}`.execute(suite.db);
      assert.equal(rows.rows.length, 0, table);
    }
    // The account stays with an empty workspace of its own, and is deleted as any other.
    const admin = await suite.signInAdministrator();
    assert.equal((await admin(adminRoutes.user, { id: owner.id })).data.plan, 'free');
    await refuses(owner.own(workspaceRoutes.startOwn, {}), 'trial_begun');
    await admin(adminRoutes.deleteUser, { id: owner.id });
    await suite.settle();
    const left = await suite.db
      .selectFrom('workspaces')
      .select('id')
      .where('id', 'in', [workspace, owner.id])
      .execute();
    assert.deepEqual(left, []);
  });

  it('keep their workspace, when the account of its founder is deleted', async () => {
    const owner = await found();
    const editor = await join(owner, 'editor');
    await suite.db.updateTable('workspaces').set({ name: 'Acme' }).where('id', '=', owner.id).execute();
    const { id } = await editor.call(uploadRoutes.create, {});
    const mine = await owner.call(uploadRoutes.create, {});
    const admin = await suite.signInAdministrator();
    await refuses(
      admin(adminRoutes.deleteUser, { id: owner.id }),
      'hand_over_first',
      `This person is the only owner of Acme, where others are: Ben Smith (${editor.email}). Choose its new owner first.`,
    );
    assert.equal((await stateOf(owner)).role, 'owner');
    await admin(adminRoutes.deleteUser, { id: owner.id, new_owner: editor.id });
    await suite.settle();
    assert.deepEqual(await suite.db.selectFrom('users').select('id').where('id', '=', owner.id).execute(), []);
    const state = await stateOf(editor);
    assert.deepEqual([state.role, state.id], ['owner', owner.id]);
    const rows = await suite.db
      .selectFrom('uploads')
      .select(['id', 'state', 'created_by'])
      .where('workspace_id', '=', owner.id)
      .execute();
    const states = Object.fromEntries(rows.map((row) => [row.id, [row.state, row.created_by]]));
    assert.deepEqual(states, { [id]: ['open', editor.id], [mine.id]: ['cancelled', null] });
    assert.equal((await lettersTo(owner.email)).length, 0);
    const { actor } = await suite.db
      .selectFrom('workspace_log')
      .select('actor')
      .where('workspace_id', '=', owner.id)
      .where('action', '=', 'member.invited')
      .executeTakeFirstOrThrow();
    assert.equal(actor, '');
  });
});

describeRecordings('a person who is removed', ['short'], { databases: 'both' }, (suite) => {
  const { found, joinAs, letter } = workspaceTools(suite);
  const servers: TestWorld[] = [];
  before(async () => {
    servers.push(suite.server);
    // The embedded database has one process.
    if (suite.place.databaseUrl) servers.push(await openTestWorld({ ...suite.place, ...suite.settings, jobs: false }));
  });
  after(async () => {
    for (const other of servers.slice(1)) await other.close();
  });

  it('loses access on every process at once, and what they made stays', async () => {
    const owner = await found(suite.member);
    const editor = await joinAs(owner, suite.stranger, 'editor');
    const passthrough = suite.short.id;
    const { url } = (await editor.call(shareOwnerRoutes.create, { passthrough })).data;
    const key = url.split('/').at(-1)!;
    const upload = await editor.call(uploadRoutes.create, {});
    const chunk = (from: number) => putUploadChunk(upload.url, Buffer.alloc(10), `bytes ${from}-${from + 9}/100`);
    assert.equal((await chunk(0)).status, 308);
    await suite.db
      .insertInto('imports')
      .values({
        workspace_id: owner.id,
        id: upload.id,
        created_by: editor.id,
        state: 'receiving',
        touched_at: new Date(),
      })
      .execute();
    await suite.db.updateTable('videos').set({ created_by: editor.id }).where('id', '=', passthrough).execute();
    const { data } = await owner.call(workspaceRoutes.people, undefined);
    assert.equal(data.people.find(({ id }) => id === editor.id)!.links, 1);

    await owner.call(workspaceRoutes.remove, { userId: editor.id, links: 'keep' });
    const list = { userId: editor.id };
    await refuses(editor.call(videoRoutes.list, list), 'workspace_left');
    await refuses(editor.own(videoRoutes.asset, { uploadId: passthrough }), 'not_found');
    for (const { origin } of servers) {
      const path = new URL(upload.url).pathname;
      const { status } = await putUploadChunk(`${origin}${path}`, Buffer.alloc(10), 'bytes 10-19/100');
      assert.equal(status, 410);
    }
    const { state, problem } = await suite.db
      .selectFrom('uploads')
      .select(['state', 'problem'])
      .where('id', '=', upload.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([state, problem], ['cancelled', 'removed_from_workspace']);
    const imported = await owner.call(exportRoutes.importProgress, undefined);
    assert.deepEqual([imported.data!.state, imported.data!.problem], ['failed', problems.removed_from_workspace.text]);
    await letter(editor.email, /^You have been removed/);
    await suite.settle();
    const part = await eventually(
      async () => ((await suite.world.storage.find(storageKeys.part(upload.id))) ? undefined : 'gone'),
      'the removal of its bytes',
    );
    assert.equal(part, 'gone');
    // Their work is the workspace's.
    assert.equal((await owner.call(videoRoutes.asset, { uploadId: passthrough })).data.id, passthrough);
    assert.equal((await suite.server.call(shareRoutes.open, { key })).data.video.title, suite.short.title);
  });

  it('may come back, and loses their links too, when that is asked', async () => {
    const owner = await found(suite.member);
    const editor = await joinAs(owner, suite.stranger, 'editor');
    const shares = [];
    for (const by of [editor, owner]) {
      const { url } = (await by.call(shareOwnerRoutes.create, { passthrough: suite.short.id })).data;
      shares.push(url.split('/').at(-1)!);
    }
    await owner.call(workspaceRoutes.remove, { userId: editor.id, links: 'revoke' });
    await refuses(suite.server.call(shareRoutes.open, { key: shares[0]! }), 'share_revoked');
    assert.ok((await suite.server.call(shareRoutes.open, { key: shares[1]! })).data.video);
  });
});
