import { randomUUID } from 'node:crypto';
import type { adminRoutes } from '@lectern/contract/admin';
import { Problem } from '@lectern/contract/problem';
import type { Input } from '@lectern/contract/route';
import type { Context } from '../../platform/context.ts';
import { setGranted } from '../accounts/membership.ts';
import { readNames } from '../accounts/names.ts';
import { endSessionsOf } from '../accounts/sessions.ts';
import { recordByAdministrator } from '../security/record.ts';
import { creditTokens } from '../tokens/allowance.ts';
import { recordAudit } from './audit.ts';
import { kept } from './users.ts';

/** The last moment of a day in UTC. */
const endOfDay = (date: string): Date => new Date(`${date}T23:59:59.999Z`);

/**
 * An administrator's changes to an account. Deactivating ends its sessions in the same moment. The audit log has what
 * was changed, from what to what. Throws `not_found`, `missing_fields` and `bad_request`.
 */
export async function saveUser(
  ctx: Context<'admin'>,
  edits: Input<typeof adminRoutes.saveUser>,
): Promise<{ msg: string }> {
  const { id, add_token: tokens, membership_end: end, ...fields } = edits;
  const { firstname, lastname } = readNames(fields);
  const now = ctx.now();
  await ctx.database.transaction(async (tx) => {
    const user = await kept(tx).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!user) throw new Problem('not_found');
    const sameDay = user.membership_end?.toISOString().slice(0, 10) === end;
    const wanted = {
      firstname,
      lastname,
      plan: fields.plan,
      subscription_status: fields.subscription_status ?? user.subscription_status,
      is_active: fields.is_active,
      membership_end: end === undefined || sameDay ? user.membership_end : endOfDay(end),
      openai_prompt: fields.openai_prompt === undefined ? user.openai_prompt : fields.openai_prompt || null,
    };
    const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
      (name) => JSON.stringify(wanted[name]) !== JSON.stringify(user[name]),
    );
    if (changed.length > 0) await setGranted(tx, id, wanted);
    if (user.is_active && !wanted.is_active) await endSessionsOf(tx, id);
    if (tokens > 0)
      await creditTokens(tx, { userId: id, kind: 'adjustment', tokens, reference: `admin:${randomUUID()}` }, now);
    if (changed.includes('is_active'))
      await recordByAdministrator(tx, ctx, {
        kind: wanted.is_active ? 'activated' : 'deactivated',
        owner: { userId: id },
        account: user.email,
      });
    if (changed.length === 0 && tokens === 0) return;
    const changes = Object.fromEntries(changed.map((name) => [name, { from: user[name], to: wanted[name] }]));
    await recordAudit(
      tx,
      {
        administrator: ctx.administrator,
        action: 'changed a user',
        object: { kind: 'user', id },
        detail: { ...changes, ...(tokens > 0 ? { add_token: tokens } : {}) },
      },
      now,
    );
  });
  return { msg: 'Data update successfully' };
}
