import type { AppRequest, OpenedAppRequest } from '@lectern/contract/accounts/oauth';
import { Problem } from '@lectern/contract/problem';
import { minute } from '@lectern/contract/rules/durations';
import { rightToGive, type Scope } from '@lectern/contract/rules/scopes';
import { requireOwnOrigin } from '../../../platform/http/access.ts';
import { type Context, type HttpExchange, requireRight } from '../../../platform/http/context.ts';
import { addKey } from '../keys/api-keys.ts';
import { hashToken, newToken } from '../secret-tokens.ts';
import { answerAddress, readAppRequest } from './app-request.ts';
import { insertSecret } from './secret-rows.ts';

/** Milliseconds in which an app fetches its token. */
const codeLasts = minute;

/** Asks who an app is, and which of its wishes the person may grant in this workspace. */
export async function openAppRequest(ctx: Context<'member'>, request: AppRequest): Promise<{ data: OpenedAppRequest }> {
  const { client, scopes, refusal } = await readAppRequest(ctx, request);
  return {
    data: {
      client: { name: client.client_name, host: new URL(client.client_id).host },
      answers_to: new URL(request.redirect_uri).host,
      scopes: scopes.filter((scope) => ctx.workspace.rights[rightToGive(scope)]),
      refusal: refusal?.text ?? null,
      denied: answerAddress(request, ctx.origin, { error: refusal?.error ?? 'access_denied' }),
    },
  };
}

/**
 * Lets an app in, by a key whose text it has yet to fetch. Throws `app_unknown`, `app_address_unknown`,
 * `role_too_low`, `keys_too_many` and, for a page of another site, `forbidden`.
 */
export async function allowApp(
  ctx: Context<'member'>,
  { scopes: wanted, ...request }: AppRequest & { scopes: Scope[] },
  { request: { headers } }: HttpExchange,
): Promise<{ address: string }> {
  requireOwnOrigin(headers, ctx.origin);
  const { client, scopes: asked, refusal } = await readAppRequest(ctx, request);
  if (refusal) throw new Problem('bad_request', { detail: refusal.text });
  const scopes = asked.filter((scope) => wanted.includes(scope));
  if (scopes.length === 0) throw new Problem('bad_request', { detail: 'The app did not ask for that.' });
  for (const scope of scopes) requireRight(ctx, rightToGive(scope));
  const code = newToken();
  const expires_at = new Date(ctx.now().getTime() + codeLasts);
  await ctx.database.transaction(async (tx) => {
    const { client_id, client_name: name } = client;
    const { id: key_id } = await addKey(ctx, tx, { kind: 'app', name, client_id, scopes, expires_at });
    const { code_challenge: challenge, redirect_uri } = request;
    await insertSecret(tx, { secret_hash: hashToken(code), key_id, challenge, redirect_uri, expires_at });
  });
  return { address: answerAddress(request, ctx.origin, { code }) };
}
