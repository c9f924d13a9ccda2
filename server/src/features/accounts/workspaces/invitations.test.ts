import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { invitationRoutes, type OpenedInvitation, workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import type { ProblemCode } from '@lectern/contract/problem';
import { day, hour } from '@lectern/contract/rules/durations';
import { accountTools, newAddress, tokenIn } from '../../../../test/account-tools.ts';
import { describeServer } from '../../../../test/describe-server.ts';
import { type CompanyProvider, openCompany } from '../../../../test/identity-provider.ts';
import { expectRefusal, refuses } from '../../../../test/refusals.ts';
import { type Colleague, workspaceTools } from '../../../../test/workspace-tools.ts';
import { createMember } from '../create-member.ts';

describeServer('an invitation', { databases: 'both', env: { PROFESSIONAL_PEOPLE: '60' } }, (suite) => {
  const { found, invite, join, accept, letters } = workspaceTools(suite);
  const { register, verify } = accountTools(suite);
  let owner: Colleague;
  before(async () => {
    owner = await found();
  });
  const open = async (token: string) => (await suite.server.call(invitationRoutes.open, { token })).data;
  const stateOf = async (token: string) => (await open(token)).state;
  const peopleOf = async (by: Colleague) => (await by.call(workspaceRoutes.people, undefined)).data;

  it('makes a verified account without a trial, which lands in the company', async () => {
    const { email, token } = await invite(owner, 'editor');
    await register({ email });
    const [, verification] = await letters(email, 2);
    const masked = `${email[0]}…@example.org`;
    const shown: OpenedInvitation = {
      state: 'open',
      role: 'editor',
      email: masked,
      invited_by: owner.email,
      has_account: false,
      passwords: true,
    };
    assert.deepEqual(await open(token), shown);
    const session = await accept(token);
    assert.deepEqual([session.email, session.workspace.id, session.workspace.role], [email, owner.id, 'editor']);
    const { data } = await suite.server.as(session.token)(workspaceRoutes.list, undefined);
    assert.deepEqual(
      data.map(({ id, started, is_personal }) => [id === owner.id || id === session.id, started, is_personal]),
      [
        [true, false, true],
        [true, true, false],
      ],
    );
    await refuses(verify(tokenIn(verification)), 'already_verified');
    await letters(owner.email, 2);
    const { people, invitations } = await peopleOf(owner);
    assert.ok(people.some((each) => each.email === email && each.role === 'editor' && each.last_seen !== null));
    assert.ok(!invitations!.some((each) => each.email === email));
  });

  it('shows no word typed by a stranger, when it is mailed or opened', async () => {
    await owner.call(workspaceRoutes.change, { name: 'Buy gold now' });
    const { email, token } = await invite(owner, 'viewer');
    const [letter] = await letters(email, 1);
    for (const text of [letter!.text, letter!.html, letter!.subject, JSON.stringify(await open(token))])
      assert.doesNotMatch(text, /gold|Ada|Lovelace/);
    assert.ok(letter!.text.includes(`${owner.email} invites you`));
  });

  it('answers with its own words, when it is used, revoked, expired or of another person', async () => {
    const stranger = await suite.signUp({ email: newAddress() });
    const other = await suite.signUp({ email: newAddress() });
    const joinBy = (call: typeof stranger.call, token: string) => call(invitationRoutes.join, { token });
    // An account of the address, and another one.
    const invited = await invite(owner, 'editor', stranger.email);
    assert.deepEqual((await open(invited.token)).has_account, true);
    const elsewhere = `This invitation was sent to ${stranger.email[0]}…@example.org. You are signed in as ${other.email}.`;
    for (const route of [invitationRoutes.join, invitationRoutes.openSignedIn])
      await refuses(other.call(route, { token: invited.token }), 'invitation_other_address', elsewhere);
    await refuses(accept(invited.token), 'email_taken');
    const seen = await stranger.call(invitationRoutes.openSignedIn, { token: invited.token });
    assert.deepEqual([seen.data.workspace, seen.data.role], ['Buy gold now', 'editor']);
    assert.equal((await joinBy(stranger.call, invited.token)).workspace, owner.id);
    const cases: [string, string, string, ProblemCode, detail?: string][] = [
      ['used', invited.token, 'used', 'invitation_used'],
    ];
    // Already in the company: invited before they came by another link.
    const twice = await suite.signUp({ email: newAddress() });
    const again = await invite(owner, 'viewer', twice.email);
    await suite.db
      .insertInto('workspace_members')
      .values({ workspace_id: owner.id, user_id: twice.session.id, role: 'viewer' })
      .execute();
    cases.push(['joined', again.token, 'joined', 'already_in_workspace', 'You are already in this workspace.']);
    const gone = await invite(owner, 'viewer', other.email);
    await owner.call(workspaceRoutes.revokeInvitation, { id: gone.id });
    cases.push(['revoked', gone.token, 'revoked', 'invitation_revoked']);
    const callers = { used: stranger.call, joined: twice.call, revoked: other.call };
    for (const [name, token, state, code, detail] of cases) {
      assert.equal(await stateOf(token), state, name);
      await refuses(joinBy(callers[state as keyof typeof callers], token), code, detail);
    }
    const late = await invite(owner, 'viewer');
    const off = await invite(owner, 'viewer', (await suite.signUp({ email: newAddress() })).email);
    await suite.db.updateTable('users').set({ is_active: false }).where('email', '=', off.email).execute();
    assert.equal(await stateOf(off.token), 'deactivated');
    await refuses(accept(off.token), 'deactivated');
    suite.clock.aheadMs += 7 * day + hour;
    assert.equal(await stateOf(late.token), 'expired');
    await refuses(accept(late.token), 'invitation_expired');
    suite.clock.aheadMs = 0;
    await refuses(accept('invented'), 'invitation_unknown');
    await refuses(suite.server.call(invitationRoutes.open, { token: '' }), 'invitation_unknown');
  });

  it('asks the inviter for a new link at most three times a day, when it has expired', async () => {
    const { email, token, id } = await invite(owner, 'viewer');
    suite.clock.aheadMs += 7 * day + hour;
    const before = (await letters(owner.email, 1)).length;
    const ask = () => suite.server.call(invitationRoutes.askAgain, { token });
    const answers = new Set<string>();
    for (let n = 0; n < 5; n += 1) answers.add((await ask()).msg);
    await suite.settle();
    const asked = (await letters(owner.email, before)).filter(({ subject }) => subject.includes(email));
    assert.deepEqual([answers.size, asked.length], [1, 3]);
    // The company of this test has lapsed meanwhile.
    await refuses(owner.call(workspaceRoutes.sendAgain, { id }), 'membership_expired');
    suite.clock.aheadMs = 0;
    await owner.call(workspaceRoutes.sendAgain, { id });
    const fresh = tokenIn((await letters(email, 2)).at(-1));
    await refuses(accept(token), 'invitation_unknown');
    assert.equal((await accept(fresh)).email, email);
  });

  it('lets one of two in, when both accept one link at once', async () => {
    const ofNobody = await invite(owner, 'viewer');
    const ofSomebody = await suite.signUp({ email: newAddress() });
    const { token } = await invite(owner, 'viewer', ofSomebody.email);
    for (const one of [() => accept(ofNobody.token), () => ofSomebody.call(invitationRoutes.join, { token })]) {
      const outcomes = await Promise.allSettled<unknown>([one(), one()]);
      const refused = outcomes.flatMap((each) =>
        each.status === 'rejected' ? [(each.reason as { code: string }).code] : [],
      );
      assert.deepEqual(refused, ['invitation_used']);
    }
  });

  it('makes one account, when it is accepted while a registration of the address is confirmed', async () => {
    const { email, token } = await invite(owner, 'viewer');
    await register({ email });
    const verification = tokenIn((await letters(email, 2)).at(-1));
    const outcomes = await Promise.allSettled<{ email: string }>([accept(token), verify(verification)]);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    const rows = await suite.db.selectFrom('users').select('id').where('email', '=', email).execute();
    assert.equal(rows.length, 1);
    assert.deepEqual(await suite.db.selectFrom('registrations').select('id').where('email', '=', email).execute(), []);
  });

  it('refuses more than 5 mails an hour to an address, and what was never to be sent', async () => {
    const email = newAddress();
    const { id } = await invite(owner, 'viewer', email);
    await refuses(
      owner.call(workspaceRoutes.invite, { email: email.toUpperCase(), role: 'editor' }),
      'invited_already',
    );
    for (let n = 1; n < 5; n += 1) await owner.call(workspaceRoutes.sendAgain, { id });
    await refuses(owner.call(workspaceRoutes.sendAgain, { id }), 'too_many_invitations');
    await owner.call(workspaceRoutes.revokeInvitation, { id });
    await refuses(owner.call(workspaceRoutes.invite, { email, role: 'viewer' }), 'too_many_invitations');
    for (const [typed, code] of [
      ['', 'missing_fields'],
      ['no address', 'bad_email'],
      [owner.email, 'already_in_workspace'],
    ] as const)
      await refuses(owner.call(workspaceRoutes.invite, { email: typed, role: 'viewer' }), code);
    const strange = { email: newAddress(), role: 'captain' as 'viewer' };
    assert.equal((await expectRefusal(owner.call(workspaceRoutes.invite, strange))).status, 400);
    await refuses(owner.call(workspaceRoutes.revokeInvitation, { id }), 'not_found');
  });

  it('refuses more than 60 mails an hour of a workspace', async () => {
    const company = await found();
    for (let n = 0; n < 59; n += 1)
      await company.call(workspaceRoutes.invite, { email: newAddress(), role: n % 2 === 0 ? 'viewer' : 'editor' });
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => company.call(workspaceRoutes.invite, { email: newAddress(), role: 'viewer' })),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    const { invitations } = (await company.call(workspaceRoutes.people, undefined)).data;
    assert.equal(invitations!.length, 60);
  });

  it('answers role_too_low, when others than owners and admins invite, or an admin invites an owner', async () => {
    const admin = await join(owner, 'admin');
    const editor = await join(owner, 'editor');
    const asOwner = { email: newAddress(), role: 'owner' as const };
    await refuses(
      admin.call(workspaceRoutes.invite, asOwner),
      'role_too_low',
      'Your role in Buy gold now is admin. Ada can do this.',
    );
    assert.equal((await expectRefusal(editor.call(workspaceRoutes.invite, asOwner))).code, 'role_too_low');
    assert.equal((await editor.call(workspaceRoutes.people, undefined)).data.invitations, null);
    const { id } = await owner.call(workspaceRoutes.invite, asOwner);
    assert.equal((await expectRefusal(admin.call(workspaceRoutes.revokeInvitation, { id }))).code, 'role_too_low');
  });
});

describeServer('the places of a plan', { databases: 'both', env: { VIEWERS_PER_SEAT: '1' } }, (suite) => {
  const { found, invite, join, accept } = workspaceTools(suite);
  const seats = async (by: Colleague) => (await by.call(workspaceRoutes.state, undefined)).data;

  it('count people and open invitations, and let one in, when two come for the last', async () => {
    const owner = await found();
    for (const role of ['admin', 'editor', 'editor'] as const) await join(owner, role);
    const full = 'Your plan includes 5 people who can edit. Remove somebody or revoke an invitation.';
    const wanted = [newAddress(), newAddress()];
    const outcomes = await Promise.allSettled(
      wanted.map((email) => owner.call(workspaceRoutes.invite, { email, role: 'editor' })),
    );
    assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    await refuses(owner.call(workspaceRoutes.invite, { email: newAddress(), role: 'admin' }), 'people_full', full);
    assert.deepEqual((await seats(owner)).seats, { taken: 5, of: 5 });
    const viewer = await join(owner, 'viewer');
    await refuses(owner.call(workspaceRoutes.changeRole, { userId: viewer.id, role: 'editor' }), 'people_full', full);
    const { invitations } = (await owner.call(workspaceRoutes.people, undefined)).data;
    await owner.call(workspaceRoutes.revokeInvitation, { id: invitations![0]!.id });
    await owner.call(workspaceRoutes.changeRole, { userId: viewer.id, role: 'editor' });
    assert.deepEqual(
      [(await seats(owner)).seats, (await seats(owner)).viewers],
      [
        { taken: 5, of: 5 },
        { taken: 0, of: 5 },
      ],
    );
  });

  it('let all people stay and no other in, when the plan gets smaller', async () => {
    const owner = await found();
    const editor = await join(owner, 'editor');
    const { token } = await invite(owner, 'editor');
    await suite.changeUser(owner, { plan: 'executive' });
    assert.deepEqual((await seats(editor)).seats, { taken: 3, of: 1 });
    assert.equal((await suite.server.call(invitationRoutes.open, { token })).data.state, 'full');
    assert.equal((await expectRefusal(accept(token))).code, 'people_full');
    await suite.changeUser(owner, { plan: 'professional', membership_end: new Date(Date.now() - day) });
    await refuses(owner.call(workspaceRoutes.invite, { email: newAddress(), role: 'viewer' }), 'membership_expired');
    assert.equal((await seats(editor)).role, 'editor');
    assert.equal((await accept(token)).workspace.id, owner.id);
  });
});

let company: CompanyProvider;
let env: Record<string, string>;
before(async () => {
  ({ company, env } = await openCompany('oidc'));
});
after(() => company.close());

describeServer('an invitation where passwords are off', { env: () => env }, (suite) => {
  const { about } = workspaceTools(suite);

  it('says so, and makes no account', async () => {
    const email = newAddress();
    const session = await createMember(suite.world, {
      firstname: 'Ada',
      lastname: 'L',
      email,
      password: 'a right one',
    });
    const identity = { issuer: company.issuer, subject: 'ada', email, user_id: session.id, checked_at: new Date() };
    const { id } = await suite.db.insertInto('identities').values(identity).returning('id').executeTakeFirstOrThrow();
    await suite.db.updateTable('sessions').set({ identity_id: id }).where('user_id', '=', session.id).execute();
    const call = about(session, session.id);
    const address = newAddress();
    await call(workspaceRoutes.invite, { email: address, role: 'viewer' });
    const { letters } = accountTools(suite);
    const token = tokenIn((await letters(address, 1))[0]);
    assert.equal((await suite.server.call(invitationRoutes.open, { token })).data.passwords, false);
    const person = { token, firstname: 'Ben', lastname: 'Smith', password: 'a right password' };
    await refuses(suite.server.call(invitationRoutes.accept, person), 'passwords_off');
  });
});
