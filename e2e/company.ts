import { before } from 'node:test';
import { openPagesPlace } from '@lectern/server/test/databases';
import { type CompanyProvider, openCompany } from '@lectern/server/test/identity-provider';
import { openTestWorld, type TestWorld } from '@lectern/server/test/world';
import type { BrowserContext, Page } from 'playwright-core';
import { journey } from './journey.ts';

/** Its pages ask another host for fonts. */
export const withoutFonts = (context: BrowserContext): Promise<unknown> =>
  context.route(/googleapis/, (route) => route.abort());

/** Goes to the company from a page for signing in. */
export const goToCompany = (page: Page): Promise<void> =>
  page.getByRole('link', { name: 'Continue with Acme' }).click();

/** Signs in at the company. */
export async function signInAtCompany(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

/** A journey on a server that trusts a company's provider; `company` gives that, once it is open. */
export function openWithCompany(
  mode: 'oidc' | 'both',
  { env = {}, now }: { env?: Record<string, string>; now: () => Date },
) {
  let provider: CompanyProvider | undefined;
  const { opened, ...rest } = journey(
    async () => {
      const { company, env: own } = await openCompany(mode);
      provider = company;
      // The clocks of tests run ahead of its own.
      company.idTokenSeconds = 24 * 3600;
      const server = await openTestWorld({ open: openPagesPlace, env: { ...own, ...env }, now });
      const close = async (): Promise<void> => {
        await server.close();
        await company.close();
      };
      return { ...server, close };
    },
    { asksOthers: true },
  );
  before(() => withoutFonts(rest.context));
  return {
    ...rest,
    server: opened as TestWorld,
    company: () => provider!,
    says: (text: string | RegExp, on: Page = rest.page) => on.getByText(text).first().waitFor(),
    isIn: (on: Page = rest.page) => on.getByRole('button', { name: 'Account' }).waitFor(),
  };
}
