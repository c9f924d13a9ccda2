import { pageMeta } from '../ui/brand.ts';
import { keepTextInTab, readTextInTab } from '../ui/local-storage.ts';

/** The two ways into the product. */
export type Door = 'member' | 'administrator';

/** Name of the company's sign-in, where there is one. */
export const companyName = pageMeta('company-sign-in') ?? 'your company';

const waysOf = (setting: string | undefined) => ({
  hasCompany: setting === 'oidc' || setting === 'both',
  hasPasswords: setting !== 'oidc',
});

/** How people sign in: the server's `SIGN_IN` setting. */
export const signInWays = { member: waysOf(pageMeta('sign-in')), administrator: waysOf(pageMeta('admin-sign-in')) };

const key = 'lectern.way-back';

/** Keeps the way back while this tab is at the company. */
export const keepWayBack = (state: unknown): void =>
  keepTextInTab(key, state === null ? undefined : JSON.stringify(state));

export function keptWayBack(): unknown {
  try {
    return JSON.parse(readTextInTab(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}
