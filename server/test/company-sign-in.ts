import assert from 'node:assert/strict';
import { singleSignOnRoutes } from '@lectern/contract/accounts/single-sign-on';
import { type Call, createClient } from '@lectern/contract/client';
import type { ServerSuite } from './describe-server.ts';
import { PlainBrowser } from './identity-provider.ts';

type Arrival = {
  /** Values behind `#` of the page to which the sign-in led. */
  brought: URLSearchParams;
  problem: string | null;
  call: Call;
};

/** Signs in at the company, in a browser of its own where none is given. */
export async function arrive(
  { server: { origin } }: Pick<ServerSuite, 'server'>,
  login: string,
  { door = 'member', browser = new PlainBrowser() }: { door?: string; browser?: PlainBrowser } = {},
): Promise<Arrival> {
  const url = new URL(await browser.follow(`${origin}/auth/oidc/start?door=${door}`, login, /signed-in/));
  const cookie = browser.cookiesOf(origin);
  const call = createClient({
    origin,
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie } }),
  });
  return { brought: new URLSearchParams(url.hash.slice(1)), problem: url.searchParams.get('problem'), call };
}

/** The session of whoever the company signs in. */
export async function signIn(suite: Pick<ServerSuite, 'server'>, login: string) {
  const { brought, problem, call } = await arrive(suite, login);
  assert.equal(problem, null);
  return call(singleSignOnRoutes.redeem, { code: brought.get('code') ?? '' });
}

export async function signInAdministrator(suite: Pick<ServerSuite, 'server'>, login: string): Promise<Call> {
  const { brought, problem, call } = await arrive(suite, login, { door: 'administrator' });
  assert.equal(problem, null);
  return suite.server.as(
    (await call(singleSignOnRoutes.redeemAdministrator, { code: brought.get('code') ?? '' })).token,
  );
}

/** The problem by which the product refuses a sign-in. */
export const problemOf = async (
  suite: Pick<ServerSuite, 'server'>,
  login: string,
  door?: string,
): Promise<string | null> => (await arrive(suite, login, door === undefined ? {} : { door })).problem;
