import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { compose, type Note } from './compose.ts';
import { emailJob } from './mail.job.ts';
import { insertMail } from './store.ts';

/** Writes a mail down and has it delivered, both only if the transaction commits: with its token or not at all. */
export async function queueEmail(world: World, tx: Queryable, to: string, kind: string, note: Note): Promise<void> {
  const id = await insertMail(tx, { kind, letter: compose(world, to, note), ends: note.ends }, world.now());
  await world.jobs.enqueue(emailJob.name, { mailId: id }, { tx });
}

/** Deletes what was written to an address, or is to be. Returns the ids. */
export async function forgetMails(tx: Queryable, email: string): Promise<string[]> {
  const rows = await tx.deleteFrom('emails').where('recipient', '=', email).returning('id').execute();
  return rows.map(({ id }) => id);
}
