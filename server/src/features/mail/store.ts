import type { Selectable } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { EmailMessage } from '../../ports/mail/port.ts';

type MailRow = Selectable<Tables['emails']>;

/** `ends`: until when it is of use. */
export async function insertMail(
  tx: Queryable,
  { kind, letter, ends }: { kind: string; letter: EmailMessage; ends: Date | undefined },
  now: Date,
): Promise<string> {
  const { id } = await tx
    .insertInto('emails')
    .values({
      recipient: letter.to,
      kind,
      subject: letter.subject,
      body_text: letter.text,
      body_html: letter.html,
      created_at: now,
      discard_after: ends ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Undefined once it has been sent. */
export const unsentMail = (db: Queryable, id: string): Promise<MailRow | undefined> =>
  db.selectFrom('emails').selectAll().where('id', '=', id).where('sent_at', 'is', null).executeTakeFirst();

/** The text goes: it held a link whose token the database otherwise keeps as a hash only. */
export async function markSent(db: Queryable, id: string, now: Date): Promise<void> {
  await db.updateTable('emails').set({ sent_at: now, body_text: '', body_html: '' }).where('id', '=', id).execute();
}
