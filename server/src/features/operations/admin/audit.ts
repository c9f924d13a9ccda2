import type { AuditEntry, TableQuery } from '@lectern/contract/operations/admin';
import type { Context } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { sql } from 'kysely';
import { loadPage, buildSearchPattern } from './paging.ts';

type Change = {
  action: string;
  object: { kind: 'user' | 'report' | 'job' | 'prompt' | 'recording' | 'setting'; id: string };
  /** Useful details of the change; never a secret. */
  detail?: object;
};

/** Writes an administrator's change down, in the transaction of the change: there is none without its entry. */
export async function recordAudit(
  tx: Queryable,
  { administrator, now }: Pick<Context<'admin'>, 'administrator' | 'now'>,
  { action, object, detail = {} }: Change,
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      administrator: administrator.email,
      action,
      object_kind: object.kind,
      object_id: object.id,
      detail: JSON.stringify(detail),
      created_at: now(),
    })
    .execute();
}

/**
 * Removes personal data of a deleted person from audit entries. The database allows only this change, in a transaction
 * that declares it (migration 0024).
 */
export async function erasePersonFromAudit(tx: Queryable, objectIds: readonly string[]): Promise<void> {
  await sql`set local lectern.forgetting = 'on'`.execute(tx);
  await tx
    .updateTable('audit_log')
    .set({ detail: JSON.stringify({}) })
    .where('object_kind', 'in', ['user', 'report'])
    .where('object_id', 'in', objectIds)
    .execute();
  await sql`set local lectern.forgetting = 'off'`.execute(tx);
}

/** The log, newest first; filtered by action, object or administrator. */
export async function listAudit(
  { database }: Context<'admin'>,
  listing: TableQuery,
): Promise<{ data: AuditEntry[]; total: number }> {
  const like = buildSearchPattern(listing.q);
  const matching = database.kysely
    .selectFrom('audit_log')
    .$if(like !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('action', 'ilike', like!), eb('object_id', 'ilike', like!), eb('administrator', 'ilike', like!)]),
      ),
    );
  const { rows, total } = await loadPage(
    matching.select(['id', 'administrator', 'action', 'object_kind', 'object_id', 'detail', 'created_at']),
    matching.select((eb) => eb.fn.countAll<number>().as('total')),
    listing,
    { columns: { createdAt: [] }, standard: 'createdAt', id: 'id' },
  );
  return {
    total,
    data: rows.map(({ created_at, detail, ...row }) => ({
      ...row,
      detail: Object.keys(detail).length > 0 ? JSON.stringify(detail, undefined, 1) : '',
      createdAt: created_at.toISOString(),
    })),
  };
}
