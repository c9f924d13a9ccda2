import type { DomainRole } from '@lectern/contract/accounts/workspace-domains';
import type { Selectable } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { isUniqueViolation } from '../../../platform/database/failures.ts';
import type { Tables } from '../../../platform/database/tables.ts';

const columns = ['id', 'workspace_id', 'domain', 'proof', 'default_role', 'verified_at', 'lost_at'] as const;

export type DomainRow = Pick<Selectable<Tables['workspace_domains']>, (typeof columns)[number]>;

export const domainsOf = (db: Queryable, workspaceId: string): Promise<DomainRow[]> =>
  db
    .selectFrom('workspace_domains')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const domainOf = (db: Queryable, workspaceId: string, id: string): Promise<DomainRow | undefined> =>
  db
    .selectFrom('workspace_domains')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The workspace whose domain this is, with the role of those who join by it. */
export const workspaceOfDomain = (
  db: Queryable,
  domain: string,
): Promise<Pick<DomainRow, 'workspace_id' | 'default_role'> | undefined> =>
  db
    .selectFrom('workspace_domains')
    .select(['workspace_id', 'default_role'])
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();

export async function insertDomain(
  tx: Queryable,
  row: { workspace_id: string; domain: string; proof: string; default_role: DomainRole; created_at: Date },
): Promise<string> {
  return (await tx.insertInto('workspace_domains').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** False where another workspace has proved the domain: whoever gets that rolls back. */
export async function changeDomain(
  tx: Queryable,
  id: string,
  change: Partial<Pick<DomainRow, 'default_role' | 'verified_at' | 'lost_at'> & { checked_at: Date }>,
): Promise<boolean> {
  try {
    await tx.updateTable('workspace_domains').set(change).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

export async function deleteDomain(tx: Queryable, id: string): Promise<void> {
  await tx.deleteFrom('workspace_domains').where('id', '=', id).execute();
}

/** Proved domains that nobody has asked for since. */
export const domainsCheckedBefore = (db: Queryable, before: Date): Promise<DomainRow[]> =>
  db
    .selectFrom('workspace_domains')
    .select(columns)
    .where('verified_at', 'is not', null)
    .where('checked_at', '<', before)
    .orderBy('checked_at')
    .execute();
