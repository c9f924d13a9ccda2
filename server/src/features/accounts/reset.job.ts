import type { World } from '../../platform/http/context.ts';
import { z } from 'zod';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { queueEmail } from '../mail/queue-email.ts';
import { passwordResetEmail } from './emails.ts';
import { issueMailToken } from './mail-tokens.ts';
import { registrationsOf, consumeResetRequest } from './registration-store.ts';
import { userByEmail } from './store.ts';

/**
 * Sends the link to choose a new password. For an unconfirmed registration, the link confirms the newest one with the
 * password chosen then.
 */
export const resetJob: JobDefinition<World, { requestId: string }> = {
  name: 'reset',
  payload: z.object({ requestId: z.uuid() }),
  timeout: 60,
  run: (world, { requestId }) =>
    world.database.transaction(async (tx) => {
      const email = await consumeResetRequest(tx, requestId);
      if (email === undefined) return;
      const user = await userByEmail(tx, email);
      const [registration] = user ? [] : await registrationsOf(tx, email, 1);
      const reader = user?.is_active ? user : registration;
      if (!reader) return;
      const subject = user ? { userId: user.id } : { registrationId: reader.id };
      const link = await issueMailToken(tx, subject, 'reset', world.now());
      await queueEmail(
        world,
        tx,
        reader.email,
        'reset',
        passwordResetEmail(world, user ?? { email: reader.email }, link),
      );
    }),
};
