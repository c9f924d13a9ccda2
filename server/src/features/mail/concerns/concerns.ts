import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { afterCommit } from '../../../platform/database/transactions.ts';
import { queueEmail } from '../queue-email.ts';
import type { Note, Sender } from '../compose.ts';

const concernEmail = ({ brand, publicUrl }: Sender, text: string): Note => ({
  subject: `${brand} needs its operator`,
  preview: text,
  greeting: 'Hello,',
  paragraphs: [text],
  action: { label: 'Open the page System health', url: `${publicUrl}/admin/health` },
  footnote: 'It is told once. The page System health lists what was told in the last month.',
});

/**
 * A matter for the operator. `kind` says where to look; each `kind` and `subject` is told once. `text` is one or two
 * sentences for a person.
 */
type Concern = {
  kind: 'payments' | 'recordings';
  subject: string;
  text: string;
  /** The member it names, if any; it is erased with them. */
  workspaceId?: string;
};

/**
 * Tells the operator, if the transaction commits: in the log, by a mail to each administrator, and on the page System
 * health.
 */
export async function tellOperator(
  world: World,
  tx: Queryable,
  { kind, subject, text, workspaceId }: Concern,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('concerns')
    .values({ kind, subject, told: text, workspace_id: workspaceId ?? null, created_at: world.now() })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return;
  afterCommit(() => world.log.error({ concern: kind, subject }, text));
  const administrators = await tx.selectFrom('administrators').select('email').execute();
  for (const { email } of administrators) await queueEmail(world, tx, email, 'concern', concernEmail(world, text));
}

/** Lists what the operator was told after a time, newest first. */
export const concernsSince = (db: Queryable, after: Date) =>
  db
    .selectFrom('concerns')
    .select(['kind', 'told', 'created_at'])
    .where('created_at', '>', after)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();

/** Deletes older concerns, which are either handled by now or never will be. */
export async function forgetConcerns(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('concerns').where('created_at', '<', before).execute();
}
