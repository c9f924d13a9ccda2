import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { type AppRequest, oauthRoutes } from '@lectern/contract/accounts/oauth';
import type { Call } from '@lectern/contract/client';
import type { Scope } from '@lectern/contract/rules/scopes';
import { randomKey } from '../src/platform/files/random-key.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, 'tls', name), 'utf8');

/** An app on the internet: this machine serves what it says of itself, by https. */
export type TestApp = {
  id: string;
  /** The address where it listens for its answer. */
  redirect: string;
  /** Its words about itself. */
  document: Record<string, unknown>;
  close(): Promise<void>;
};

/** Serves the document of an app. The process trusts the certificate from then on, as it does those of the internet. */
export async function startApp({ name = 'Test Assistant', host = '127.0.0.1' } = {}): Promise<TestApp> {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), read('ca.pem')]);
  const document: Record<string, unknown> = {};
  const server = createServer({ key: read('server.key'), cert: read('server.pem') }, (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document)),
  );
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const id = `https://${host}:${(server.address() as AddressInfo).port}/app.json`;
  const named = ['http://127.0.0.1/callback', 'https://app.example/callback'];
  Object.assign(document, {
    client_id: id,
    client_name: name,
    redirect_uris: named,
    token_endpoint_auth_method: 'none',
  });
  return {
    id,
    redirect: 'http://127.0.0.1:43117/callback',
    document,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A request of an app, with the verifier that it keeps to itself. */
export function newAppRequest(
  { id, redirect }: TestApp,
  origin: string,
  more: Partial<AppRequest> = {},
): { verifier: string; request: AppRequest } {
  const verifier = randomKey(32);
  const request: AppRequest = {
    client_id: id,
    redirect_uri: redirect,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'of a test',
    scope: 'read ask write publish',
    resource: `${origin}/mcp`,
    ...more,
  };
  return { verifier, request };
}

type Answer = { status: number; error?: string; access_token: string; refresh_token: string; scope: string };

/** Sends a form as apps do. */
export async function sendForm(url: string, form: Record<string, string>): Promise<Answer> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  return { status: answer.status, ...((await answer.json()) as Omit<Answer, 'status'>) };
}

/** Lets an app in as a person does, and gives the form by which it fetches its first token. */
export async function allow(
  call: Call,
  origin: string,
  app: TestApp,
  scopes: Scope[] = ['read'],
): Promise<Record<string, string>> {
  const { verifier, request } = newAppRequest(app, origin);
  const { address } = await call(oauthRoutes.allow, { ...request, scopes });
  const answer = new URL(address);
  assert.equal(answer.searchParams.get('state'), request.state);
  assert.equal(answer.searchParams.get('iss'), origin);
  const code = answer.searchParams.get('code')!;
  const ofApp = { client_id: app.id, redirect_uri: app.redirect, resource: `${origin}/mcp` };
  return { grant_type: 'authorization_code', code, code_verifier: verifier, ...ofApp };
}

/** An app that a person has let in, with its tokens. */
export async function connectApp(call: Call, origin: string, app: TestApp, scopes?: Scope[]): Promise<Answer> {
  const tokens = await sendForm(`${origin}/oauth/token`, await allow(call, origin, app, scopes));
  assert.equal(tokens.status, 200, JSON.stringify(tokens));
  return tokens;
}
