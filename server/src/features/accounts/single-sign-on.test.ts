import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { keyOwnerRoutes } from '@lectern/contract/accounts/api-keys';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { singleSignOnRoutes } from '@lectern/contract/accounts/single-sign-on';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { minute } from '@lectern/contract/rules/durations';
import { Secret, TOTP } from 'otpauth';
import { accountTools, ada, tokenIn } from '../../../test/account-tools.ts';
import { describeServer, type ServerSuite } from '../../../test/describe-server.ts';
import { freePort } from '../../../test/free-port.ts';
import { arrive, problemOf, signIn, signInAdministrator } from '../../../test/company-sign-in.ts';
import { CompanyProvider, openCompany } from '../../../test/identity-provider.ts';
import type { TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { administrator } from '../../../test/world.ts';
import { createMember } from './create-member.ts';
import { ensureAdministrator } from './ensure-administrator.ts';
import { createKeyText } from './keys/key-text.ts';
import { hashToken } from './secret-tokens.ts';

let company: CompanyProvider;
let env: Record<string, string>;
let lazy: CompanyProvider;
let lazyEnv: Record<string, string>;
before(async () => {
  ({ company, env } = await openCompany('both'));
  // The clocks of tests run ahead of its own.
  company.idTokenSeconds = 24 * 3600;
  ({ company: lazy, env: lazyEnv } = await openCompany('oidc', { hasRefresh: false }));
});
after(async () => {
  await company.close();
  await lazy.close();
});

/** Turns on the second factor of a member, and gives the codes of their app. */
async function addSecondFactor(suite: ServerSuite, { call, password }: Pick<TestMember, 'call' | 'password'>) {
  const { secret } = await call(ownAccountRoutes.beginSecondFactor, { password });
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = (): string => {
    suite.clock.aheadMs += 30_000;
    return totp.generate({ timestamp: suite.now().getTime() });
  };
  await call(ownAccountRoutes.confirmSecondFactor, { code: code() });
  return code;
}

const settings = () => ({ ...env, ADMIN_OIDC_GROUP: 'staff' });

describeServer('signing in with the company', { env: settings, databases: 'both' }, (suite) => {
  it('marks the browser by a cookie that scripts and other hosts cannot read, when it begins', async () => {
    const { headers } = await fetch(`${suite.server.origin}/auth/oidc/start`, { redirect: 'manual' });
    const form = /^__Host-lectern-signin=[\w-]{43}; Path=\/; Max-Age=600; Secure; HttpOnly; SameSite=Lax$/;
    assert.match(headers.getSetCookie().join(), form);
    const asked = new URL(headers.get('location')!).searchParams;
    assert.deepEqual([asked.get('code_challenge_method'), asked.get('response_type')], ['S256', 'code']);
    for (const name of ['state', 'nonce']) assert.equal(asked.get(name)?.length, 43, name);
  });

  it('opens one account, when a new person comes in two tabs at once', async () => {
    company.people.set('twin', { email: 'twin@example.org', email_verified: true });
    const [one, other] = await Promise.all([signIn(suite, 'twin'), signIn(suite, 'twin')]);
    assert.equal(one.id, other.id);
    assert.deepEqual([one.firstname, one.lastname], ['twin', '–']);
    assert.equal((await suite.server.as(other.token)(accountRoutes.check, {})).email, 'twin@example.org');
  });

  it('gives one session, when its code is sent twice at once', async () => {
    const { brought, call } = await arrive(suite, 'twin');
    const redeem = () => call(singleSignOnRoutes.redeem, { code: brought.get('code') ?? '' });
    const [first, second] = await Promise.allSettled([redeem(), redeem()]);
    assert.deepEqual([first.status, second.status].toSorted(), ['fulfilled', 'rejected']);
    await refuses(redeem(), 'sign_in_expired');
  });

  it('refuses a code, when a minute has gone by or another browser sends it', async () => {
    const { brought, call } = await arrive(suite, 'twin');
    const code = brought.get('code') ?? '';
    await refuses(suite.server.call(singleSignOnRoutes.redeem, { code }), 'sign_in_other_browser');
    suite.clock.aheadMs += minute;
    await refuses(call(singleSignOnRoutes.redeem, { code }), 'sign_in_expired');
  });

  it('opens nothing of a deactivated account, when its person is known or new', async () => {
    company.people.set('gone', { email: 'gone@example.org', email_verified: true });
    const { id } = await signIn(suite, 'gone');
    const member = await suite.signUp();
    company.people.set('other-gone', { email: member.email, email_verified: true });
    for (const each of [id, member.session.id])
      await suite.db.updateTable('users').set({ is_active: false }).where('id', '=', each).execute();
    assert.equal(await problemOf(suite, 'gone'), 'deactivated');
    assert.equal(await problemOf(suite, 'other-gone'), 'deactivated');
  });

  it('connects by password alone, when a link of this browser is sent twice', async () => {
    const member = await suite.signUp();
    company.people.set('known', { email: member.email, email_verified: true });
    const { brought, call } = await arrive(suite, 'known');
    const link = brought.get('link') ?? '';
    assert.equal(brought.get('email'), member.email);
    const { password } = member;
    await refuses(call(singleSignOnRoutes.redeem, { code: link }), 'sign_in_expired');
    await refuses(suite.server.call(singleSignOnRoutes.connect, { link, password }), 'sign_in_other_browser');
    const both = await Promise.allSettled([1, 2].map(() => call(singleSignOnRoutes.connect, { link, password })));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    assert.equal((await signIn(suite, 'known')).id, member.session.id);
  });

  it('asks for the second factor, when the account to connect has one', async () => {
    const member = await suite.signUp();
    const code = await addSecondFactor(suite, member);
    company.people.set('careful', { email: member.email, email_verified: true });
    const { brought, call } = await arrive(suite, 'careful');
    const proof = { link: brought.get('link') ?? '', password: member.password };
    await refuses(call(singleSignOnRoutes.connect, proof), 'second_factor_needed');
    await refuses(call(singleSignOnRoutes.connect, { ...proof, code: '000000' }), 'second_factor_wrong');
    assert.equal((await call(singleSignOnRoutes.connect, { ...proof, code: code() })).id, member.session.id);
    const { data } = await member.call(ownAccountRoutes.account, undefined);
    assert.ok(data.events.some(({ kind }) => kind === 'company_connected'));
    assert.deepEqual(data.sign_in, { password: true, company: 'Acme', company_email: member.email });
  });

  it('gives a person of the company a password, when they ask for one by mail', async () => {
    company.people.set('mary', { email: 'mary@example.org', email_verified: true });
    const { token } = await signIn(suite, 'mary');
    const { letter, login, requestReset, reset } = accountTools(suite);
    await refuses(login('mary@example.org'), 'bad_credentials');
    await requestReset('mary@example.org');
    await reset('mary@example.org', tokenIn(await letter('mary@example.org', /new password/)));
    await refuses(suite.server.as(token)(accountRoutes.check, {}), 'unauthorized');
    const session = await login('mary@example.org', 'another password');
    const { data } = await suite.server.as(session.token)(ownAccountRoutes.account, undefined);
    assert.equal(data.sign_in.password, true);
  });

  it('keeps no token of the provider that can be read, when a backup is stolen', async () => {
    const rows = await suite.db.selectFrom('identities').select('tokens').execute();
    assert.ok(rows.length > 0);
    for (const { tokens } of rows) assert.doesNotMatch(tokens!.toString('latin1'), /refresh|eyJ/);
  });

  it('trusts an issuer alone, when the discovery names another', async () => {
    await suite.restart({ env: { ...settings(), OIDC_ISSUER: company.issuer.replace('127.0.0.1', 'localhost') } });
    const response = await fetch(`${suite.server.origin}/auth/oidc/start`, { redirect: 'manual' });
    assert.match(response.headers.get('location') ?? '', /\/signed-in\?problem=sign_in_misconfigured$/);
    await suite.restart();
  });

  it('keeps people of two issuers apart, when they have the same subject', async () => {
    const { id } = await signIn(suite, 'twin');
    await company.close();
    const other = new CompanyProvider(await freePort(), env.PUBLIC_URL!);
    await other.open();
    await suite.restart({ env: { ...settings(), ...other.settings } });
    other.people.set('twin', { email: 'twin@example.org', email_verified: true });
    assert.equal(await problemOf(suite, 'twin'), 'account_elsewhere');
    other.people.set('twin', { email: 'another-twin@example.org', email_verified: true });
    assert.notEqual((await signIn(suite, 'twin')).id, id);
    await other.close();
    await company.open();
    await suite.restart();
  });

  it('asks for the password all the same, when unverified emails are trusted', async () => {
    await suite.restart({ env: { ...settings(), OIDC_TRUST_UNVERIFIED_EMAIL: 'true' } });
    const member = await suite.signUp();
    company.people.set('liar', { email: member.email, email_verified: false });
    assert.equal((await arrive(suite, 'liar')).brought.get('email'), member.email);
    company.people.set('plain', { email: 'plain@example.org' });
    assert.equal((await signIn(suite, 'plain')).email, 'plain@example.org');
    await suite.restart();
  });

  it('opens the back office, when a person is of the group', async () => {
    company.people.set('boss', { email: 'boss@example.org', email_verified: true });
    assert.equal(await problemOf(suite, 'boss', 'administrator'), 'administrators_only');
    company.people.get('boss')!.groups = ['staff', 'others'];
    const boss = await signInAdministrator(suite, 'boss');
    assert.equal((await boss(adminRoutes.check, {})).email, 'boss@example.org');
    const { data } = await boss(ownAccountRoutes.account, undefined);
    assert.deepEqual(data.sign_in, { password: false, company: 'Acme', company_email: 'boss@example.org' });
    assert.equal(data.owes, null);

    company.people.get('boss')!.groups = ['others'];
    assert.equal(await problemOf(suite, 'boss', 'administrator'), 'administrators_only');
    await refuses(boss(adminRoutes.check, {}), 'unauthorized');
  });

  it('ends the role within an hour, when the group is taken away', async () => {
    company.people.set('head', { email: 'head@example.org', email_verified: true, groups: ['staff'] });
    const head = await signInAdministrator(suite, 'head');
    suite.clock.aheadMs += 51 * minute;
    await head(adminRoutes.check, {});
    company.people.get('head')!.groups = [];
    suite.clock.aheadMs += 49 * minute;
    await head(adminRoutes.check, {});
    suite.clock.aheadMs += 11 * minute;
    await refuses(head(adminRoutes.check, {}), 'unauthorized');
    const { data } = await (await suite.signInAdministrator())(adminRoutes.security, { kind: 'company_role_lost' });
    assert.equal(data[0]?.account, 'head@example.org');
  });

  it('ends the role, when the company no longer knows the person', async () => {
    company.people.set('left', { email: 'left@example.org', email_verified: true, groups: ['staff'] });
    const left = await signInAdministrator(suite, 'left');
    company.people.delete('left');
    suite.clock.aheadMs += 55 * minute;
    await refuses(left(adminRoutes.check, {}), 'unauthorized');
  });

  it('takes the word of an hour ago and none older, when the company is away', async () => {
    company.people.set('chief', { email: 'chief@example.org', email_verified: true, groups: ['staff'] });
    const chief = await signInAdministrator(suite, 'chief');
    await company.close();
    suite.clock.aheadMs += 55 * minute;
    await chief(adminRoutes.check, {});
    suite.clock.aheadMs += 6 * minute;
    await refuses(chief(adminRoutes.check, {}), 'sign_in_away');
    await company.open();
    suite.clock.aheadMs += minute;
    const checks = await Promise.allSettled(Array.from({ length: 8 }, () => chief(adminRoutes.check, {})));
    assert.deepEqual(new Set(checks.map(({ status }) => status)), new Set(['fulfilled']));
  });

  it('connects an administrator by their password, when the address is theirs', async () => {
    await suite.signInAdministrator();
    company.people.set('root', { email: administrator.email, email_verified: true, groups: ['staff'] });
    const { brought, call } = await arrive(suite, 'root', { door: 'administrator' });
    const link = brought.get('link') ?? '';
    const connect = (password: string) => call(singleSignOnRoutes.connectAdministrator, { link, password });
    const wrong = 'That is not the password of this account. Please try again.';
    await refuses(connect('not it'), 'bad_credentials', wrong);
    suite.clock.aheadMs += 9 * minute;
    const { email, token } = await connect(administrator.password);
    assert.equal(email, administrator.email);
    const root = suite.server.as(token);
    await root(adminRoutes.check, {});
    // The hour began with the word of the company, not with the password.
    company.people.get('root')!.groups = [];
    suite.clock.aheadMs += 42 * minute;
    await refuses(root(adminRoutes.check, {}), 'unauthorized');
  });
});

const glass = 'glass@example.org';
const alone = () => ({ ...lazyEnv, ADMIN_OIDC_GROUP: 'staff', OIDC_BREAK_GLASS: glass });

describeServer('signing in with the company alone', { env: alone }, (suite) => {
  it('refuses every way that a password would open, in one text', async () => {
    const { call } = suite.server;
    const person = { firstname: 'Ada', lastname: 'Lovelace', email: 'ada@example.org', password: 'a right password' };
    await refuses(call(accountRoutes.register, person), 'passwords_off');
    await refuses(call(accountRoutes.registerAgain, { registration: randomUUID() }), 'passwords_off');
    await refuses(call(accountRoutes.verify, { token: 'any' }), 'passwords_off');
    await refuses(call(accountRoutes.login, person), 'passwords_off');
    await refuses(call(accountRoutes.requestReset, person), 'passwords_off');
    await ensureAdministrator(suite.world, administrator);
    await refuses(call(adminRoutes.login, administrator), 'passwords_off');
  });

  it('ends sessions of passwords and keys, when passwords were turned off after them', async () => {
    const { id, token } = await createMember(suite.world, { ...ada, email: 'earlier@example.org' });
    await refuses(suite.server.as(token)(accountRoutes.check, {}), 'unauthorized');
    const { prefix, key } = createKeyText();
    const row = { workspace_id: id, user_id: id, kind: 'person' as const, name: 'Nightly', prefix, scopes: [] };
    const kept = { ...row, key_hash: hashToken(key), created_at: suite.now() };
    await suite.db.insertInto('api_keys').values(kept).execute();
    await refuses(suite.server.as(key)(keyOwnerRoutes.me, undefined), 'unauthorized');
  });

  it('lets the break-glass account in, when it has a second factor', async () => {
    const session = await createMember(suite.world, { ...ada, email: glass });
    const { password } = ada;
    const call = suite.server.as(session.token);
    const login = (code?: string) => suite.server.call(accountRoutes.login, { email: glass, password, code });
    const text = 'Passwords are turned off here, but for this account once it has two-factor authentication.';
    await refuses(login(), 'passwords_off', text);
    const code = await addSecondFactor(suite, { call, password });
    await refuses(login(), 'second_factor_needed');
    const { token } = await login(code());
    const { data } = await suite.server.as(token)(ownAccountRoutes.account, undefined);
    assert.ok(data.events.some(({ kind }) => kind === 'break_glass_used'));
    assert.equal(data.sign_in.password, true);
  });

  it('ends the role after an hour, when the company gives no token to ask again', async () => {
    lazy.people.set('boss', { email: 'boss@example.org', email_verified: true, groups: ['staff'] });
    const boss = await signInAdministrator(suite, 'boss');
    suite.clock.aheadMs += 55 * minute;
    await boss(adminRoutes.check, {});
    suite.clock.aheadMs += 5 * minute;
    await refuses(boss(adminRoutes.check, {}), 'unauthorized');
  });
});

describeServer('signing in with passwords alone', {}, (suite) => {
  it('refuses the way to a company, when none is set', async () => {
    for (const path of ['/auth/oidc/start', '/auth/oidc/callback?state=x'])
      assert.equal((await fetch(suite.server.origin + path, { redirect: 'manual' })).status, 404);
    await refuses(suite.server.call(singleSignOnRoutes.redeem, { code: 'any' }), 'not_found');
  });
});
