import { Problem, type ProblemCode } from '@lectern/contract/problem';
import { minute } from '@lectern/contract/rules/durations';
import type { SignedIn } from '../../ports/identity/port.ts';
import type { SingleSignOn, World } from '../../platform/http/context.ts';
import { createSingleFlight } from '../../platform/cache/single-flight.ts';
import { type IdentityRow, identityById, leaseRenewal, updateIdentity } from './identity-store.ts';
import { sealTokens, unsealTokens } from './seal-tokens.ts';
import { recordWithoutDevice } from './security/record.ts';
import { endSessionsOfIdentity } from './sessions.ts';

/** Milliseconds after which the provider is asked again, those for which its word is good, and those of one question. */
const times = { asked: 50 * minute, good: 60 * minute, lease: minute / 2 };

/** Answers by which the provider no longer speaks for somebody. */
const endings: ReadonlySet<ProblemCode> = new Set(['sign_in_expired', 'sign_in_declined']);

const flights = createSingleFlight<boolean>();

/**
 * Whether the provider, asked within the last hour, still grants a role; without it, its sessions end. Throws
 * `sign_in_away` and the like when it cannot be asked.
 */
export async function isStillGranted(
  world: World,
  identityId: string,
  isGranted: (claims: SignedIn['claims'], singleSignOn: SingleSignOn) => boolean,
): Promise<boolean> {
  const { singleSignOn, database, now } = world;
  const identity = await identityById(database.kysely, identityId);
  if (!identity || identity.issuer !== singleSignOn?.provider.issuer) return false;
  const age = now().getTime() - identity.checked_at.getTime();
  if (age < times.asked) return true;
  return flights.share(identityId, () => renew(world, singleSignOn, { identity, isGood: age < times.good, isGranted }));
}

type Renewal = {
  identity: IdentityRow;
  /** Whether the last word still counts, should there be no other. */
  isGood: boolean;
  isGranted: (claims: SignedIn['claims'], singleSignOn: SingleSignOn) => boolean;
};

async function renew(
  world: World,
  singleSignOn: SingleSignOn,
  { identity, isGood, isGranted }: Renewal,
): Promise<boolean> {
  const { provider, sealingKey } = singleSignOn;
  const db = world.database.kysely;
  const { refresh } = unsealTokens(sealingKey, identity.tokens);
  if (refresh === undefined) return isGood || endAll(world, identity, 'has to sign in again');
  const now = world.now();
  if (!(await leaseRenewal(db, identity, { now, until: new Date(now.getTime() + times.lease) }))) {
    // Another process asks at the moment, or has just asked.
    const latest = await identityById(db, identity.id);
    if (isGood || (latest && latest.checked_at > identity.checked_at)) return true;
    throw new Problem('sign_in_away');
  }
  let signedIn: SignedIn;
  try {
    signedIn = await provider.renew(refresh, identity.subject);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (endings.has(error.code)) return endAll(world, identity, 'the company ended this sign-in');
    if (isGood) return true;
    throw error;
  }
  if (!isGranted(signedIn.claims, singleSignOn)) return endAll(world, identity, 'no longer in the group');
  await updateIdentity(db, identity.id, { tokens: sealTokens(sealingKey, signedIn.tokens) }, world.now());
  return true;
}

async function endAll(
  world: World,
  { id, user_id, administrator_id, email }: IdentityRow,
  detail: string,
): Promise<false> {
  await world.database.transaction(async (tx) => {
    await endSessionsOfIdentity(tx, id);
    const owner = user_id === null ? { administratorId: administrator_id! } : { userId: user_id };
    await recordWithoutDevice(tx, world, { kind: 'company_role_lost', owner, account: email, detail });
  });
  return false;
}
