import { Problem, type ProblemCode } from '@lectern/contract/problem';
import { day, minute } from '@lectern/contract/rules/durations';
import type { Claims, IdentityProvider, SignedIn } from '../../ports/identity/port.ts';
import type { SingleSignOn, World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { createSingleFlight } from '../../platform/cache/single-flight.ts';
import { type IdentityRow, identityById, leaseRenewal, updateIdentity } from './identity-store.ts';
import { sealTokens, unsealTokens } from './seal-tokens.ts';
import { recordWithoutDevice } from './security/record.ts';
import { endSessionsOfIdentity } from './sessions.ts';

/** Milliseconds after which the provider is asked again, those for which its word is good, and those of one question. */
const times = { asked: 50 * minute, good: 60 * minute, lease: minute / 2 };

/** Milliseconds beyond them for which a provider may be away: a role in the back office rests at once. */
const awayFor = { member: day, administrator: 0 };

/** Answers by which the provider no longer speaks for somebody. */
const endings: ReadonlySet<ProblemCode> = new Set(['sign_in_expired', 'sign_in_declined']);

/**
 * The company's word on somebody: `kept`, of within the hour; `renewed`, of just now; `due`, none before their browser asks
 * for it; `ended`, taken back.
 */
type Word = 'kept' | 'renewed' | 'due' | 'ended';

/** Does what follows from claims, in the transaction that notes them; false where they end the sessions. */
type Heed = (tx: Queryable, claims: Claims) => Promise<boolean>;

const flights = createSingleFlight<Word>();

/** When a provider that did not answer is asked again: not every caller waits for it in vain. */
const awayUntil = new WeakMap<IdentityProvider, number>();

/** The company's word on an identity. Throws `sign_in_away` and the like when it has been away for too long. */
export async function wordOf(world: World, identityId: string, heed: Heed): Promise<Word> {
  const { singleSignOn, database, now } = world;
  const identity = await identityById(database.kysely, identityId);
  if (!identity || identity.issuer !== singleSignOn?.provider.issuer) return 'ended';
  const age = now().getTime() - identity.checked_at.getTime();
  if (age < times.asked) return 'kept';
  const kind = identity.user_id === null ? 'administrator' : 'member';
  const isGood = age < times.good;
  const mayWait = age < times.good + awayFor[kind];
  return flights.share(identityId, () => renew(world, singleSignOn, { identity, kind, isGood, mayWait, heed }));
}

type Renewal = {
  identity: IdentityRow;
  kind: 'member' | 'administrator';
  /** Whether the last word still counts, should there be no other. */
  isGood: boolean;
  /** Whether it does while the provider is away. */
  mayWait: boolean;
  heed: Heed;
};

async function renew(world: World, { provider, sealingKey }: SingleSignOn, renewal: Renewal): Promise<Word> {
  const { identity, kind, isGood, mayWait, heed } = renewal;
  const db = world.database.kysely;
  const { refresh } = unsealTokens(sealingKey, identity.tokens);
  if (refresh === undefined) {
    if (isGood) return 'kept';
    return kind === 'member' ? 'due' : endAll(world, identity, 'has to sign in again');
  }
  const now = world.now();
  const wait = (error = new Problem('sign_in_away')): Word => {
    if (mayWait) return 'kept';
    throw error;
  };
  if ((awayUntil.get(provider) ?? 0) > now.getTime()) return wait();
  if (!(await leaseRenewal(db, identity, { now, until: new Date(now.getTime() + times.lease) }))) {
    // Another process asks at the moment, or has just asked.
    const latest = await identityById(db, identity.id);
    return latest && latest.checked_at > identity.checked_at ? 'renewed' : wait();
  }
  let signedIn: SignedIn;
  try {
    signedIn = await provider.renew(refresh, identity.subject);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (endings.has(error.code)) {
      const detail = 'the company ended this sign-in';
      return kind === 'member' ? rest(world, identity, detail) : endAll(world, identity, detail);
    }
    awayUntil.set(provider, now.getTime() + times.lease);
    return wait(error);
  }
  const tokens = sealTokens(sealingKey, signedIn.tokens);
  const isHeld = await world.database.transaction(async (tx) => {
    await updateIdentity(tx, identity.id, { tokens }, world.now());
    return heed(tx, signedIn.claims);
  });
  return isHeld ? 'renewed' : endAll(world, identity, 'no longer in the group');
}

/** A token may have run out alone: sessions open nothing until the browser has asked the company itself. */
async function rest(world: World, { id, user_id, email }: IdentityRow, detail: string): Promise<'due'> {
  await world.database.transaction(async (tx) => {
    await updateIdentity(tx, id, { tokens: null }, new Date(0));
    const owner = { userId: user_id! };
    await recordWithoutDevice(tx, world, { kind: 'company_confirmation_ended', owner, account: email, detail });
  });
  return 'due';
}

/** Ends what somebody opened as an administrator. */
async function endAll(world: World, { id, administrator_id, email }: IdentityRow, detail: string): Promise<'ended'> {
  await world.database.transaction(async (tx) => {
    await endSessionsOfIdentity(tx, id);
    const owner = { administratorId: administrator_id! };
    await recordWithoutDevice(tx, world, { kind: 'company_role_lost', owner, account: email, detail });
  });
  return 'ended';
}
