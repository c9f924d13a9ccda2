/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { problems } from '@lectern/contract/problem';
import { PlainBrowser } from '@lectern/server/test/identity-provider';
import { signUp } from '@lectern/server/test/member';
import { Secret, TOTP } from 'otpauth';
import { assertAccessible } from '../axe.ts';
import { goToCompany, openWithCompany, signInAtCompany } from '../company.ts';
import { expect } from '../expect.ts';
import { fillFields } from '../places.ts';

const minute = 60_000;

describe('signing in with the company, in the browser', () => {
  let ahead = 0;
  const now = (): Date => new Date(Date.now() + ahead);
  const { server, company, context, page, visit, visitAs, says, isIn } = openWithCompany('both', { now });
  before(() => {
    company().people.set('ada', {
      email: 'ada@example.org',
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Lovelace',
    });
  });

  /** A browser that the company does not know. */
  const forget = async (): Promise<void> => {
    await context.clearCookies();
    await visitAs({}, '/login');
  };
  const comeAs = async (login: string): Promise<void> => {
    await forget();
    await goToCompany(page);
    await signInAtCompany(page, login);
  };
  /** Begins a sign-in in this browser, and gives the address at the company to which it would go. */
  const begin = async (): Promise<URL> => {
    const response = await context.request.get(`${server.origin}/auth/oidc/start`, { maxRedirects: 0 });
    return new URL(response.headers().location!);
  };

  it('makes an account, when the company vouches for a new address', async () => {
    await visit('/login');
    await page.getByRole('link', { name: 'Continue with Acme' }).waitFor();
    await assertAccessible(page, 'login with a company');
    await goToCompany(page);
    await signInAtCompany(page, 'ada');
    await isIn();
    assert.match(page.url(), /\/asset\/view$/);
    await visit('/asset/account');
    await says('Your company signs you in, with Acme.');
    await says('Signed in as ada@example.org.');
    assert.equal(await page.getByLabel('First name').inputValue(), 'Ada');
    assert.equal(await page.getByRole('button', { name: 'Change password' }).count(), 0);
    await assertAccessible(page, 'account of a company');
  });

  it('leads back to the page that asked to sign in', async () => {
    await forget();
    await visit('/asset/glossary');
    await goToCompany(page);
    await signInAtCompany(page, 'ada');
    await page.getByRole('heading', { name: 'Glossary' }).first().waitFor();
  });

  it('knows the person again, when the address at the company has changed', async () => {
    company().people.get('ada')!.email = 'countess@example.org';
    await comeAs('ada');
    await isIn();
    await visit('/asset/account');
    await says('Acme knows you as countess@example.org. Here your address stays ada@example.org.');
    company().people.get('ada')!.email = 'ada@example.org';
  });

  it('says each refusal in its own words, when claims do not do', async () => {
    company().people.set('eve', { email: 'eve@example.org', email_verified: false });
    await comeAs('eve');
    await says(problems.email_unverified.text);
    await assertAccessible(page, 'a refused sign-in');
    company().people.set('eve', { email: 'eve@example.org' });
    await comeAs('eve');
    await says(problems.email_unverified.text);
    company().people.set('eve', { email_verified: true });
    await comeAs('eve');
    await says(problems.email_missing.text);
    company().people.set('eve', { email: 'not an address', email_verified: true });
    await comeAs('eve');
    await says(problems.email_missing.text);
    await page.getByRole('link', { name: 'Back to Sign In' }).click();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  });

  it('refuses an answer, when it is replayed', async () => {
    await forget();
    const answer = await new PlainBrowser().follow((await begin()).href, 'ada', /\/auth\/oidc\/callback/);
    await page.goto(answer);
    await isIn();
    await page.goto(answer);
    await says(problems.sign_in_expired.text);
  });

  it('takes no answer, when its nonce is another one', async () => {
    await forget();
    const url = await begin();
    url.searchParams.set('nonce', 'of-somebody-else');
    await page.goto(url.href);
    await signInAtCompany(page, 'ada');
    await says(problems.sign_in_untrusted.text);
  });

  it('takes no answer, when another browser began', async () => {
    await forget();
    const start = `${server.origin}/auth/oidc/start`;
    const answer = await new PlainBrowser().follow(start, 'ada', /\/auth\/oidc\/callback/);
    await page.goto(answer);
    await says(problems.sign_in_other_browser.text);
    await begin();
    await page.goto(await new PlainBrowser().follow(start, 'ada', /\/auth\/oidc\/callback/));
    await says(problems.sign_in_other_browser.text);
  });

  it('gives its code to the browser that began alone', async () => {
    await forget();
    await goToCompany(page);
    let kept = '';
    await context.route(/\/api\/auth\/oidc\/session/, async (route) => {
      kept = (route.request().postDataJSON() as { code: string }).code;
      await route.abort();
    });
    await signInAtCompany(page, 'ada');
    await page.getByRole('heading', { name: 'That did not work' }).waitFor();
    await context.unroute(/\/api\/auth\/oidc\/session/);
    const other = await context.browser()!.newContext();
    const there = await other.newPage();
    await there.goto(`${server.origin}/signed-in#code=${kept}`);
    await says(problems.sign_in_other_browser.text, there);
    await other.close();
    await visit('/login');
    await visit(`/signed-in#code=${kept}`);
    await isIn();
    assert.equal(new URL(page.url()).hash, '');
  });

  it('shows a text of its own, when a person turns back at the company', async () => {
    await forget();
    await goToCompany(page);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await says(problems.sign_in_declined.text);
  });

  it('takes clocks that are two minutes apart, and no answer that is older', async () => {
    company().idTokenSeconds = 10;
    ahead = 2 * minute;
    await comeAs('ada');
    await isIn();
    ahead = -2 * minute;
    await comeAs('ada');
    await isIn();
    ahead = 4 * minute;
    await comeAs('ada');
    await says(problems.sign_in_stale.text);
    ahead = 0;
    company().idTokenSeconds = 24 * 3600;
  });

  it('lets passwords in, when the company cannot be reached', async () => {
    const member = await signUp(server.origin, server.letters, { email: 'grace@example.org' });
    await forget();
    await company().close();
    await goToCompany(page);
    await says(problems.sign_in_away.text);
    await page.getByRole('link', { name: 'Back to Sign In' }).click();
    await fillFields(page, { Email: 'grace@example.org', Password: member.password });
    await page.getByRole('button', { name: 'Sign In' }).click();
    await isIn();
    await company().open();
  });

  it('connects an account of the same address, when its password and second factor are proved', async () => {
    const member = await signUp(server.origin, server.letters, { email: 'hedy@example.org' });
    const { secret } = await member.call(ownAccountRoutes.beginSecondFactor, { password: member.password });
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = (): string => totp.generate({ timestamp: now().getTime() });
    await member.call(ownAccountRoutes.confirmSecondFactor, { code: code() });
    company().people.set('stranger', { email: 'Hedy@Example.org', email_verified: true });

    await comeAs('stranger');
    await page.getByRole('heading', { name: 'Connect your account' }).waitFor();
    await says('hedy@example.org');
    await assertAccessible(page, 'connecting an account');
    await fillFields(page, { Password: 'not the password' });
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await says('That is not the password of this account. Please try again.');
    await fillFields(page, { Password: member.password });
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await fillFields(page, { Code: '000000' });
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await says(/This code is wrong/);
    ahead += 30_000;
    await fillFields(page, { Code: code() });
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await isIn();
    await visit('/asset/account');
    await says('You can also sign in with Acme.');
    const mails = await server.letters();
    assert.ok(mails.some(({ subject }) => subject?.includes('now opened by your company')));

    await comeAs('stranger');
    await isIn();
  });

  it('signs in each of two tabs, when both are on their way at once', async () => {
    await forget();
    const second = await context.newPage();
    await second.goto(`${server.origin}/login`);
    await goToCompany(page);
    await page.getByPlaceholder('Enter any login').waitFor();
    await goToCompany(second);
    await signInAtCompany(second, 'ada');
    await isIn(second);
    await signInAtCompany(page, 'ada');
    await isIn();
    await second.close();
  });

  it('ends the session at the company too, when a member logs out', async () => {
    await comeAs('ada');
    await isIn();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('button', { name: /Yes, sign me out/ }).click();
    await expect(page).toHaveURL(`${server.origin}/login`);
    await goToCompany(page);
    await page.getByPlaceholder('Enter any login').waitFor();
  });
});
