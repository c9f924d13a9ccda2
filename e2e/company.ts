import { before } from 'node:test';
import type { UserSession } from '@lectern/contract/accounts/accounts';
import { day } from '@lectern/contract/rules/durations';
import { createMember } from '@lectern/server/features/accounts/create-member';
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

/** Makes a workspace with this id on the Professional plan, and gives its owner. */
export async function foundWorkspace({ world }: Pick<TestWorld, 'world'>, id: string): Promise<UserSession> {
  const person = { firstname: 'Olga', lastname: 'Owner', email: `owner-of-${id}@example.org` };
  const owner = await createMember(world, { ...person, password: 'a right password' });
  const end = new Date(world.now().getTime() + 30 * day);
  await world.database.transaction(async (tx) => {
    await tx
      .insertInto('workspaces')
      .values({ id, name: 'Acme Video', plan: 'professional', membership_end: end })
      .execute();
    await tx.insertInto('workspace_members').values({ workspace_id: id, user_id: owner.id, role: 'owner' }).execute();
  });
  return owner;
}

/** A journey on a server that trusts a company's provider; `company` gives that, once it is open. */
export function openWithCompany(
  mode: 'oidc' | 'both',
  { env = {}, now, hasRefresh = true }: { env?: Record<string, string>; now: () => Date; hasRefresh?: boolean },
) {
  let provider: CompanyProvider | undefined;
  const { opened, ...rest } = journey(
    async () => {
      const { company, env: own } = await openCompany(mode, { hasRefresh });
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
