import { type AppRequest, appScopes } from '@lectern/contract/accounts/oauth';
import { Problem } from '@lectern/contract/problem';
import { second } from '@lectern/contract/rules/durations';
import type { Scope } from '@lectern/contract/rules/scopes';
import type { Context } from '../../../platform/http/context.ts';
import { consumeAttempt } from '../../../platform/limits/rate-limit.ts';
import { appDocumentsOfMember } from '../rate-limits.ts';
import { type ClientDocument, fetchClientDocument } from './client-document.ts';
import { isOwnAddress } from './redirect-address.ts';

/** Milliseconds for the document of an app: a person waits. */
const patience = 5 * second;

/** RFC 6749, section 4.1.2.1, with words for the person. */
type Refusal = { error: string; text: string };

/** The resource that apps get tokens for: the assistants' server. */
export const resourceOf = (origin: string): string => `${origin}/mcp`;

function findRefusal(request: AppRequest, origin: string): Refusal | undefined {
  if (request.response_type !== 'code')
    return { error: 'unsupported_response_type', text: 'The app asks for an answer of a kind that is not given here.' };
  if (request.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(request.code_challenge))
    return { error: 'invalid_request', text: 'The app does not protect its request as it must (PKCE with S256).' };
  if (request.resource !== undefined && request.resource !== resourceOf(origin))
    return { error: 'invalid_target', text: 'The app asks for access to something else than this server.' };
  if (scopesIn(request).length === 0)
    return { error: 'invalid_scope', text: 'The app asks for nothing that apps may do here.' };
  return undefined;
}

/** Scopes that are asked for, without unknown ones and those that no app may have. */
const scopesIn = ({ scope }: AppRequest): Scope[] =>
  appScopes.filter((each) => scope === undefined || scope.split(' ').includes(each));

/** Address that takes a browser back to an app with an answer (RFC 9207: and with who answers). */
export function answerAddress(
  { redirect_uri, state }: AppRequest,
  origin: string,
  answer: { code: string } | { error: string },
): string {
  const url = new URL(redirect_uri);
  for (const [name, value] of Object.entries({ ...answer, ...(state === undefined ? {} : { state }), iss: origin }))
    url.searchParams.append(name, value);
  return url.href;
}

/**
 * Reads a request whose app is known and can be answered; `refusal` is for what else is wrong with it. Throws
 * `app_unknown`, `app_address_unknown` and `too_many_tries`.
 */
export async function readAppRequest(
  ctx: Context<'member'>,
  request: AppRequest,
): Promise<{ client: ClientDocument; scopes: Scope[]; refusal: Refusal | undefined }> {
  await consumeAttempt(ctx.database.kysely, appDocumentsOfMember, ctx.member.id, ctx.now());
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(patience)]);
  const client = await fetchClientDocument(request.client_id, ctx.outbound, signal);
  if (!isOwnAddress(client.redirect_uris, request.redirect_uri)) throw new Problem('app_address_unknown');
  return { client, scopes: scopesIn(request), refusal: findRefusal(request, ctx.origin) };
}
