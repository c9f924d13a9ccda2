import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/http/context.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { markSent, unsentMail } from './store.ts';

/**
 * Retries deferred emails (greylisting) for about a day or until the link expires, permanent refusals never. A crash
 * may deliver twice with the same Message-ID.
 */
export const emailJob: JobDefinition<World, { mailId: string }> = {
  name: 'mail',
  retries: 30,
  backoff: 30,
  longestBackoff: 3600,
  timeout: 120,
  async run(world: World, { mailId }) {
    const mail = await unsentMail(world.database.kysely, mailId);
    if (!mail) return;
    if (mail.discard_after && mail.discard_after <= world.now())
      throw new Problem('token_invalid', { detail: 'The link in this mail ended before the mail could be delivered.' });
    await world.mailer.deliver({
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html,
      messageId: `<${mail.id}@${new URL(world.publicUrl).hostname}>`,
      date: mail.created_at,
    });
    await markSent(world.database.kysely, mail.id, world.now());
  },
};
