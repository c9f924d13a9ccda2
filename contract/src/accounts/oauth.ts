import { z } from 'zod';
import { Scope } from '../rules/scopes.ts';
import { routes } from '../route.ts';
import { boundedText, sentText } from '../text.ts';

/** Letters of an address of an app. */
const address = boundedText(1000);

/** Scopes that apps may have by OAuth: what the tools of assistants ask for. */
export const appScopes = ['read', 'ask', 'write', 'publish'] as const satisfies readonly Scope[];

/** Days after which an app has to be let in again. */
export const appDays = { unused: 30, inAll: 365 } as const;

/** An app's request to be let in, as it stands in the query of the page that asks the person (RFC 6749, 7636, 8707). */
export const AppRequest = z.object({
  client_id: address.default(''),
  redirect_uri: address.default(''),
  response_type: boundedText(100).default(''),
  code_challenge: boundedText(200).default(''),
  code_challenge_method: boundedText(100).default(''),
  state: boundedText(4000).optional(),
  scope: boundedText(1000).optional(),
  resource: address.optional(),
});
export type AppRequest = z.infer<typeof AppRequest>;

export const OpenedAppRequest = z.object({
  /** `host`: where the app says who it is. */
  client: z.object({ name: sentText, host: sentText }),
  /** Host to which the answer goes. */
  answers_to: sentText,
  /** Asked for, and the person's to give. */
  scopes: z.array(Scope),
  /** Why nobody can allow it. */
  refusal: sentText.nullable(),
  /** Address that tells the app that it is not let in. */
  denied: sentText,
});
export type OpenedAppRequest = z.infer<typeof OpenedAppRequest>;

const published = { method: 'GET', access: 'anyone', work: 'cheap', reply: 'stream' } as const;
/** A form, answered as RFC 6749 says. */
const exchange = { method: 'POST', access: 'anyone', work: 'cheap', body: 'bytes', reply: 'stream' } as const;

export const oauthRoutes = routes({
  /** RFC 9728; by the address of the resource, and for clients that ask at the root. */
  resource: { ...published, path: '/.well-known/oauth-protected-resource/mcp' },
  resourceAtRoot: { ...published, path: '/.well-known/oauth-protected-resource' },
  /** RFC 8414. */
  server: { ...published, path: '/.well-known/oauth-authorization-server' },
  token: { ...exchange, path: '/oauth/token' },
  /** RFC 7009. */
  revoke: { ...exchange, path: '/oauth/revoke' },
  /** Asks who an app is and what it wants, for the page at `/oauth/authorize`. */
  open: {
    method: 'POST',
    path: '/oauth/request',
    access: 'member',
    right: 'watch',
    body: AppRequest,
    reply: z.object({ data: OpenedAppRequest }),
  },
  /** Lets an app in with these scopes; `address` takes the browser back to it. */
  allow: {
    method: 'POST',
    path: '/oauth/grants',
    access: 'member',
    right: 'watch',
    body: AppRequest.extend({ scopes: z.array(Scope).min(1).max(Scope.options.length) }),
    reply: z.object({ address: sentText }),
  },
});
