import type { World } from '../../platform/http/context.ts';
import { identityById } from './identity-store.ts';
import { unsealTokens } from './seal-tokens.ts';
import { identityOfSession } from './session-store.ts';
import { endSession } from './sessions.ts';

/** Ends a session here, and tells where its browser ends the one with the provider that opened it. */
export async function logOut(
  world: World,
  sessionHash: Buffer,
  returnPath: string,
): Promise<{ msg: string; end_session?: string | undefined }> {
  const { database, singleSignOn, log } = world;
  const identityId = await identityOfSession(database.kysely, sessionHash);
  await endSession(database.kysely, sessionHash);
  const msg = 'You are signed out.';
  const identity = identityId && (await identityById(database.kysely, identityId));
  if (!singleSignOn || !identity || identity.issuer !== singleSignOn.provider.issuer) return { msg };
  const { id } = unsealTokens(singleSignOn.sealingKey, identity.tokens);
  try {
    return { msg, end_session: await singleSignOn.provider.endSessionUrl(id, returnPath) };
  } catch (error) {
    // The session here has ended, whatever the provider does.
    log.warn({ err: error }, 'The provider could not be asked where its sessions are ended.');
    return { msg };
  }
}
