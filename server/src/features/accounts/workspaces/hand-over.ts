import { Problem } from '@lectern/contract/problem';
import { day } from '@lectern/contract/rules/durations';
import type { Context } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { queueEmail } from '../../mail/queue-email.ts';
import { lockAs } from './change-role.ts';
import { handOverEmail } from './emails.ts';
import { findMember, type MemberRow, memberOf, nameOf, setRole } from './members.ts';
import { requirePlace, takesOtherPlace } from './seats.ts';
import { callerInLog, writeLog } from './workspace-log.ts';

/** Milliseconds for which an offer stands. */
const lifetime = 7 * day;

/** The offer that stands for a workspace. */
export const handOverOf = (db: Queryable, workspaceId: string, now: Date) =>
  db
    .selectFrom('handovers')
    .select(['from_user', 'to_user', 'expires_at'])
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '>', now)
    .executeTakeFirst();

const dropOffer = (tx: Queryable, workspaceId: string) =>
  tx.deleteFrom('handovers').where('workspace_id', '=', workspaceId).execute();

async function tell(
  ctx: Context<'member'>,
  tx: Queryable,
  reader: MemberRow,
  { step, by }: { step: Parameters<typeof handOverEmail>[2]; by: MemberRow },
): Promise<void> {
  const told = { workspace: await nameOf(tx, ctx.workspace.id), by: by.email };
  await queueEmail(ctx, tx, reader.email, `hand-over-${step}`, handOverEmail(ctx, reader, step, told));
  await writeLog(tx, {
    ...callerInLog(ctx),
    action: `handover.${step}`,
    object: { kind: 'person', id: reader.id },
    detail: { email: reader.email },
  });
}

/** Offers the workspace to another person in it, by an owner who has proved who they are. Throws `not_found`. */
export async function offerHandOver(ctx: Context<'member'>, userId: string): Promise<{ msg: string }> {
  const workspaceId = ctx.workspace.id;
  const now = ctx.now();
  const to = await ctx.database.transaction(async (tx) => {
    const { actor } = await lockAs(ctx, tx, 'own');
    const person = await memberOf(tx, { workspaceId, userId });
    if (person.id === actor.id) throw new Problem('not_found');
    await dropOffer(tx, workspaceId);
    const expires_at = new Date(now.getTime() + lifetime);
    const offer = { workspace_id: workspaceId, from_user: actor.id, to_user: userId, created_at: now, expires_at };
    await tx.insertInto('handovers').values(offer).execute();
    await tell(ctx, tx, person, { step: 'offered', by: actor });
    return person;
  });
  return { msg: `We have asked ${to.firstname} ${to.lastname}. Until they accept, nothing changes.` };
}

/** Throws `handover_gone`. */
export async function withdrawHandOver(ctx: Context<'member'>): Promise<{ msg: string }> {
  const workspaceId = ctx.workspace.id;
  await ctx.database.transaction(async (tx) => {
    const { actor } = await lockAs(ctx, tx, 'own');
    const offer = await handOverOf(tx, workspaceId, ctx.now());
    if (!offer) throw new Problem('handover_gone');
    await dropOffer(tx, workspaceId);
    await tell(ctx, tx, await memberOf(tx, { workspaceId, userId: offer.to_user }), { step: 'withdrawn', by: actor });
  });
  return { msg: 'The offer has been withdrawn.' };
}

/** Locks the offer to the caller, with whoever made it and is still an owner. Throws `handover_gone`. */
async function lockOwnOffer(ctx: Context<'member'>, tx: Queryable) {
  const workspaceId = ctx.workspace.id;
  const { workspace, actor } = await lockAs(ctx, tx, 'watch');
  const offer = await handOverOf(tx, workspaceId, ctx.now());
  const giver = offer && (await findMember(tx, { workspaceId, userId: offer.from_user }));
  if (offer?.to_user !== actor.id || giver?.role !== 'owner') throw new Problem('handover_gone');
  return { workspace, actor, giver };
}

/** Makes the caller an owner, and whoever offered it an admin. Throws `handover_gone` and `people_full`. */
export async function acceptHandOver(ctx: Context<'member'>): Promise<{ msg: string }> {
  const workspaceId = ctx.workspace.id;
  await ctx.database.transaction(async (tx) => {
    const { workspace, actor, giver } = await lockOwnOffer(ctx, tx);
    if (takesOtherPlace(actor.role, 'owner')) await requirePlace(ctx, tx, workspace, 'owner');
    await dropOffer(tx, workspaceId);
    await setRole(ctx, tx, { workspaceId, userId: actor.id, role: 'owner' });
    await setRole(ctx, tx, { workspaceId, userId: giver.id, role: 'admin' });
    await ctx.jobs.enqueue('customer-address', { userId: workspaceId }, { tx });
    await tell(ctx, tx, giver, { step: 'accepted', by: actor });
  });
  return { msg: 'You are now an owner of this workspace.' };
}

/** Throws `handover_gone`. */
export async function declineHandOver(ctx: Context<'member'>): Promise<{ msg: string }> {
  await ctx.database.transaction(async (tx) => {
    const { actor, giver } = await lockOwnOffer(ctx, tx);
    await dropOffer(tx, ctx.workspace.id);
    await tell(ctx, tx, giver, { step: 'declined', by: actor });
  });
  return { msg: 'You have declined the offer.' };
}
