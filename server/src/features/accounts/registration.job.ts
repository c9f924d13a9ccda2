import type { World } from '../../platform/http/context.ts';
import { z } from 'zod';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { tryConsumeAttempt } from '../../platform/limits/rate-limit.ts';
import { queueEmail } from '../mail/queue-email.ts';
import { alreadyRegisteredEmail } from './emails.ts';
import { verificationMails } from './rate-limits.ts';
import { deleteRegistration, registrationById } from './registration-store.ts';
import { userByEmail } from './store.ts';
import { sendVerification } from './verification.ts';

/**
 * The mail after a registration. A new address gets the link that confirms it; the owner of an address that has an
 * account is told so, and nothing changes.
 */
export const registrationJob: JobDefinition<World, { registrationId: string; again?: boolean | undefined }> = {
  name: 'registration',
  payload: z.object({ registrationId: z.uuid(), again: z.boolean().optional() }),
  timeout: 60,
  run: (world, { registrationId, again }) =>
    world.database.transaction(async (tx) => {
      const registration = await registrationById(tx, registrationId);
      if (
        !registration ||
        (again && !(await tryConsumeAttempt(tx, verificationMails, registration.email, world.now())))
      )
        return;
      const user = await userByEmail(tx, registration.email);
      if (!user) return sendVerification(world, tx, registration);
      await deleteRegistration(tx, registrationId);
      await queueEmail(world, tx, user.email, 'already-registered', alreadyRegisteredEmail(world, user));
    }),
};
