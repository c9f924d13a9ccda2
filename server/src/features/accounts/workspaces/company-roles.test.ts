import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { apiKeyRoutes, keyOwnerRoutes } from '@lectern/contract/accounts/api-keys';
import { singleSignOnRoutes } from '@lectern/contract/accounts/single-sign-on';
import { workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { createClient } from '@lectern/contract/client';
import { hour, minute } from '@lectern/contract/rules/durations';
import type { Role } from '@lectern/contract/rules/rights';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { newAddress } from '../../../../test/account-tools.ts';
import { arrive, problemOf, signIn } from '../../../../test/company-sign-in.ts';
import { describeServer, type ServerSuite } from '../../../../test/describe-server.ts';
import { type CompanyProvider, openCompany, PlainBrowser } from '../../../../test/identity-provider.ts';
import { eventually } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { type Colleague, workspaceTools } from '../../../../test/workspace-tools.ts';

let company: CompanyProvider;
let env: Record<string, string>;
let lazy: CompanyProvider;
let lazyEnv: Record<string, string>;
before(async () => {
  ({ company, env } = await openCompany('both'));
  ({ company: lazy, env: lazyEnv } = await openCompany('both', { hasRefresh: false }));
  // The clocks of tests run ahead of their own.
  for (const each of [company, lazy]) each.idTokenSeconds = 48 * 3600;
});
after(async () => {
  await company.close();
  await lazy.close();
});

const newKey = { name: 'Nightly', kind: 'person' as const, scopes: ['read' as const], days: null };
const roles = 'staff:editor,heads:admin,bosses:owner,guests:viewer';

/** Founds a workspace and makes it the company's. */
async function openCompanyWorkspace(
  suite: ServerSuite,
  settings: Record<string, string>,
  more: Record<string, string> = { OIDC_ROLES: roles },
): Promise<Colleague> {
  const owner = await workspaceTools(suite).found();
  await suite.restart({ env: { ...settings, ...more, OIDC_WORKSPACE: owner.id } });
  return owner;
}

/** Somebody at a company whose address is verified, in these groups. */
const employ = (at: CompanyProvider, login: string, groups: string[] = [], email = `${login}@example.org`): void =>
  void at.people.set(login, { email, email_verified: true, groups });

describeServer('a role by the groups of a company', { env: () => env, databases: 'both' }, (suite) => {
  const { about } = workspaceTools(suite);
  let owner: Colleague;
  before(async () => {
    owner = await openCompanyWorkspace(suite, env);
  });
  const roleOf = async (id: string): Promise<string | undefined> => {
    const membership = suite.db.selectFrom('workspace_members').select(['role', 'role_source']);
    const row = await membership.where('workspace_id', '=', owner.id).where('user_id', '=', id).executeTakeFirst();
    return row && `${row.role} by ${row.role_source}`;
  };
  const toldOf = async (id: string): Promise<string[]> => {
    const entries = suite.db.selectFrom('workspace_log').select(['action', 'via']).where('object_id', '=', id);
    return (await entries.orderBy('id').execute()).map(({ action, via }) => `${action} via ${via}`);
  };

  it('follows the highest of the groups, when a person signs in', async () => {
    employ(company, 'ada', ['guests', 'heads', 'staff']);
    const { id, workspace } = await signIn(suite, 'ada');
    assert.deepEqual([workspace.id, workspace.role], [owner.id, 'admin']);
    assert.equal(await roleOf(id), 'admin by provider');
    employ(company, 'ada', ['guests']);
    await signIn(suite, 'ada');
    assert.equal(await roleOf(id), 'viewer by provider');
    employ(company, 'ada', ['others']);
    const after = await signIn(suite, 'ada');
    assert.equal(await roleOf(id), undefined);
    assert.equal(after.workspace.id, id);
    assert.deepEqual(await toldOf(id), [
      'member.joined via provider',
      'member.signed_in via provider',
      'member.role_changed via provider',
      'member.signed_in via provider',
      'member.removed via provider',
    ]);
  });

  it('ends the membership and its uploads within the hour, when the group is gone', async () => {
    employ(company, 'ben', ['staff']);
    const session = await signIn(suite, 'ben');
    const call = about(session, owner.id);
    const { id: uploadId } = await call(uploadRoutes.create, {});
    employ(company, 'ben', []);
    suite.clock.aheadMs += 49 * minute;
    await call(workspaceRoutes.people, undefined);
    suite.clock.aheadMs += 11 * minute;
    await refuses(call(workspaceRoutes.people, undefined), 'workspace_left');
    await suite.settle();
    const upload = await suite.db.selectFrom('uploads').select('state').where('id', '=', uploadId).executeTakeFirst();
    assert.equal(upload?.state, 'cancelled');
    // The account is there all the same.
    assert.equal((await suite.server.as(session.token)(accountRoutes.check, {})).workspace.id, session.id);
  });

  it('ends it and its keys within the hour too, when a password has opened the session', async () => {
    const member = await suite.signUp({ email: newAddress() });
    employ(company, 'cleo', ['heads'], member.email);
    const { brought, call } = await arrive(suite, 'cleo');
    const link = brought.get('link') ?? '';
    await call(singleSignOnRoutes.connect, { link, password: member.password });
    assert.equal(await roleOf(member.session.id), 'admin by provider');
    const by = about(member.session, owner.id);
    await by(workspaceRoutes.people, undefined);
    const { key } = await by(apiKeyRoutes.create, newKey);
    const program = suite.server.as(key);
    await program(keyOwnerRoutes.me, undefined);
    employ(company, 'cleo', [], member.email);
    suite.clock.aheadMs += hour;
    await refuses(program(keyOwnerRoutes.me, undefined), 'unauthorized');
    await refuses(by(workspaceRoutes.people, undefined), 'workspace_left');
  });

  it('refuses to change the role by hand, when the groups give it', async () => {
    employ(company, 'dan', ['staff']);
    const { id } = await signIn(suite, 'dan');
    await refuses(owner.call(workspaceRoutes.changeRole, { userId: id, role: 'viewer' }), 'role_by_company');
    await owner.call(workspaceRoutes.remove, { userId: id });
    await signIn(suite, 'dan');
    assert.equal(await roleOf(id), 'editor by provider');
  });

  it('leaves owners made by people, and the last one, when groups change', async () => {
    const { email, session, password } = await suite.signUp({ email: newAddress() });
    employ(company, 'boss', ['bosses'], email);
    const { brought, call } = await arrive(suite, 'boss');
    await call(singleSignOnRoutes.connect, { link: brought.get('link') ?? '', password });
    assert.equal(await roleOf(session.id), 'owner by provider');
    employ(company, 'boss', ['guests'], email);
    await signIn(suite, 'boss');
    assert.equal(await roleOf(session.id), 'viewer by provider');
    employ(company, 'boss', ['bosses'], email);
    await signIn(suite, 'boss');
    await suite.db
      .updateTable('workspace_members')
      .set({ role: 'admin' })
      .where('workspace_id', '=', owner.id)
      .where('user_id', '=', owner.id)
      .execute();
    employ(company, 'boss', [], email);
    await signIn(suite, 'boss');
    assert.equal(await roleOf(session.id), 'owner by provider');
    await suite.db
      .updateTable('workspace_members')
      .set({ role: 'owner' })
      .where('workspace_id', '=', owner.id)
      .where('user_id', '=', owner.id)
      .execute();
    employ(company, 'founder', ['guests'], owner.email);
    const founder = await arrive(suite, 'founder');
    await founder.call(singleSignOnRoutes.connect, {
      link: founder.brought.get('link') ?? '',
      password: 'a right password',
    });
    assert.equal(await roleOf(owner.id), 'owner by person');
  });

  it('raises no role, when the plan has no place for it', async () => {
    employ(company, 'late', ['guests']);
    const { id } = await signIn(suite, 'late');
    await suite.changeUser(owner, { plan: 'executive' });
    employ(company, 'late', ['staff']);
    await signIn(suite, 'late');
    assert.equal(await roleOf(id), 'viewer by provider');
    employ(company, 'never', ['staff']);
    // The account is made nevertheless, while anybody may have one.
    const { workspace, id: own } = await signIn(suite, 'never');
    assert.equal(workspace.id, own);
    await suite.changeUser(owner, { plan: 'professional' });
  });
});

describeServer('a company whose people come without roles by group', { env: () => env }, (suite) => {
  it('makes each a viewer, whom people may raise, when no groups are set', async () => {
    const owner = await openCompanyWorkspace(suite, env, {});
    employ(company, 'vera');
    const { id, workspace } = await signIn(suite, 'vera');
    assert.deepEqual([workspace.id, workspace.role], [owner.id, 'viewer' satisfies Role]);
    await owner.call(workspaceRoutes.changeRole, { userId: id, role: 'editor' });
    assert.equal((await signIn(suite, 'vera')).workspace.role, 'editor');
  });

  it('says so to the operator and lets people in, when the workspace is none', async () => {
    await suite.restart({ env: { ...env, OIDC_WORKSPACE: '00000000-0000-4000-8000-000000000000' } });
    employ(company, 'wanda');
    const { id, workspace } = await signIn(suite, 'wanda');
    assert.equal(workspace.id, id);
  });
});

const invited = () => ({ ...env, SIGN_UPS: 'invited' });

describeServer('a service whose accounts are for invited people', { env: invited }, (suite) => {
  const { found } = workspaceTools(suite);
  let owner: Colleague;
  before(async () => {
    await suite.restart({ env });
    owner = await found();
    await suite.restart();
  });

  it('sends strangers away, when they come by the company or by a password', async () => {
    employ(company, 'stranger');
    assert.equal(await problemOf(suite, 'stranger'), 'invitation_needed');
    const person = { firstname: 'Eve', lastname: 'Stranger', email: 'eve@example.org', password: 'a right password' };
    await refuses(suite.server.call(accountRoutes.register, person), 'invitation_needed');
    const users = await suite.db.selectFrom('users').select('email').execute();
    assert.ok(!users.some(({ email }) => /stranger|eve/.test(email)));
  });

  it('takes in an invited person with the role of the invitation, when the company vouches for them', async () => {
    employ(company, 'ivy');
    await owner.call(workspaceRoutes.invite, { email: 'ivy@example.org', role: 'editor' });
    company.people.set('ivy', { email: 'ivy@example.org', email_verified: false });
    await suite.restart({ env: { ...invited(), OIDC_TRUST_UNVERIFIED_EMAIL: 'true' } });
    // An address that is only claimed is not the invited person's.
    assert.equal(await problemOf(suite, 'ivy'), 'invitation_needed');
    await suite.restart();
    employ(company, 'ivy');
    const { workspace, id } = await signIn(suite, 'ivy');
    assert.deepEqual([workspace.id, workspace.role], [owner.id, 'editor']);
    const { data } = await suite.server.as((await signIn(suite, 'ivy')).token)(workspaceRoutes.list, undefined);
    assert.equal(data.find((each) => each.id === id)?.started, false);
  });

  it('tells a company’s person that there is no place left, when there is none', async () => {
    await suite.restart({ env: { ...invited(), OIDC_WORKSPACE: owner.id, VIEWERS_PER_SEAT: '0' } });
    employ(company, 'full');
    assert.equal(await problemOf(suite, 'full'), 'workspace_full');
    await suite.restart();
  });
});

describeServer('a session that a company without lasting tokens has opened', { env: () => lazyEnv }, (suite) => {
  let owner: Colleague;
  before(async () => {
    owner = await openCompanyWorkspace(suite, lazyEnv);
  });

  /** Signs in, and gives the call of that browser. */
  async function comeAs(login: string, browser: PlainBrowser) {
    const { brought, call } = await arrive(suite, login, { browser });
    const { token } = await call(singleSignOnRoutes.redeem, { code: brought.get('code') ?? '' });
    const { origin } = suite.server;
    return createClient({
      origin,
      token: () => token,
      fetch: async (input, init) => {
        const cookie = browser.cookiesOf(origin);
        return fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie } });
      },
    });
  }
  const renew = async (call: Awaited<ReturnType<typeof comeAs>>, browser: PlainBrowser): Promise<Response> => {
    const { url } = await call(singleSignOnRoutes.renew, undefined);
    assert.equal(new URL(url).searchParams.get('prompt'), 'none');
    return browser.fetch(await browser.follow(url, 'nobody', /\/auth\/oidc\/callback/));
  };

  it('rests after an hour until the company says without a word that it is the same person', async () => {
    employ(lazy, 'ada', ['staff']);
    const browser = new PlainBrowser();
    const call = await comeAs('ada', browser);
    suite.clock.aheadMs += 59 * minute;
    assert.equal((await call(accountRoutes.check, {})).workspace.role, 'editor');
    suite.clock.aheadMs += minute;
    await refuses(call(accountRoutes.check, {}), 'sign_in_due');
    employ(lazy, 'ada', ['guests']);
    const page = await renew(call, browser);
    assert.equal(page.headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'self'");
    assert.equal(page.headers.get('x-frame-options'), 'SAMEORIGIN');
    assert.match(await page.text(), /You are signed in/);
    const { workspace } = await call(accountRoutes.check, {});
    assert.deepEqual([workspace.id, workspace.role], [owner.id, 'viewer']);
  });

  it('stays closed, when the company does not know the person, or knows another, in that browser', async () => {
    employ(lazy, 'ben', ['staff']);
    employ(lazy, 'eve', ['staff']);
    const browser = new PlainBrowser();
    const call = await comeAs('ben', browser);
    suite.clock.aheadMs += hour;
    const stranger = new PlainBrowser();
    const { url } = await call(singleSignOnRoutes.renew, undefined);
    assert.match(
      await (await stranger.fetch(await stranger.follow(url, 'eve', /\/auth\/oidc\/callback/))).text(),
      /begun in another browser/,
    );
    browser.forget(lazy.issuer);
    await renew(call, browser);
    await refuses(call(accountRoutes.check, {}), 'sign_in_due');
    await arrive(suite, 'eve', { browser });
    await renew(call, browser);
    await refuses(call(accountRoutes.check, {}), 'sign_in_due');
    // Without a token of it, the company does not know whom it is asked about.
    await suite.db.updateTable('identities').set({ tokens: null }).where('subject', '=', 'ben').execute();
    assert.match(await (await renew(call, browser)).text(), /could not be trusted/);
    await refuses(call(accountRoutes.check, {}), 'sign_in_due');
  });

  it('ends by logging out, although it rests', async () => {
    employ(lazy, 'cleo');
    const browser = new PlainBrowser();
    const call = await comeAs('cleo', browser);
    suite.clock.aheadMs += hour;
    await call(accountRoutes.logout, undefined);
    await refuses(call(accountRoutes.check, {}), 'unauthorized');
  });
});

describeServer('a member’s session at a company that gives lasting tokens', { env: () => env }, (suite) => {
  it('opens nothing within the hour, when the company has deactivated the person', async () => {
    employ(company, 'gone');
    const call = suite.server.as((await signIn(suite, 'gone')).token);
    const { key } = await call(apiKeyRoutes.create, newKey);
    company.people.delete('gone');
    suite.clock.aheadMs += 51 * minute;
    await refuses(suite.server.as(key)(keyOwnerRoutes.me, undefined), 'sign_in_due');
    await refuses(call(accountRoutes.check, {}), 'sign_in_due');
    await refuses(call(accountRoutes.check, {}), 'sign_in_due');
    const event = suite.db.selectFrom('security_events').select('kind').where('account', '=', 'gone@example.org');
    const kinds = (await event.execute()).map(({ kind }) => kind);
    assert.equal(kinds.filter((kind) => kind === 'company_confirmation_ended').length, 1);
  });

  it('goes on for a day and no longer, when the company is away', async () => {
    employ(company, 'patient');
    const call = suite.server.as((await signIn(suite, 'patient')).token);
    await company.close();
    suite.clock.aheadMs += 2 * hour;
    await call(accountRoutes.check, {});
    suite.clock.aheadMs += 23 * hour;
    await refuses(call(accountRoutes.check, {}), 'sign_in_away');
    await company.open();
    suite.clock.aheadMs += minute;
    await eventually(async () => (await call(accountRoutes.check, {})).email, 'the company');
  });
});
