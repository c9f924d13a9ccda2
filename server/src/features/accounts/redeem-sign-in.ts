import type { NewSession } from '@lectern/contract/accounts/accounts';
import type { AdminSession } from '@lectern/contract/operations/admin';
import type { Role } from '@lectern/contract/rules/rights';
import { Problem } from '@lectern/contract/problem';
import type { Queryable } from '../../platform/database/database.ts';
import type { Context, HttpExchange } from '../../platform/http/context.ts';
import { countNetworkTry, returnNetworkTry } from '../../platform/limits/rate-limit.ts';
import { queueEmail } from '../mail/queue-email.ts';
import { type Door, requireSingleSignOn } from './begin-sign-in.ts';
import { requireMark } from './browser-cookie.ts';
import { companyConnectedEmail } from './emails.ts';
import { codeLifetimes } from './finish-sign-in.ts';
import { findCode, insertIdentity, spendCode } from './identity-store.ts';
import { rememberDevice } from './known-devices.ts';
import { withSignInLimits } from './limit-sign-ins.ts';
import { verifyPassword } from './passwords.ts';
import { tokensFromNetwork } from './rate-limits.ts';
import { hashToken } from './secret-tokens.ts';
import { recordSecurity } from './security/record.ts';
import { openSession, openUserSession } from './sessions.ts';
import { administratorById, type AdministratorRow, lockUser, userById, type UserRow } from './store.ts';
import { joinByDomain, logSignIn, setRoleByCompany } from './workspaces/join-by-company.ts';
import { verifySecondFactorCode } from './verify-second-factor.ts';

type Ctx = Context<'anyone'>;

const columns = { member: 'user_id', administrator: 'administrator_id' } as const;

/** Finds the row of a code of this browser. Throws `sign_in_expired` and `sign_in_other_browser`. */
async function requireCode(ctx: Ctx, wire: HttpExchange, door: Door, code: string) {
  requireSingleSignOn(ctx, door);
  const db = ctx.database.kysely;
  await countNetworkTry(db, tokensFromNetwork, ctx.ip, ctx.now());
  const key = { code: hashToken(code), browser: requireMark(wire), column: columns[door] };
  const found = await findCode(db, key, ctx.now());
  if (!found) throw new Problem('sign_in_expired');
  await returnNetworkTry(db, tokensFromNetwork, ctx.ip);
  return found;
}

/** The session that a code is good for, once. */
async function redeem<T>(
  ctx: Ctx,
  wire: HttpExchange,
  { door, code }: { door: Door; code: string },
  open: (found: { accountId: string; identityId: string }) => Promise<T>,
): Promise<T> {
  const { identity_id: identityId, user_id, administrator_id, code_hash } = await requireCode(ctx, wire, door, code);
  if (identityId === null || !(await spendCode(ctx.database.kysely, code_hash))) throw new Problem('sign_in_expired');
  return open({ accountId: (user_id ?? administrator_id)!, identityId });
}

export const redeemSignIn = (ctx: Ctx, { code }: { code: string }, wire: HttpExchange): Promise<NewSession> =>
  redeem(ctx, wire, { door: 'member', code }, ({ accountId, identityId }) =>
    ctx.database.transaction(async (tx) => {
      const user = await lockUser(tx, accountId);
      if (!user.is_active) throw new Problem('deactivated');
      const detail = ctx.singleSignOn!.provider.name;
      await recordSecurity(tx, ctx, { kind: 'signed_in', owner: { userId: user.id }, account: user.email, detail });
      await logSignIn(ctx, tx, user);
      return openUserSession(ctx, tx, user, ctx.userAgent, identityId);
    }),
  );

export const redeemAdministratorSignIn = (
  ctx: Ctx,
  { code }: { code: string },
  wire: HttpExchange,
): Promise<AdminSession> =>
  redeem(ctx, wire, { door: 'administrator', code }, async ({ accountId, identityId }) => {
    const db = ctx.database.kysely;
    const administrator = await administratorById(db, accountId);
    if (!administrator) throw new Problem('sign_in_expired');
    const { id, email } = administrator;
    const owner = { administratorId: id };
    const detail = ctx.singleSignOn!.provider.name;
    await recordSecurity(db, ctx, { kind: 'signed_in', owner, account: email, detail });
    return { id, email, token: await openSession(db, owner, ctx.userAgent, ctx.now(), identityId) };
  });

type Proof = { link: string; password: string; device?: string | undefined; code?: string | undefined };

/**
 * Connects an identity to the account of its email, whose password and second factor are proved, and opens a session.
 * Throws as a sign-in does, and `sign_in_expired`.
 */
async function connect<Row extends UserRow | AdministratorRow, T>(
  ctx: Ctx,
  wire: HttpExchange,
  door: Door,
  { link, password, device, code }: Proof,
  {
    find,
    join,
    open,
  }: {
    find: (id: string) => Promise<Row | undefined>;
    /** Takes the person into the workspaces that their address and their groups open. */
    join?: (tx: Queryable, row: Row, role: Role | undefined) => Promise<void>;
    open: (row: Row, identityId: string) => Promise<T>;
  },
): Promise<T & { device: string }> {
  if (!password) throw new Problem('missing_fields');
  const found = await requireCode(ctx, wire, door, link);
  const { issuer, subject, email, tokens } = found;
  const row = await find((found.user_id ?? found.administrator_id)!);
  if (!row || issuer === null || subject === null || email === null) throw new Problem('sign_in_expired');
  const owner = door === 'member' ? { userId: row.id } : { administratorId: row.id };
  const account = door === 'member' ? row.email : `administrator ${row.email}`;
  return withSignInLimits(ctx, { account, email: row.email, owner, device }, async (sender) => {
    if (!row.has_password || !(await verifyPassword(ctx, row.password_hash, password)))
      throw new Problem('bad_credentials', { detail: 'That is not the password of this account. Please try again.' });
    if ('is_active' in row && !row.is_active) throw new Problem('deactivated');
    await verifySecondFactorCode(ctx, { owner, account: row.email, code }, sender);
    const db = ctx.database.kysely;
    const identityId = await ctx.database.transaction(async (tx) => {
      if (!(await spendCode(tx, found.code_hash))) throw new Problem('sign_in_expired');
      const saidAt = new Date(found.expires_at.getTime() - codeLifetimes.connection);
      const id = await insertIdentity(tx, owner, { issuer, subject, email, tokens }, saidAt);
      if (id === undefined) throw new Problem('sign_in_expired');
      await join?.(tx, row, found.role ?? undefined);
      const detail = `${ctx.singleSignOn!.provider.name}: ${email}`;
      await recordSecurity(tx, ctx, { kind: 'company_connected', owner, account: row.email, detail });
      const reader = { email: row.email, firstname: 'firstname' in row ? row.firstname : 'administrator' };
      await queueEmail(ctx, tx, row.email, 'sign-in-connected', companyConnectedEmail(ctx, reader));
      return id;
    });
    return { ...(await open(row, identityId)), device: await rememberDevice(db, owner, device, ctx.now()) };
  });
}

export const connectSignIn = (ctx: Ctx, proof: Proof, wire: HttpExchange): Promise<NewSession> =>
  connect(ctx, wire, 'member', proof, {
    find: (id) => userById(ctx.database.kysely, id),
    join: async (tx, user, role) => {
      await joinByDomain(ctx, tx, user);
      await setRoleByCompany(ctx, tx, user, role);
    },
    open: (user, identityId) => openUserSession(ctx, ctx.database.kysely, user, ctx.userAgent, identityId),
  });

export const connectAdministratorSignIn = (
  ctx: Ctx,
  proof: Proof,
  wire: HttpExchange,
): Promise<AdminSession & { device: string }> =>
  connect(ctx, wire, 'administrator', proof, {
    find: (id) => administratorById(ctx.database.kysely, id),
    open: async ({ id, email }, identityId) => {
      const token = await openSession(
        ctx.database.kysely,
        { administratorId: id },
        ctx.userAgent,
        ctx.now(),
        identityId,
      );
      return { id, email, token };
    },
  });
