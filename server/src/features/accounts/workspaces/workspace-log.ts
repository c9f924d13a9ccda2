import type { LogAction, LogDetail } from '@lectern/contract/rules/log-actions';
import { day } from '@lectern/contract/rules/durations';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Context, World } from '../../../platform/http/context.ts';
import { networkForIp } from '../../../platform/limits/rate-limit.ts';

/** Person who acts in a workspace, and from where; nobody where a provider or an administrator does. */
export type LogActor = {
  workspaceId: string;
  via: 'session' | 'key' | 'provider' | 'administrator';
  person?: { id: string; email: string; firstname: string; lastname: string } | undefined;
  ip?: string | undefined;
  now: Date;
};

export type LogEntry = LogActor & {
  action: LogAction;
  object: {
    kind:
      | 'recording'
      | 'link'
      | 'portal'
      | 'export'
      | 'import'
      | 'person'
      | 'invitation'
      | 'workspace'
      | 'domain'
      | 'webhook'
      | 'key';
    id: string;
  };
  detail?: LogDetail;
};

/** The person who calls, in the workspace of the call. */
export const callerInLog = ({
  principal,
  member,
  workspace,
  ip,
  now,
}: Pick<Context<'person'>, 'principal' | 'member' | 'workspace' | 'ip' | 'now'>): LogActor => ({
  workspaceId: workspace.id,
  via: principal.credential.kind,
  person: member,
  ip,
  now: now(),
});

/** Writes down what was done in a workspace, in the transaction that does it. */
export async function writeLog(
  tx: Queryable,
  { workspaceId, via, person, ip, now, action, object, detail = {} }: LogEntry,
): Promise<void> {
  await tx
    .insertInto('workspace_log')
    .values({
      workspace_id: workspaceId,
      user_id: person?.id ?? null,
      actor: person ? `${person.firstname} ${person.lastname} (${person.email})` : '',
      via,
      action,
      object_kind: object.kind,
      object_id: object.id,
      detail: JSON.stringify(detail),
      network: ip === undefined ? null : networkForIp(ip),
      created_at: now,
    })
    .execute();
}

/** Last act on what is one of its kind in a workspace: by whom, and when. */
export const lastInLog = (db: Queryable, workspaceId: string, kind: 'portal') =>
  db
    .selectFrom('workspace_log')
    .select(['user_id as by', 'created_at as at'])
    .where('workspace_id', '=', workspaceId)
    .where('object_kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Empties what the log says of a person who is forgotten: by whom it was done stays as an id of nobody. */
export async function forgetInLog(tx: Queryable, { userId, email }: { userId: string; email: string }): Promise<void> {
  await sql`set local lectern.forgetting = 'on'`.execute(tx);
  await tx.updateTable('workspace_log').set({ actor: '', network: null }).where('user_id', '=', userId).execute();
  await tx
    .updateTable('workspace_log')
    .set({ detail: JSON.stringify({}) })
    .where((eb) => eb.or([eb('object_id', '=', userId), eb(sql`lower(detail->>'email')`, '=', email.toLowerCase())]))
    .execute();
  await sql`set local lectern.forgetting = 'off'`.execute(tx);
}

/** Removes rows of the log, which the database allows only where it is declared (migration 0196). */
async function dropEntries(tx: Queryable, which: { workspaceId: string } | { before: Date }): Promise<void> {
  await sql`set local lectern.expiring = 'on'`.execute(tx);
  await tx
    .deleteFrom('workspace_log')
    .where((eb) =>
      'before' in which ? eb('created_at', '<', which.before) : eb('workspace_id', '=', which.workspaceId),
    )
    .execute();
  await sql`set local lectern.expiring = 'off'`.execute(tx);
}

/** Removes the log of a workspace that is erased. */
export const dropLogOf = (tx: Queryable, workspaceId: string): Promise<void> => dropEntries(tx, { workspaceId });

export const sweepWorkspaceLog = ({ database, now, retention }: World): Promise<void> =>
  database.transaction((tx) =>
    dropEntries(tx, { before: new Date(now().getTime() - retention.workspaceLogDays * day) }),
  );
