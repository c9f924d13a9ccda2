import { type LogEntry, type LogFilter, logPage, workspaceLogRoutes } from '@lectern/contract/accounts/workspace-log';
import { detailsInWords, logActionNames, logActions } from '@lectern/contract/rules/log-actions';
import type { Queryable } from '../../../platform/database/database.ts';
import { feature } from '../../../platform/http/serve.ts';
import { csvFile } from '../../../platform/text/csv.ts';

/** Rows of a file: more would be too long for one answer. */
const mostInFile = 50_000;

/** The entries of a workspace, newest first. Actions of other releases unknown to this one are left out. */
async function entriesOf(
  db: Queryable,
  workspaceId: string,
  { person, action, from, to, before }: LogFilter & { before?: number | undefined },
  limit: number,
): Promise<LogEntry[]> {
  const rows = await db
    .selectFrom('workspace_log')
    .select(['id', 'user_id', 'actor', 'via', 'action', 'object_kind', 'object_id', 'detail', 'network', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('action', 'in', action === undefined ? logActionNames : [action])
    .$if(person !== undefined, (query) => query.where('user_id', '=', person!))
    .$if(from !== undefined, (query) => query.where('created_at', '>=', new Date(from!)))
    .$if(to !== undefined, (query) => query.where('created_at', '<', new Date(to!)))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, user_id, actor, via, action: done, object_kind, object_id, detail, network, created_at }) => ({
    id,
    at: created_at.toISOString(),
    action: done,
    actor,
    person: user_id,
    via,
    object: { kind: object_kind, id: object_id },
    detail,
    network,
  }));
}

/** Everybody the log of a workspace names, as it named them last. */
async function peopleIn(db: Queryable, workspaceId: string): Promise<{ id: string; name: string }[]> {
  const rows = await db
    .selectFrom('workspace_log')
    .distinctOn('user_id')
    .select(['user_id', 'actor'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', 'is not', null)
    .orderBy('user_id')
    .orderBy('id', 'desc')
    .execute();
  return rows.flatMap(({ user_id, actor }) => (user_id && actor ? [{ id: user_id, name: actor }] : []));
}

export const workspaceLog = feature(workspaceLogRoutes, {
  async log({ database: { kysely: db }, workspace }, filter) {
    const found = await entriesOf(db, workspace.id, filter, logPage + 1);
    const data = found.slice(0, logPage);
    return {
      data,
      next: found.length > logPage ? data.at(-1)!.id : null,
      people: await peopleIn(db, workspace.id),
    };
  },

  async file({ database: { kysely: db }, workspace, now }, filter) {
    const found = await entriesOf(db, workspace.id, filter, mostInFile + 1);
    const rows = found
      .slice(0, mostInFile)
      .map(({ at, actor, via, action, object, detail, network }) => [
        at,
        actor,
        via,
        logActions[action],
        object.kind,
        object.id,
        detailsInWords(detail, (iso) => iso.slice(0, 10)).join('; '),
        network ?? '',
      ]);
    const heads = ['at', 'who', 'by', 'what', 'of', 'id', 'details', 'network'];
    return {
      name: `workspace log ${now().toISOString().slice(0, 10)}.csv`,
      csv: csvFile(heads, rows),
      complete: found.length <= mostInFile,
    };
  },
});
