import { Problem } from '@lectern/contract/problem';
import { minute } from '@lectern/contract/rules/durations';
import type { Role } from '@lectern/contract/rules/rights';
import { visibleText } from '@lectern/contract/rules/visible-text';
import type { Claims, SignedIn } from '../../ports/identity/port.ts';
import type { Context, HttpExchange, SingleSignOn } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type Door, leadTo, leadingToProblems, requireSingleSignOn } from './begin-sign-in.ts';
import { requireMark } from './browser-cookie.ts';
import {
  type FoundIdentity,
  identityBySubject,
  insertCode,
  insertIdentity,
  takeFlow,
  updateIdentity,
} from './identity-store.ts';
import { longestName, normaliseEmail } from './names.ts';
import { hashPassword } from './passwords.ts';
import { deleteRegistrationsOf } from './registration-store.ts';
import { sealTokens } from './seal-tokens.ts';
import { hashToken, newToken } from './secret-tokens.ts';
import { type Owner, ownerColumns } from './security/account-ref.ts';
import { recordSecurity } from './security/record.ts';
import { endSessionsOfIdentity } from './sessions.ts';
import { renewBySignIn } from './renew-in-browser.ts';
import { joinByDomain, joinInvited, roleByCompany, setRoleByCompany } from './workspaces/join-by-company.ts';
import { startTrial } from './workspaces/membership.ts';
import { administratorByEmail, insertAdministrator, insertUser, lockUser, userByEmail } from './store.ts';

/** Milliseconds for which a code is good: at once for a session, and while a password is typed. */
export const codeLifetimes = { session: minute, connection: 10 * minute };

/** Account an identity opens, or, where it opens none yet, the one with its email address. */
type Admitted = { owner: Owner; identityId: string } | { owner: Owner; email: string };

/** The address of a new person. Throws `email_missing` and `email_unverified`. */
function requireEmail({ trustsUnverifiedEmail }: SingleSignOn, { email: told, isEmailVerified }: Claims): string {
  const email = told === undefined ? undefined : normaliseEmail(told);
  if (email === undefined) throw new Problem('email_missing');
  if (!isEmailVerified && !trustsUnverifiedEmail) throw new Problem('email_unverified');
  return email;
}

const nameOf = (told: string | undefined, otherwise: string): string =>
  visibleText(told ?? '').slice(0, longestName) || otherwise;

type Sought = {
  ctx: Context<'anyone'>;
  singleSignOn: SingleSignOn;
  claims: Claims;
  found: FoundIdentity;
  /** In the company's workspace. */
  role: Role | undefined;
  /** Hash of a password that nobody knows, for a new account: it takes too long for a transaction. */
  unknownHash: string | undefined;
};

/** Throws `deactivated`, `account_elsewhere`, `invitation_needed`, `workspace_full`, and as `requireEmail`. */
async function admitMember(tx: Queryable, sought: Sought): Promise<Admitted> {
  const { ctx, singleSignOn, claims, found, role, unknownHash } = sought;
  const now = ctx.now();
  const known = await identityBySubject(tx, 'user_id', found);
  if (known) {
    const user = await lockUser(tx, known.user_id!);
    if (!user.is_active) throw new Problem('deactivated');
    await updateIdentity(tx, known.id, found, now);
    await setRoleByCompany(ctx, tx, user, role);
    return { owner: { userId: user.id }, identityId: known.id };
  }
  const email = requireEmail(singleSignOn, claims);
  const user = await userByEmail(tx, email);
  if (user) {
    if (!user.is_active) throw new Problem('deactivated');
    if (!user.has_password) throw new Problem('account_elsewhere');
    return { owner: { userId: user.id }, email };
  }
  // The account that the company knew a moment ago is gone.
  if (unknownHash === undefined) throw new Problem('sign_in_expired');
  const made = await insertUser(
    tx,
    {
      email,
      firstname: nameOf(claims.firstname, email.split('@')[0]!.slice(0, longestName)),
      lastname: nameOf(claims.lastname, '–'),
      passwordHash: unknownHash,
      hasPassword: false,
    },
    now,
  );
  // Another tab was faster, whose account is there now.
  if (!made) return admitMember(tx, sought);
  const owner = { userId: made.id };
  const outcomes = [
    // An address that nobody has proved opens no workspace.
    ...(claims.isEmailVerified ? [...(await joinInvited(ctx, tx, made)), await joinByDomain(ctx, tx, made)] : []),
    await setRoleByCompany(ctx, tx, made, role),
  ];
  if (!outcomes.includes('joined')) {
    if (!ctx.areSignUpsOpen) throw new Problem(outcomes.includes('full') ? 'workspace_full' : 'invitation_needed');
    await startTrial(tx, made.id, { plan: 'free', wantedPlan: null }, now);
  }
  await deleteRegistrationsOf(tx, email);
  await recordSecurity(tx, ctx, { kind: 'registered', owner, account: email, detail: singleSignOn.provider.name });
  return { owner, identityId: await connectNew(tx, owner, found, now) };
}

/** Throws `administrators_only`, `account_elsewhere`, and as `requireEmail`. */
async function admitAdministrator(tx: Queryable, sought: Sought): Promise<Admitted> {
  const { ctx, singleSignOn, claims, found, unknownHash } = sought;
  const now = ctx.now();
  const known = await identityBySubject(tx, 'administrator_id', found);
  if (known) {
    await updateIdentity(tx, known.id, found, now);
    return { owner: { administratorId: known.administrator_id! }, identityId: known.id };
  }
  const email = requireEmail(singleSignOn, claims);
  const administrator = await administratorByEmail(tx, email);
  if (administrator) {
    if (!administrator.has_password) throw new Problem('account_elsewhere');
    return { owner: { administratorId: administrator.id }, email };
  }
  if (unknownHash === undefined) throw new Problem('sign_in_expired');
  const made = await insertAdministrator(tx, email, { passwordHash: unknownHash, origin: 'company' });
  if (!made) return admitAdministrator(tx, sought);
  const owner = { administratorId: made.id };
  return { owner, identityId: await connectNew(tx, owner, found, now) };
}

async function connectNew(tx: Queryable, owner: Owner, found: FoundIdentity, now: Date): Promise<string> {
  const id = await insertIdentity(tx, owner, found, now);
  if (id === undefined) throw new Problem('sign_in_expired');
  return id;
}

/** Ends what a person opened as an administrator who is one no more at the company. */
async function endRole(ctx: Context<'anyone'>, found: FoundIdentity): Promise<never> {
  const { kysely: db } = ctx.database;
  const known = await identityBySubject(db, 'administrator_id', found);
  if (known) {
    await endSessionsOfIdentity(db, known.id);
    const owner = { administratorId: known.administrator_id! };
    await recordSecurity(db, ctx, { kind: 'company_role_lost', owner, account: found.email });
  }
  throw new Problem('administrators_only');
}

/** Gives the part of an address that brings a browser its code, with the account to be connected where there is one. */
async function issueCode(
  tx: Queryable,
  admitted: Admitted,
  { browser, found, role, now }: { browser: Buffer; now: Date } & Pick<Sought, 'found' | 'role'>,
): Promise<string> {
  const code = newToken();
  const isKnown = 'identityId' in admitted;
  await insertCode(tx, {
    code_hash: hashToken(code),
    browser_hash: browser,
    ...ownerColumns(admitted.owner),
    ...(isKnown ? { identity_id: admitted.identityId } : { ...found, role: role ?? null }),
    expires_at: new Date(now.getTime() + codeLifetimes[isKnown ? 'session' : 'connection']),
  });
  return isKnown ? `#code=${code}` : `#link=${code}&email=${encodeURIComponent(admitted.email)}`;
}

/** Takes a browser back from the provider: its account is found or made, and a code leads it to a session. */
export const finishSignIn = (ctx: Context<'anyone'>, _input: unknown, wire: HttpExchange): Promise<void> =>
  leadingToProblems(ctx, wire, async (at) => {
    requireSingleSignOn(ctx, 'member');
    const answer = new URL(wire.request.url, ctx.publicUrl).searchParams;
    const state = answer.get('state') ?? '';
    const flow = await takeFlow(ctx.database.kysely, hashToken(state), ctx.now());
    if (!flow) throw new Problem('sign_in_expired');
    const { door, nonce, verifier, identity_id: renewed } = flow;
    at.door = door;
    at.isRenewal = renewed !== null;
    const browser = requireMark(wire);
    if (!browser.equals(flow.browser_hash)) throw new Problem('sign_in_other_browser');
    const singleSignOn = requireSingleSignOn(ctx, door);
    const signedIn = await singleSignOn.provider.finish(answer, { state, nonce, verifier });
    if (renewed !== null) return renewBySignIn(ctx, wire, { identityId: renewed, signedIn });
    leadTo(ctx, wire, door, await admit(ctx, singleSignOn, { door, browser, signedIn }));
  });

async function admit(
  ctx: Context<'anyone'>,
  singleSignOn: SingleSignOn,
  { door, browser, signedIn: { claims, tokens } }: { door: Door; browser: Buffer; signedIn: SignedIn },
): Promise<string> {
  const { provider, administratorGroup, sealingKey } = singleSignOn;
  const email = normaliseEmail(claims.email ?? '') ?? '';
  const found = { issuer: provider.issuer, subject: claims.subject, email, tokens: sealTokens(sealingKey, tokens) };
  const column = door === 'member' ? 'user_id' : 'administrator_id';
  const isKnown = await identityBySubject(ctx.database.kysely, column, found);
  const unknownHash = isKnown ? undefined : await hashPassword(ctx, newToken());
  const role = roleByCompany(singleSignOn, claims.groups);
  const sought = { ctx, singleSignOn, claims, found, role, unknownHash };
  if (door === 'administrator' && !claims.groups.includes(administratorGroup!)) return endRole(ctx, found);
  try {
    return await ctx.database.transaction(async (tx) => {
      const admitted = await (door === 'member' ? admitMember(tx, sought) : admitAdministrator(tx, sought));
      return issueCode(tx, admitted, { browser, found, role, now: ctx.now() });
    });
  } catch (error) {
    if (error instanceof Problem && error.code !== 'database_away')
      await recordSecurity(ctx.database.kysely, ctx, {
        kind: 'sign_in_refused',
        account: email,
        detail: `${provider.name}: ${error.code}`,
      });
    throw error;
  }
}
