/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { problems } from '@lectern/contract/problem';
import { minute } from '@lectern/contract/rules/durations';
import { createMember } from '@lectern/server/features/accounts/create-member';
import { openPagesPlace, type TestPlace } from '@lectern/server/test/databases';
import { freePort } from '@lectern/server/test/free-port';
import { CompanyProvider, openCompany } from '@lectern/server/test/identity-provider';
import { openTestWorld } from '@lectern/server/test/world';
import { Secret, TOTP } from 'otpauth';
import { assertAccessible } from '../axe.ts';
import { goToCompany, openWithCompany, signInAtCompany, withoutFonts } from '../company.ts';
import { journey } from '../journey.ts';
import { fillFields } from '../places.ts';

describe('signing in with the company alone, in the browser', () => {
  let ahead = 0;
  const now = (): Date => new Date(Date.now() + ahead);
  const glass = 'glass@example.org';
  const env = { ADMIN_OIDC_GROUP: 'staff', OIDC_BREAK_GLASS: glass };
  const { server, company, context, page, visit, visitAs, says, isIn } = openWithCompany('oidc', { env, now });
  before(() => {
    company().people.set('boss', { email: 'boss@example.org', email_verified: true, groups: ['staff'] });
  });
  const comeToBackOffice = async (): Promise<void> => {
    await context.clearCookies();
    await visitAs({}, '/admin/login');
    await goToCompany(page);
    await signInAtCompany(page, 'boss');
  };

  it('shows the company alone, where passwords are turned off', async () => {
    await visit('/login');
    await page.getByRole('link', { name: 'Continue with Acme' }).waitFor();
    assert.equal(await page.getByLabel('Password').count(), 0);
    await assertAccessible(page, 'login with a company alone');
    for (const path of ['/register', '/forgot-password']) {
      await visit(path);
      await says(problems.passwords_off.text);
      await page.getByRole('link', { name: 'Continue with Acme' }).waitFor();
      await assertAccessible(page, path);
    }
  });

  it('lets the break-glass account in by its own address, when it has a second factor', async () => {
    const person = { firstname: 'Ada', lastname: 'Lovelace', email: glass, password: 'a right password' };
    const { token } = await createMember(server.world, person);
    const { password } = person;
    const { secret } = await server.as(token)(ownAccountRoutes.beginSecondFactor, { password });
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = (): string => {
      ahead += 30_000;
      return totp.generate({ timestamp: now().getTime() });
    };
    await server.as(token)(ownAccountRoutes.confirmSecondFactor, { code: code() });
    await visitAs({}, '/login?password');
    await fillFields(page, { Email: 'boss@example.org', Password: password });
    await page.getByRole('button', { name: 'Sign In' }).click();
    await says(problems.passwords_off.text);
    await fillFields(page, { Email: glass, Password: password });
    await page.getByRole('button', { name: 'Sign In' }).click();
    await fillFields(page, { Code: code() });
    await page.getByRole('button', { name: 'Sign In' }).click();
    await isIn();
  });

  it('takes the role away at the next sign-in, when the group is gone', async () => {
    await comeToBackOffice();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await visit('/admin/account');
    await says('Your company signs you in, with Acme.');
    company().people.get('boss')!.groups = [];
    await comeToBackOffice();
    await says(problems.administrators_only.text);
  });

  it('takes the role away within an hour, when the group is gone', async () => {
    company().people.get('boss')!.groups = ['staff'];
    await comeToBackOffice();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    company().people.get('boss')!.groups = [];
    ahead += 49 * minute;
    await visit('/admin/users');
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    ahead += 11 * minute;
    await visit('/admin/dashboard');
    await says('For security purposes, we have logged you out. Sorry for the inconvenience.');
  });
});

describe('a company whose provider is another one', () => {
  const { page } = journey(async () => ({ origin: '', close: async () => undefined }), { asksOthers: true });
  const says = (text: string) => page.getByText(text).first().waitFor();
  let place: TestPlace;
  let env: Record<string, string>;
  let companies: CompanyProvider[];
  before(async () => {
    place = await openPagesPlace();
    const opening = await openCompany('both');
    env = opening.env;
    const other = new CompanyProvider(await freePort(), env.PUBLIC_URL!);
    await other.open();
    companies = [opening.company, other];
    await withoutFonts(page.context());
  });
  after(async () => {
    for (const company of companies) await company.close();
    await place.close();
  });
  /** Signs in as `ada`, who is known under this address at each company, on a server with these settings. */
  const come = async (more: Record<string, string>, shows: () => Promise<unknown>): Promise<void> => {
    const server = await openTestWorld({ ...place, env: { ...env, ...more } });
    await page.context().clearCookies();
    await page.goto(`${server.origin}/icon.svg`);
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${server.origin}/login`);
    await goToCompany(page);
    await shows();
    await server.close();
  };
  const comesIn = (email: string) => async (): Promise<void> => {
    await signInAtCompany(page, 'ada');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByText(email).waitFor();
  };

  it('refuses the provider, when it calls itself otherwise than the setting', async () => {
    const issuer = env.OIDC_ISSUER!.replace('127.0.0.1', 'localhost');
    await come({ OIDC_ISSUER: issuer }, () => says(problems.sign_in_misconfigured.text));
  });

  it('opens no account of the one before, when the subject is the same', async () => {
    const [one, other] = companies as [CompanyProvider, CompanyProvider];
    one.people.set('ada', { email: 'ada@one.example', email_verified: true });
    await come({}, comesIn('ada@one.example'));
    other.people.set('ada', { email: 'ada@other.example', email_verified: true });
    await come(other.settings, comesIn('ada@other.example'));
    const again = new CompanyProvider(await freePort(), env.PUBLIC_URL!);
    companies.push(again);
    await again.open();
    again.people.set('ada', { email: 'ada@one.example', email_verified: true });
    await come(again.settings, async () => {
      await signInAtCompany(page, 'ada');
      await says(problems.account_elsewhere.text);
    });
  });
});
