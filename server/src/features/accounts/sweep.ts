import { day } from '@lectern/contract/rules/durations';
import type { World } from '../../platform/http/context.ts';
import { sweepTries } from '../../platform/limits/rate-limit.ts';
import { sweepSignIns } from './identity-store.ts';
import { sweepDevices } from './known-devices.ts';
import { deleteExpiredMailTokens } from './mail-token-store.ts';
import { sweepApps } from './keys/key-rows.ts';
import { sweepSecrets } from './oauth/secret-rows.ts';
import { deleteRegistrationsBefore, deleteResetRequestsBefore } from './registration-store.ts';
import { deleteExpiredSessions } from './session-store.ts';
import { sweepInvitations } from './workspaces/invitation-rows.ts';

/** Registrations that nobody confirmed go after a week; until then signing in sends the link once more. */
const registrationDays = 7;

/** Removes sessions, mailed links, registrations, invitations, apps, devices and counts of tries that have run out. */
export async function sweepAccounts({ database: { kysely: db }, now: clock }: World): Promise<void> {
  const now = clock();
  await deleteExpiredSessions(db, now);
  await sweepSignIns(db, now);
  await deleteExpiredMailTokens(db, now);
  await deleteRegistrationsBefore(db, new Date(now.getTime() - registrationDays * day));
  await deleteResetRequestsBefore(db, new Date(now.getTime() - day));
  await sweepInvitations(db, now);
  await sweepApps(db, now);
  await sweepSecrets(db, now);
  await sweepDevices(db, now);
  await sweepTries(db, now);
}
