import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { generateKeyPairSync } from 'node:crypto';
import { Provider } from 'oidc-provider';
import { freePort } from './free-port.ts';

/** Claims of the company about a person. */
export type CompanyClaims = {
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  groups?: string[];
};

const client = { id: 'lectern', secret: 'a secret of tests that is long enough' };

/** A genuine provider of OpenID Connect on this machine, whose people tests change. */
export class CompanyProvider {
  /** By what they type as their login, which is their subject. */
  readonly people = new Map<string, CompanyClaims>();
  readonly issuer: string;
  /** Seconds for which it vouches for somebody. */
  idTokenSeconds = 3600;
  readonly #provider: Provider;
  #server: Server | undefined;

  /** `appUrl` is the PUBLIC_URL of the product; `hasRefresh` whether it gives tokens to ask again. */
  constructor(port: number, appUrl: string, { hasRefresh = true }: { hasRefresh?: boolean } = {}) {
    this.issuer = `http://127.0.0.1:${port}`;
    const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [`${appUrl}/auth/oidc/callback`],
          post_logout_redirect_uris: [`${appUrl}/login`, `${appUrl}/admin/login`],
          grant_types: ['authorization_code', ...(hasRefresh ? ['refresh_token'] : [])],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [{ ...key, kid: 'test', use: 'sig', alg: 'RS256' }] },
      cookies: { keys: ['a key of tests'] },
      pkce: { required: () => true },
      scopes: ['openid', 'email', 'profile', 'groups'],
      claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'], groups: ['groups'] },
      findAccount: (_ctx, sub) => {
        const claims = this.people.get(sub);
        return claims && { accountId: sub, claims: () => Promise.resolve({ sub, ...claims }) };
      },
      issueRefreshToken: () => Promise.resolve(hasRefresh),
      // Everybody of the company has agreed.
      loadExistingGrant: async (ctx) => {
        const { oidc } = ctx;
        const grant = new provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
        grant.addOIDCScope('openid email profile groups');
        await grant.save();
        return grant;
      },
      features: { devInteractions: { enabled: true } },
      ttl: {
        IdToken: () => this.idTokenSeconds,
        AccessToken: 3600,
        RefreshToken: 86_400,
        Session: 86_400,
        Grant: 86_400,
        Interaction: 600,
      },
    });
    this.#provider = provider;
  }

  /** Settings of a product that trusts it. */
  get settings(): Record<string, string> {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_NAME: 'Acme',
      OIDC_SCOPES: 'openid email profile groups',
    };
  }

  async open(): Promise<void> {
    const answer = this.#provider.callback();
    this.#server = createServer((request, response) => void answer(request, response));
    this.#server.listen(Number(new URL(this.issuer).port), '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async close(): Promise<void> {
    if (!this.#server) return;
    const closed = once(this.#server, 'close');
    this.#server.closeAllConnections();
    this.#server.close();
    this.#server = undefined;
    await closed;
  }
}

/** A provider that listens, and the settings of a product that trusts it. */
export async function openCompany(
  mode: 'oidc' | 'both',
  more: { hasRefresh?: boolean } = {},
): Promise<{ company: CompanyProvider; env: Record<string, string> }> {
  const port = await freePort();
  const appUrl = `http://127.0.0.1:${port}`;
  const company = new CompanyProvider(await freePort(), appUrl, more);
  await company.open();
  return { company, env: { SIGN_IN: mode, PORT: String(port), PUBLIC_URL: appUrl, ...company.settings } };
}

/** A browser without scripts: it follows redirects and keeps the cookies of each origin's port. */
export class PlainBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  async fetch(url: string, form?: Record<string, string>): Promise<Response> {
    const { origin } = new URL(url);
    const own = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, own);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...own].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') own.delete(name);
      else own.set(name, value);
    }
    return response;
  }

  /** Forgets the cookies of an origin, as if it had never been there. */
  forget(origin: string): void {
    this.#cookies.delete(origin);
  }

  /** The cookies that it would send there. */
  cookiesOf(origin: string): string {
    return [...(this.#cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Goes on until an address of `until`, which it does not open, and signs in at the company on its way. */
  async follow(url: string, login: string, until: RegExp): Promise<string> {
    let response = await this.fetch(url);
    let at = url;
    for (let step = 0; step < 20; step += 1) {
      const location = response.headers.get('location');
      if (location) {
        at = new URL(location, at).href;
        if (until.test(at)) return at;
        response = await this.fetch(at);
        continue;
      }
      const page = await response.text();
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      if (!action) throw new Error(`Nothing leads on from ${at}: ${response.status} ${page.slice(0, 300)}`);
      response = await this.fetch(new URL(action, at).href, { prompt: 'login', login, password: 'any' });
    }
    throw new Error(`The way did not end: ${at}`);
  }
}
