import { createHash } from 'node:crypto';
import { appDays } from '@lectern/contract/accounts/oauth';
import { day, hour, second } from '@lectern/contract/rules/durations';
import { boundedText } from '@lectern/contract/text';
import { z } from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Context, HttpExchange } from '../../../platform/http/context.ts';
import { readBody } from '../../../platform/http/read-body.ts';
import { endKey } from '../keys/api-keys.ts';
import { createKeyText } from '../keys/key-text.ts';
import { lockKey, renewKey } from '../keys/key-rows.ts';
import { hashToken, newToken } from '../secret-tokens.ts';
import { resourceOf } from './app-request.ts';
import { findAppKey, insertSecret, type LockedSecret, lockSecret, spendSecret } from './secret-rows.ts';

/** Milliseconds. */
const accessLasts = hour;

/** Bytes of a form: some tokens and addresses. */
const mostBytes = 16_000;

const Secret = boundedText(200);
const Address = boundedText(1000);
const ofApp = { client_id: Address, resource: Address.optional() };
const TokenForm = z.discriminatedUnion('grant_type', [
  z.object({
    ...ofApp,
    grant_type: z.literal('authorization_code'),
    code: Secret,
    code_verifier: Secret,
    redirect_uri: Address.optional(),
  }),
  z.object({ ...ofApp, grant_type: z.literal('refresh_token'), refresh_token: Secret }),
]);
type TokenForm = z.output<typeof TokenForm>;
const RevocationForm = z.object({ client_id: Address, token: Secret });

/** RFC 6749, section 5.2. */
type TokenError = 'invalid_request' | 'invalid_grant' | 'unsupported_grant_type' | 'invalid_target';

async function readForm({ request }: HttpExchange): Promise<Record<string, string> | undefined> {
  const body = await readBody(request, mostBytes);
  return body && Object.fromEntries(new URLSearchParams(body.toString('utf8')));
}

const refuse = ({ reply }: HttpExchange, error: TokenError): void => void reply.code(400).send({ error });

/** Whether a secret is of the kind that the form presents it as, and of the same app. */
const isMeant = (secret: LockedSecret | undefined, form: TokenForm): secret is LockedSecret =>
  secret !== undefined &&
  secret.client_id === form.client_id &&
  (secret.challenge !== null) === (form.grant_type === 'authorization_code');

/** Whether a code is presented by the app that asked for it, which alone knows the verifier (RFC 7636). */
const isProven = ({ challenge, redirect_uri: address }: LockedSecret, form: TokenForm): boolean =>
  form.grant_type === 'refresh_token' ||
  (createHash('sha256').update(form.code_verifier).digest('base64url') === challenge &&
    (form.redirect_uri === undefined || form.redirect_uri === address));

/** Ends the access of an app: by itself, or because a secret came twice, so that one of both was stolen. */
async function endApp(ctx: Context<'anyone'>, tx: Queryable, keyId: string, why: 'asked' | 'copied'): Promise<void> {
  const key = await lockKey(tx, keyId);
  if (!key) return;
  const { workspace_id: workspaceId, user_id: id } = key;
  const actor = { workspaceId, via: 'key', person: { ...key, id }, ip: ctx.ip, now: ctx.now() } as const;
  const by = `${ctx.brand} itself (a code of the app came twice, so somebody may have copied it)`;
  await endKey(ctx, tx, key, { actor, by: why === 'copied' ? by : undefined });
}

/** Spends a code or refresh token; the next tokens, or undefined where it is none, over or was spent before. */
async function exchangeSecret(ctx: Context<'anyone'>, form: TokenForm) {
  const now = ctx.now();
  const hash = hashToken(form.grant_type === 'authorization_code' ? form.code : form.refresh_token);
  return ctx.database.transaction(async (tx) => {
    const secret = await lockSecret(tx, hash);
    if (!isMeant(secret, form) || !isProven(secret, form)) return undefined;
    const { key_id, scopes, created_at: allowed } = secret;
    if (!secret.used_at && secret.expires_at <= now) return undefined;
    if (!(await spendSecret(tx, hash, now))) {
      await endApp(ctx, tx, key_id, 'copied');
      return undefined;
    }
    const { prefix, key } = createKeyText();
    const refresh = newToken();
    const accessEnd = new Date(now.getTime() + accessLasts);
    const refreshEnd = new Date(
      Math.min(now.getTime() + appDays.unused * day, allowed.getTime() + appDays.inAll * day),
    );
    await renewKey(tx, key_id, { prefix, key_hash: hashToken(key), expires_at: accessEnd });
    await insertSecret(tx, { secret_hash: hashToken(refresh), key_id, expires_at: refreshEnd });
    const expires_in = accessLasts / second;
    return { access_token: key, token_type: 'Bearer', expires_in, refresh_token: refresh, scope: scopes.join(' ') };
  });
}

/** Answers an app that brings a code or a refresh token. */
export async function giveTokens(ctx: Context<'anyone'>, wire: HttpExchange): Promise<void> {
  const given = await readForm(wire);
  const { success, data: form } = TokenForm.safeParse(given);
  if (!success) {
    const isKnown = TokenForm.options.some(({ shape }) => shape.grant_type.value === given?.['grant_type']);
    return refuse(wire, isKnown || !given?.['grant_type'] ? 'invalid_request' : 'unsupported_grant_type');
  }
  if (form.resource !== undefined && form.resource !== resourceOf(ctx.origin)) return refuse(wire, 'invalid_target');
  const tokens = await exchangeSecret(ctx, form);
  if (!tokens) return refuse(wire, 'invalid_grant');
  void wire.reply.send(tokens);
}

/** Ends the access of an app that says so with any of its tokens (RFC 7009). */
export async function revokeTokens(ctx: Context<'anyone'>, wire: HttpExchange): Promise<void> {
  const { success, data: form } = RevocationForm.safeParse(await readForm(wire));
  if (!success) return refuse(wire, 'invalid_request');
  await ctx.database.transaction(async (tx) => {
    const key = await findAppKey(tx, hashToken(form.token), form.client_id);
    if (key) await endApp(ctx, tx, key.id, 'asked');
  });
  void wire.reply.send({});
}
