import type { World } from '../../platform/context.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { markSent, unsentMail } from './store.ts';

/**
 * Delivers a mail. A crash between the delivery and its note delivers it again with the same Message-ID,
 * by which mailboxes know it.
 */
export const mailJob: JobDefinition<{ mailId: string }> = {
  name: 'mail',
  async run(world: World, { mailId }) {
    const mail = await unsentMail(world.database.kysely, mailId);
    if (!mail) return;
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
