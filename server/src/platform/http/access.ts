import { Problem, type ProblemCode } from '@lectern/contract/problem';
import type { Access, Route } from '@lectern/contract/route';
import { coversRight } from '@lectern/contract/rules/scopes';
import type { FastifyRequest } from 'fastify';
import { bearer } from './bearer.ts';
import {
  type AccountPrincipal,
  type AdministratorPrincipal,
  type CallerFields,
  type MemberPrincipal,
  MissingRight,
  type Principal,
  type Workspace,
  type World,
} from './context.ts';

/** A route's part that says who may call it. */
type AccessOf = Pick<Route, 'access' | 'right' | 'scope' | 'allowedBeforeSetup' | 'allowedWhenDue'>;

/** A problem, or the fields a verb gets. */
type Rule<P, Fields> = ProblemCode | ((principal: P, route: AccessOf) => Fields | ProblemCode);

/** One rule for each kind of principal: a new kind does not compile before each level decides. */
type Level<Fields> = { nobody: Rule<undefined, Fields> } & { [P in Principal as P['kind']]: Rule<P, Fields> };

const asCaller = (principal: AccountPrincipal) => ({ principal });
const asPerson = (principal: MemberPrincipal) => ({
  principal,
  member: principal.member,
  workspace: principal.workspace,
});

/** A call that asks for no right is nobody's. */
function asMember(principal: MemberPrincipal, { right }: AccessOf): CallerFields<'member'> | ProblemCode {
  if (principal.hasLeft) return 'workspace_left';
  return right && principal.workspace.rights[right] ? asPerson(principal) : 'role_too_low';
}

function asActiveMember(principal: MemberPrincipal, route: AccessOf): CallerFields<'active'> | ProblemCode {
  const granted = asMember(principal, route);
  return typeof granted !== 'string' && principal.workspace.expired ? 'membership_expired' : granted;
}

function asAdministrator(
  principal: AdministratorPrincipal,
  { allowedBeforeSetup }: AccessOf,
): CallerFields<'admin'> | ProblemCode {
  const { administrator } = principal;
  if (!administrator.requiredSetup || allowedBeforeSetup) return { principal, administrator };
  return administrator.requiredSetup === 'password' ? 'password_change_needed' : 'second_factor_required';
}

const withoutFields = () => ({});
const everybody = { nobody: withoutFields, guest: withoutFields, member: withoutFields, administrator: withoutFields };
const signedInOnly = { nobody: 'unauthorized', guest: 'unauthorized' } as const;

const levels: { [A in Access]: Level<CallerFields<A>> } = {
  anyone: everybody,
  capability: everybody,
  session: { ...signedInOnly, member: asCaller, administrator: asCaller },
  person: { ...signedInOnly, member: asPerson, administrator: 'forbidden' },
  member: { ...signedInOnly, member: asMember, administrator: 'forbidden' },
  active: { ...signedInOnly, member: asActiveMember, administrator: 'forbidden' },
  admin: { ...signedInOnly, member: 'forbidden', administrator: asAdministrator },
};

/** Throws `key_refused` where no key may call, and `scope_missing` where this one may not. */
function requireScope({ scope }: AccessOf, { credential }: AccountPrincipal): void {
  if (credential.kind !== 'key' || scope === 'any') return;
  if (scope === undefined) throw new Problem('key_refused');
  if (!credential.scopes.includes(scope)) throw missingScope(`It needs the scope ${scope}.`);
}

const missingScope = (need: string, cause?: unknown): Problem =>
  new Problem('scope_missing', { cause, detail: `This API key is not for that. ${need}` });

/** Gives the fields of a route's access level to its caller, or throws the problem of that level. */
export function grantAccess(route: AccessOf, principal: Principal | undefined): object {
  if (principal?.kind === 'member' && principal.isDue && !route.allowedWhenDue) throw new Problem('sign_in_due');
  if (principal && principal.kind !== 'guest') requireScope(route, principal);
  const rule = levels[route.access][principal?.kind ?? 'nobody'] as Rule<Principal | undefined, object>;
  const granted = typeof rule === 'string' ? rule : rule(principal, route);
  if (typeof granted === 'string') throw new Problem(granted);
  return granted;
}

/** Refuses pages of other sites: browsers say where a call comes from. Throws `forbidden`. */
export function requireOwnOrigin({ origin: from }: FastifyRequest['headers'], origin: string): void {
  if (from !== undefined && from !== origin) throw new Problem('forbidden');
}

/** Whether a route asks for no session; its declared work is limited instead. */
export const isPublic = (route: Route): route is Extract<Route, { access: 'anyone' | 'capability' }> =>
  route.access === 'anyone' || route.access === 'capability';

/**
 * A call refused by its route's rule: not allowed to the signed-in user, or, without a session, made with an invalid
 * key.
 */
type RefusedCall = { principal: AccountPrincipal | undefined; route: string; ip: string; userAgent: string };

/** Told of every refusal; it must be quick, and takes however many there are. */
export type NoteRefusal = (refusal: RefusedCall) => void;

/** How a key that opens nothing is answered: of an address, a session or a webhook. */
const badKeyCodes: ReadonlySet<ProblemCode> = new Set([
  'unauthorized',
  'not_found',
  'portal_gone',
  'share_unknown',
  'bad_signature',
]);

type Call = {
  route: Pick<Route, 'access' | 'method' | 'path'>;
  request: Pick<FastifyRequest, 'headers' | 'ip'>;
  principal: AccountPrincipal | undefined;
};

/** Whether a failure means that somebody tried what is not theirs; a call without any key does not. */
function isRefusal({ code }: Problem, { route, request, principal }: Call): boolean {
  if (principal) return code === 'forbidden';
  return badKeyCodes.has(code) && (route.access === 'capability' || bearer(request) !== undefined);
}

/** Answers a call, and notes it where it is refused. */
export async function notingRefusals<T>(
  note: NoteRefusal | undefined,
  call: Call,
  answer: () => Promise<T>,
): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    const { route, request, principal } = call;
    if (error instanceof Problem && isRefusal(error, call))
      note?.({
        principal,
        route: `${route.method} ${route.path}`,
        ip: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
      });
    throw error;
  }
}

/** A call that a workspace refused. */
export type RefusedByWorkspace = { workspace: Workspace; right: Route['right']; code: ProblemCode };

/** Gives the words that say whose workspace it is and who may; undefined where the usual ones do. */
export type ExplainRefusal = (world: World, refused: RefusedByWorkspace) => Promise<string | undefined>;

/** Answers a call, and has it explained where a workspace refuses it. */
export async function explaining<T>(
  explain: ((refused: RefusedByWorkspace) => Promise<string | undefined>) | undefined,
  { route: { right }, principal }: { route: AccessOf; principal: AccountPrincipal | undefined },
  answer: () => Promise<T>,
): Promise<T> {
  try {
    return await answer();
  } catch (cause) {
    if (!explain || !(cause instanceof Problem) || principal?.kind !== 'member') throw cause;
    const asked = cause.cause instanceof MissingRight ? cause.cause.right : right;
    const { credential } = principal;
    if (cause.code === 'role_too_low' && credential.kind === 'key' && asked && !coversRight(credential.scopes, asked))
      throw missingScope('Make one with more scopes.', cause);
    const detail = await explain({ workspace: principal.workspace, right: asked, code: cause.code });
    throw detail === undefined ? cause : new Problem(cause.code, { cause, detail });
  }
}
