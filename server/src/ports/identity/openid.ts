import { Problem, type ProblemCode } from '@lectern/contract/problem';
import {
  allowInsecureRequests,
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientError,
  clockSkew,
  clockTolerance,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  ResponseBodyError,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import { boundedFetch, fetchInCall, outsideCall } from '../../platform/http/outside-call.ts';
import type { Claims, IdentityProvider, SignedIn } from './port.ts';

export type OpenIdSettings = {
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  groupsClaim: string;
  publicUrl: string;
};

/** Seconds by which the provider's clock and ours may differ. */
const tolerance = 120;

/** Bytes of an answer: keys, claims, and groups in their thousands. */
const bounded = fetchInCall(boundedFetch(4 * 1024 ** 2));

const ask: CustomFetch = (url, { body, ...rest }) => bounded(url, { ...rest, body: body as BodyInit | null });

/** Causes of failures by the codes of the library, which are those of `oauth4webapi`. */
const problemsByCode: Readonly<Record<string, ProblemCode>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'sign_in_stale',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'sign_in_misconfigured',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'sign_in_misconfigured',
  OAUTH_REQUEST_PROTOCOL_FORBIDDEN: 'sign_in_misconfigured',
  OAUTH_MISSING_SERVER_METADATA: 'sign_in_misconfigured',
  OAUTH_INVALID_SERVER_METADATA: 'sign_in_misconfigured',
  OAUTH_RESPONSE_IS_NOT_JSON: 'sign_in_misconfigured',
  OAUTH_PARSE_ERROR: 'sign_in_misconfigured',
  OAUTH_TIMEOUT: 'sign_in_away',
  OAUTH_ABORT: 'sign_in_away',
};

/** The same by the words of the protocol (RFC 6749, sections 4.1.2.1 and 5.2; OpenID Connect Core, section 3.1.2.6). */
const problemsByWord: Readonly<Record<string, ProblemCode>> = {
  invalid_grant: 'sign_in_expired',
  server_error: 'sign_in_away',
  temporarily_unavailable: 'sign_in_away',
  access_denied: 'sign_in_declined',
  login_required: 'sign_in_declined',
  interaction_required: 'sign_in_declined',
  consent_required: 'sign_in_declined',
  account_selection_required: 'sign_in_declined',
};

function codeOf(error: unknown): ProblemCode {
  if (error instanceof AuthorizationResponseError) return problemsByWord[error.error] ?? 'sign_in_misconfigured';
  if (error instanceof ResponseBodyError)
    return error.status >= 500 ? 'sign_in_away' : (problemsByWord[error.error] ?? 'sign_in_misconfigured');
  if (error instanceof ClientError) {
    if (error.cause instanceof Response) return error.cause.status >= 500 ? 'sign_in_away' : 'sign_in_misconfigured';
    return error.code === undefined ? 'sign_in_away' : (problemsByCode[error.code] ?? 'sign_in_untrusted');
  }
  return 'sign_in_away';
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

const texts = (value: unknown): string[] => [value].flat().filter((each) => typeof each === 'string');

/** An OpenID Connect provider, found by its issuer. Nothing of it is kept between calls: keys and pages may change. */
export function createOpenIdProvider(settings: OpenIdSettings, now: () => Date): IdentityProvider {
  const { issuer, groupsClaim, publicUrl } = settings;
  const redirectUrl = `${publicUrl}/auth/oidc/callback`;

  async function discover(): Promise<Configuration> {
    const config = await discovery(
      new URL(issuer),
      settings.clientId,
      {
        client_secret: settings.clientSecret,
        [clockSkew]: Math.round((now().getTime() - Date.now()) / 1000),
        [clockTolerance]: tolerance,
      },
      undefined,
      {
        [customFetch]: ask,
        execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
      },
    );
    const told = config.serverMetadata().issuer;
    // The library lets some providers be another one than they were asked for.
    if (told !== issuer)
      throw new Problem('sign_in_misconfigured', {
        cause: `OIDC_ISSUER is ${issuer}; the provider calls itself ${told}.`,
      });
    return config;
  }

  const asking = <T>(work: (config: Configuration) => Promise<T> | T): Promise<T> =>
    outsideCall(async () => work(await discover())).catch((error: unknown) => {
      throw error instanceof Problem ? error : new Problem(codeOf(error), { cause: error });
    });

  /** Reads the tokens, and asks the provider where they say too little. */
  async function readSignedIn(
    config: Configuration,
    tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
    expectedSubject?: string,
  ): Promise<SignedIn> {
    const said = tokens.claims();
    const subject = said?.sub ?? expectedSubject;
    if (subject === undefined || (expectedSubject !== undefined && subject !== expectedSubject))
      throw new Problem('sign_in_untrusted', { cause: 'The tokens are about somebody else.' });
    const isEnough = said?.email && said.email_verified !== undefined && said.given_name && said[groupsClaim];
    const asked =
      isEnough || !config.serverMetadata().userinfo_endpoint
        ? undefined
        : await fetchUserInfo(config, tokens.access_token, subject);
    const all: Readonly<Record<string, unknown>> = { ...asked, ...said };
    // An address counts as verified by who states both.
    const whose: Readonly<Record<string, unknown>> = (said?.email_verified === undefined && asked) || all;
    const [first, ...last] = text(all.name)?.trim().split(/\s+/) ?? [];
    const claims: Claims = {
      subject,
      email: text(whose.email),
      isEmailVerified: whose.email_verified === true,
      firstname: text(all.given_name) ?? first,
      lastname: text(all.family_name) ?? text(last.join(' ')),
      groups: texts(all[groupsClaim]),
    };
    return { claims, tokens: { refresh: tokens.refresh_token, id: tokens.id_token } };
  }

  return {
    name: settings.name,
    issuer,
    begin: (how) =>
      asking(async (config) => {
        const challenge = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
        const url = buildAuthorizationUrl(config, {
          redirect_uri: redirectUrl,
          scope: settings.scopes,
          state: challenge.state,
          nonce: challenge.nonce,
          code_challenge: await calculatePKCECodeChallenge(challenge.verifier),
          code_challenge_method: 'S256',
          ...(how && { prompt: 'none', ...(how.silentlyFor !== undefined && { id_token_hint: how.silentlyFor }) }),
        });
        return { ...challenge, url: String(url) };
      }),
    finish: (answer, { state, nonce, verifier }) =>
      asking(async (config) => {
        const tokens = await authorizationCodeGrant(config, new URL(`${redirectUrl}?${answer.toString()}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return readSignedIn(config, tokens);
      }),
    renew: (refresh, subject) =>
      asking(async (config) => {
        const signedIn = await readSignedIn(config, await refreshTokenGrant(config, refresh), subject);
        // Not every provider makes a new one each time.
        return { ...signedIn, tokens: { ...signedIn.tokens, refresh: signedIn.tokens.refresh ?? refresh } };
      }),
    endSessionUrl: (idToken, returnPath) =>
      asking((config) => {
        if (!config.serverMetadata().end_session_endpoint) return undefined;
        return String(
          buildEndSessionUrl(config, {
            post_logout_redirect_uri: `${publicUrl}${returnPath}`,
            ...(idToken !== undefined && { id_token_hint: idToken }),
          }),
        );
      }),
  };
}
