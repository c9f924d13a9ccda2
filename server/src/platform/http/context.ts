import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Plan, SubscriptionStatus } from '@lectern/contract/accounts/accounts';
import type { Access } from '@lectern/contract/route';
import type { Right, Rights, Role } from '@lectern/contract/rules/rights';
import type { Scope } from '@lectern/contract/rules/scopes';
import type { OfferedModel } from '@lectern/contract/operations/language-choice';
import type { IdentityProvider } from '../../ports/identity/port.ts';
import type { Embeddings } from '../../ports/embeddings/port.ts';
import type { LanguageEngine } from '../../ports/language/port.ts';
import type { Mailer } from '../../ports/mail/port.ts';
import type { NameServers } from '../../ports/names/port.ts';
import type { Payments } from '../../ports/payments/port.ts';
import type { Media } from '../../ports/media/port.ts';
import type { SpeechInTurns } from '../../ports/speech/port.ts';
import type { Speakers } from '../../ports/speech/speakers/port.ts';
import type { Storage } from '../../ports/storage/port.ts';
import type { Database } from '../database/database.ts';
import type { EventReader } from '../events/events.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { OutboundRules } from '../outbound/guarded-request.ts';
import type { Log } from '../log/log.ts';
import type { DiskCache } from '../cache/disk-cache.ts';
import type { Scratch } from '../files/scratch.ts';
import type { OwnerSemaphore } from '../limits/semaphore.ts';
import { Problem } from '@lectern/contract/problem';

/** The raw request and reply, for the few routes that stream. */
export type HttpExchange = { request: FastifyRequest; reply: FastifyReply };

/** The cost of checking a password: KiB of memory, passes over it, threads. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number };

/** The role of a group of the company; `*` is everybody. */
export type CompanyRole = { group: string; role: Role };

/** Signing in by a company's own provider. */
export type SingleSignOn = {
  provider: IdentityProvider;
  /** Whether passwords open nothing but the account of `breakGlass`. */
  isOnly: boolean;
  breakGlass: string | undefined;
  trustsUnverifiedEmail: boolean;
  /** Group whose people are administrators. */
  administratorGroup: string | undefined;
  /** Workspace of the company; without `roles` everybody is in it, else whose groups have one. */
  workspace: { id: string; roles: readonly CompanyRole[] | undefined } | undefined;
  /** Seals what is kept of the provider's tokens. */
  sealingKey: Buffer;
};

/** People whom workspaces may have: those who edit with Professional, and viewers for each who may. */
export type Seats = { professional: number; viewersPerSeat: number };

/** Everything a verb may touch, put together once in `main/world.ts`. */
export type World = {
  brand: string;
  /** Origin under which people reach the product, without a trailing slash. */
  publicUrl: string;
  /** Whether the operator set it; if not, an address for a browser is made from the browser's own request. */
  publicUrlIsSet: boolean;
  /** Bytes. */
  maxFileSize: number;
  database: Database;
  jobs: Jobs;
  eventReaders: readonly EventReader<World>[];
  media: Media;
  /** Undefined when transcripts come from captions only. */
  speech: SpeechInTurns | undefined;
  /** Undefined when speakers are not told apart. */
  speakers: Speakers | undefined;
  /** Whether the words on slides are read. */
  readsSlides: boolean;
  /** Undefined when the built-in engine writes. */
  language: LanguageEngine | undefined;
  /** Undefined where questions find passages by their words alone. */
  embeddings: Embeddings | undefined;
  /** The model this machine could run instead. */
  offeredModel: OfferedModel;
  mailer: Mailer;
  payments: Payments;
  /** Milliseconds for which a membership goes on whose renewal was not paid. */
  renewalGrace: number;
  seats: Seats;
  /** Where requests may go whose address a person names. */
  outbound: OutboundRules;
  /** Days for which what people did is kept. */
  retention: { workspaceLogDays: number; editDays: number };
  /** Whether an administrator without a second factor must set one up before anything else. */
  administratorsNeedSecondFactor: boolean;
  passwordCost: PasswordCost;
  /** Undefined where passwords alone open accounts. */
  singleSignOn: SingleSignOn | undefined;
  /** Whether everybody may have an account, or those alone whom somebody expects. */
  areSignUpsOpen: boolean;
  nameServers: NameServers;
  /** Reads the metrics; undefined when only administrators may. */
  metricsToken: string | undefined;
  /** Folder of the built web app. */
  webRoot: string;
  /** Where this process itself can be reached over HTTP; empty before it listens. */
  localOrigin: string;
  /** Recordings and what is made of them; its keys are those of `features/storage/keys.ts`. */
  storage: Storage;
  /** Folder of this machine for what is its own: work in progress, caches, mails, and the embedded database. */
  dataDir: string;
  scratch: Scratch;
  /** Pictures and captions that were made on request, by the folder of their recording. */
  pictures: DiskCache;
  /** Key of the signed addresses; made at the first start and kept in the database. */
  signingKey: Buffer;
  now(): Date;
  log: Log;
};

/** The person who calls. */
export type Member = {
  id: string;
  email: string;
  firstname: string;
  lastname: string;
};

/** The owner of the recordings, tokens and plan with which a caller works, and what they may do there. */
export type Workspace = {
  id: string;
  role: Role;
  rights: Rights;
  plan: Plan;
  subscriptionStatus: SubscriptionStatus;
  membershipStart: Date | null;
  membershipEnd: Date | null;
  expired: boolean;
  /** It goes on although its renewal was not paid. */
  paymentDue: boolean;
  /** Chosen at the registration and to be paid for. */
  wantedPlan: 'professional' | null;
};

export type Administrator = {
  id: string;
  email: string;
  /** The credential to set before anything else is allowed. */
  requiredSetup: 'password' | 'second_factor' | undefined;
};

type SessionCredential = { kind: 'session'; sessionHash: Buffer };
type KeyCredential = { kind: 'key'; keyId: string; scopes: readonly Scope[]; expiresAt: Date | null };

export type MemberPrincipal = {
  kind: 'member';
  member: Member;
  workspace: Workspace;
  /** The call names a workspace that is not open to the caller; `workspace` is another. */
  hasLeft: boolean;
  /** The company has to confirm the person first. */
  isDue: boolean;
  /** Proof by which they call. A key's scopes have narrowed the rights of `workspace`. */
  credential: SessionCredential | KeyCredential;
};
export type AdministratorPrincipal = {
  kind: 'administrator';
  administrator: Administrator;
  credential: SessionCredential;
};
export type AccountPrincipal = MemberPrincipal | AdministratorPrincipal;

/** A visitor who proved a share link by its key and, where it has one, its password. */
export type Guest = { kind: 'guest'; shareId: string };

/** Everybody the server recognises; `access.ts` decides what each may call. */
export type Principal = AccountPrincipal | Guest;

export const personOf = (principal: AccountPrincipal): Member | Administrator =>
  principal.kind === 'member' ? principal.member : principal.administrator;

/** Throws `key_refused` for a caller without a session. */
export function sessionHashOf({ credential }: AccountPrincipal): Buffer {
  if (credential.kind === 'key') throw new Problem('key_refused');
  return credential.sessionHash;
}

/** The fields by which a verb knows its caller. */
export type CallerFields<A extends Access> = A extends 'person' | 'member' | 'active'
  ? { principal: MemberPrincipal; member: Member; workspace: Workspace }
  : A extends 'admin'
    ? { principal: AdministratorPrincipal; administrator: Administrator }
    : A extends 'session'
      ? { principal: AccountPrincipal }
      : object;

/** The input of a route's verb: the world and, if the access proves one, the caller. */
export type Context<A extends Access> = World & {
  /** The caller's network address, for limits on tries. */
  ip: string;
  /** The user agent the caller claims; do not rely on it. */
  userAgent: string;
  /** Origin as this caller sees the product. Never for mails: a forged Host header would end up in them. */
  origin: string;
  /** The caller's turn for what must be computed and is not kept. Throws `busy`. */
  turn: OwnerSemaphore;
  /** Aborts when the caller has gone before the answer: for what only they would want. */
  signal: AbortSignal;
} & CallerFields<A>;

/**
 * Where a call names an account, it is the caller's own. Throws `not_found`: whether there is another is nobody's
 * business.
 */
export function requireOwnAccount({ member }: Context<'person'>, userId: string): void {
  if (userId !== member.id) throw new Problem('not_found');
}

/** Right that a call turns out to need beyond that of its route. */
export class MissingRight {
  readonly right: Right;
  constructor(right: Right) {
    this.right = right;
  }
}

/** Throws `role_too_low` for those who have not this right. */
export function requireRight({ workspace }: Pick<Context<'member'>, 'workspace'>, right: Right): void {
  if (!workspace.rights[right]) throw new Problem('role_too_low', { cause: new MissingRight(right) });
}

/** Throws `role_too_low` where a right is only to what the caller has made, and this is another's. */
export function requireReach(
  { member, workspace }: Pick<Context<'member'>, 'member' | 'workspace'>,
  right: Right,
  madeBy: string | null,
): void {
  if (workspace.rights[right] !== 'any' && madeBy !== member.id) throw new Problem('role_too_low');
}
