import { randomUUID } from 'node:crypto';
import type { adminRoutes, DisplayedUserFields } from '@lectern/contract/operations/admin';
import { Problem } from '@lectern/contract/problem';
import type { Input } from '@lectern/contract/route';
import { plans } from '@lectern/contract/rules/plans';
import { recordEvent } from '../../../platform/events/events.ts';
import type { Context } from '../../../platform/http/context.ts';
import { readNames, setPerson } from '../../accounts/names.ts';
import { homeOfUser } from '../../accounts/workspaces/members.ts';
import { logPlan } from '../../accounts/workspaces/membership.ts';
import { writeLog } from '../../accounts/workspaces/workspace-log.ts';
import { changeWorkspace, lockWorkspace } from '../../accounts/workspaces/workspace.ts';
import { endSessionsOf } from '../../accounts/sessions.ts';
import { recordWithoutDevice } from '../../accounts/security/record.ts';
import { creditTokens } from '../../billing/tokens/allowance.ts';
import { recordAudit } from './audit.ts';
import { selectPresentUsers } from './users.ts';

/** Fields of the account form. */
type Fields = Required<DisplayedUserFields>;

const labels: Readonly<Record<keyof Fields, string>> = {
  firstname: 'First name',
  lastname: 'Last name',
  plan: 'Plan',
  subscription_status: 'Subscription',
  is_active: 'Status',
  membership_end: 'Membership end',
  openai_prompt: 'Custom prompt',
};
const names = Object.keys(labels) as (keyof Fields)[];

/** The last moment of a day in UTC. */
const endOfDay = (date: string): Date => new Date(`${date}T23:59:59.999Z`);

/** How the form shows a field. */
function inWords({ plan, is_active, ...texts }: Fields, name: keyof Fields): string {
  if (name === 'plan') return plans[plan].label;
  if (name === 'is_active') return is_active ? 'active' : 'inactive';
  return texts[name] ?? 'empty';
}

/**
 * Merges sent fields that differ from `before`; others keep their current value. Throws `text_changed` if another
 * person changed the same field.
 */
function merged(current: Fields, sent: Partial<Fields>, before: DisplayedUserFields): Fields {
  const own = names.filter((name) => sent[name] !== undefined && sent[name] !== before[name]);
  const elsewhere = own.filter(
    (name) => before[name] !== undefined && current[name] !== before[name] && current[name] !== sent[name],
  );
  if (elsewhere.length > 0) {
    const now = elsewhere.map((name) => `${labels[name]} is now “${inWords(current, name)}”`).join(', ');
    throw new Problem('text_changed', {
      detail: `This account was changed elsewhere in the meantime: ${now}. Save again to replace that.`,
    });
  }
  const mine = new Set(own);
  return Object.fromEntries(names.map((name) => [name, (mine.has(name) ? sent : current)[name]])) as Fields;
}

/**
 * Saves an administrator's changes to an account and audits old and new values; deactivating ends sessions at once.
 * Throws `not_found`, `missing_fields`, `bad_request` and `text_changed`.
 */
export async function saveUser(
  ctx: Context<'admin'>,
  edits: Input<typeof adminRoutes.saveUser>,
): Promise<{ msg: string }> {
  const { id, add_token: asked, add_token_key: key = randomUUID(), before = {}, ...form } = edits;
  const { email: _, token_balance: __, membership_end: end, ...fields } = form;
  const sent: Partial<Fields> = { ...fields, ...(end ? { membership_end: end } : {}), ...readNames(fields) };
  if (fields.openai_prompt !== undefined) sent.openai_prompt = fields.openai_prompt || null;
  const now = ctx.now();
  await ctx.database.transaction(async (tx) => {
    const person = await selectPresentUsers(tx)
      .select(['email', 'firstname', 'lastname', 'is_active', homeOfUser.as('home')])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!person) throw new Problem('not_found');
    const { home: workspaceId, ...account } = person;
    await lockWorkspace(tx, workspaceId);
    const own = await tx
      .selectFrom('workspaces')
      .select(['plan', 'subscription_status', 'membership_end', 'openai_prompt'])
      .where('id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    const user = { ...account, ...own };
    const day = user.membership_end?.toISOString().slice(0, 10) ?? null;
    const current = { ...user, membership_end: day };
    const { membership_end: last, ...others } = merged(current, sent, before);
    const wanted = {
      ...others,
      membership_end: last === null || last === day ? user.membership_end : endOfDay(last),
    };
    const changed = names.filter((name) => JSON.stringify(wanted[name]) !== JSON.stringify(user[name]));
    const { firstname, lastname, is_active, ...ofWorkspace } = wanted;
    if (changed.length > 0) {
      await setPerson(tx, id, { firstname, lastname, is_active });
      await changeWorkspace(tx, workspaceId, ofWorkspace);
    }
    if (wanted.plan !== user.plan) {
      const payload = { from: user.plan, to: wanted.plan };
      await recordEvent(ctx, tx, { kind: 'plan.changed', workspaceId, subjectId: workspaceId, payload });
      await logPlan(tx, { workspaceId, via: 'administrator', now }, payload);
    }
    if (user.is_active && !wanted.is_active) await endSessionsOf(tx, id);
    const credit = { workspaceId, kind: 'adjustment', tokens: asked, reference: `admin:${id}:${key}` } as const;
    const tokens = asked > 0 && (await creditTokens(tx, credit, now)) ? asked : 0;
    if (tokens > 0)
      await writeLog(tx, {
        workspaceId,
        via: 'administrator',
        now,
        action: 'tokens.added',
        object: { kind: 'workspace', id: workspaceId },
        detail: { tokens },
      });
    if (changed.includes('is_active'))
      await recordWithoutDevice(tx, ctx, {
        kind: wanted.is_active ? 'activated' : 'deactivated',
        owner: { userId: id },
        account: user.email,
      });
    if (changed.length === 0 && tokens === 0) return;
    const changes = Object.fromEntries(changed.map((name) => [name, { from: user[name], to: wanted[name] }]));
    await recordAudit(tx, ctx, {
      action: 'changed a user',
      object: { kind: 'user', id },
      detail: { ...changes, ...(tokens > 0 ? { add_token: tokens } : {}) },
    });
  });
  return { msg: 'Data update successfully' };
}
