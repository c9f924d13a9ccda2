import { Problem } from '@lectern/contract/problem';
import { type ModelCall, splitReturnedTokens, takeTokens } from '@lectern/contract/rules/tokens';
import { plans } from '@lectern/contract/rules/plans';
import { hour, minute } from '@lectern/contract/rules/durations';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { recoverOrphans } from '../../../platform/jobs/recover-orphans.ts';
import { grantPeriod } from './allowance.ts';
import { balance, latestGrant, openReservations, tokensTakenBy, usedIn, insertTokenEntries } from './store.ts';
import { lockWorkspace } from '../../accounts/workspaces/workspace.ts';

type Operation = {
  workspaceId: string;
  /** The person who asks; else the one who brought the recording is noted. */
  userId?: string;
  videoId: string | null;
  /** The operation's name in the histories, such as "ai-search". */
  operation: string;
  /** The most it may cost, in tokens. 0 for what is recorded only. */
  estimate: number;
  /** Attempts of one job with the same key share one reservation. */
  key?: string;
};

/**
 * Takes the estimate from the member's tokens before the work begins, and opens the record of it. Resolves with the
 * operation's id, for `settleTokens` or `releaseTokens`. Throws `tokens_used_up`.
 */
export async function reserveTokens(
  world: World,
  { workspaceId, userId, videoId, ...rest }: Operation,
): Promise<string> {
  const now = world.now();
  return world.database.transaction(async (tx) => {
    const actor = await lockActor(tx, { userId, videoId });
    const account = await lockWorkspace(tx, workspaceId);
    await grantPeriod(tx, account, now);
    if (rest.key !== undefined) {
      const open = await tx
        .selectFrom('token_operations')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('key', '=', rest.key)
        .where('state', '=', 'reserved')
        .executeTakeFirst();
      if (open) return open.id;
    }
    const parts = takeTokens(Math.ceil(rest.estimate), await balance(tx, workspaceId));
    if (!parts) throw new Problem('tokens_used_up');
    const { id } = await tx
      .insertInto('token_operations')
      .values({
        ...rest,
        estimate: Math.ceil(rest.estimate),
        workspace_id: workspaceId,
        // a person's: whoever is answerable for the cost
        user_id: actor?.id ?? null,
        video_id: videoId,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertTokenEntries(
      tx,
      { workspace_id: workspaceId, kind: 'use', operation_id: id, created_at: now },
      -1,
      parts,
    );
    return id;
  });
}

/** Locks the person answerable for a cost before the workspace, as programs of 0180 do: neither waits for the other. */
const lockActor = (tx: Queryable, { userId, videoId }: Pick<Operation, 'userId' | 'videoId'>) =>
  tx
    .selectFrom('users')
    .select('id')
    .where(({ eb, selectFrom }) =>
      eb('id', '=', userId ?? selectFrom('videos').select('created_by').where('videos.id', '=', videoId)),
    )
    .forKeyShare()
    .executeTakeFirst();

/** The member of an operation that is not closed yet, locked; undefined when it is. */
async function lockOpen(tx: Queryable, operationId: string): Promise<string | undefined> {
  const found = await tx
    .selectFrom('token_operations')
    .select('workspace_id')
    .where('id', '=', operationId)
    .executeTakeFirst();
  if (!found) return undefined;
  await lockWorkspace(tx, found.workspace_id);
  const open = await tx
    .selectFrom('token_operations')
    .select('id')
    .where('id', '=', operationId)
    .where('state', '=', 'reserved')
    .executeTakeFirst();
  return open && found.workspace_id;
}

/**
 * Gives back excess tokens. Monthly tokens of an ended period do not return; after a downgrade within the period, they
 * return up to the new plan's limit.
 */
async function giveBack(
  tx: Queryable,
  workspaceId: string,
  operationId: string,
  tokens: number,
  now: Date,
): Promise<void> {
  const taken = await tokensTakenBy(tx, operationId);
  const parts = splitReturnedTokens(tokens, taken);
  const before = await latestGrant(tx, workspaceId, taken.last);
  const grant = await latestGrant(tx, workspaceId);
  const ended = before?.period?.getTime() !== grant?.period?.getTime();
  const entry = { workspace_id: workspaceId, created_at: now };
  const back = ended ? { ...parts, monthly: 0 } : parts;
  await insertTokenEntries(tx, { ...entry, kind: 'refund', operation_id: operationId }, 1, back);
  if (ended || !grant?.period || !grant.plan) return;
  const used = await usedIn(tx, workspaceId, grant.period);
  const { monthly } = await balance(tx, workspaceId);
  const beyond = monthly - Math.max(0, plans[grant.plan].tokens - used.monthly);
  const expired = Math.min(back.monthly, Math.max(0, beyond));
  await insertTokenEntries(tx, { ...entry, kind: 'expiry' }, -1, { monthly: expired, purchased: 0 });
}

/** The result of the work: tokens by the provider's count (else characters / 4), and the texts for the histories. */
export type TokenSettlement = {
  used: number;
  systemPrompt: string;
  customPrompt: string;
  result: string;
  /** The engine that did it; the built-in engine when absent. */
  engine?: string;
  /** Tokens of what was sent and received, where a provider counts them. */
  counted?: { sent: number; received: number; calls: readonly ModelCall[] };
};

/** Calls of an operation that the histories list: more are made of no recording. */
const mostCalls = 100;

/** Characters of a text that the histories keep. */
const kept = 50_000;

/** PostgreSQL takes no NUL, and a model may write one. */
const storable = (text: string): string => text.replaceAll('\0', '').slice(0, kept);

/**
 * Closes an operation: returns unused tokens, or takes the excess as far as available. Released operations cost
 * nothing. Repeatable. Pass the transaction that saves the result.
 */
export async function settleTokens(
  tx: Queryable,
  operationId: string,
  settlement: TokenSettlement,
  now: Date,
): Promise<void> {
  const workspaceId = await lockOpen(tx, operationId);
  if (workspaceId === undefined) return;
  const { used, systemPrompt, customPrompt, result, engine, counted } = settlement;
  const { monthly, purchased } = await tokensTakenBy(tx, operationId);
  const beyond = Math.ceil(used) - monthly - purchased;
  if (beyond < 0) await giveBack(tx, workspaceId, operationId, -beyond, now);
  else if (beyond > 0) {
    const left = await balance(tx, workspaceId);
    const some = Math.min(beyond, Math.max(0, left.monthly) + Math.max(0, left.purchased));
    const entry = { workspace_id: workspaceId, kind: 'use', operation_id: operationId, created_at: now } as const;
    await insertTokenEntries(tx, entry, -1, takeTokens(some, left) ?? { monthly: 0, purchased: 0 });
  }
  await tx
    .updateTable('token_operations')
    .set({
      state: 'settled',
      used: Math.ceil(used),
      system_prompt: storable(systemPrompt),
      custom_prompt: storable(customPrompt),
      result: storable(result),
      ...(engine === undefined ? {} : { engine }),
      ...(counted
        ? { sent: counted.sent, received: counted.received, calls: JSON.stringify(counted.calls.slice(0, mostCalls)) }
        : {}),
      settled_at: now,
    })
    .where('id', '=', operationId)
    .execute();
}

/** The work failed: everything it had reserved goes back. Harmless to repeat. */
export async function releaseTokens(tx: Queryable, operationId: string, now: Date): Promise<void> {
  const workspaceId = await lockOpen(tx, operationId);
  if (workspaceId === undefined) return;
  const { monthly, purchased } = await tokensTakenBy(tx, operationId);
  await giveBack(tx, workspaceId, operationId, monthly + purchased, now);
  await tx
    .updateTable('token_operations')
    .set({ state: 'released', settled_at: now })
    .where('id', '=', operationId)
    .execute();
}

/** Gives back what is still reserved for a video that is removed. */
export async function releaseTokensOf(tx: Queryable, videoId: string, now: Date): Promise<void> {
  const open = await tx
    .selectFrom('token_operations')
    .select('id')
    .where('video_id', '=', videoId)
    .where('state', '=', 'reserved')
    .execute();
  for (const { id } of open) await releaseTokens(tx, id, now);
}

/** Milliseconds. No request takes so long; what it has still reserved then was left by a process that died. */
const longestRequest = 6 * hour;
/** A job is stored so soon after its request has reserved, in milliseconds. */
const untilStored = minute;

/**
 * Gives back the reservations nobody will settle any more: of requests that were cut off, and of jobs that are gone.
 */
export async function sweepTokens(world: World): Promise<void> {
  const now = world.now();
  const before = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  for (const { id, key } of await openReservations(world.database.kysely, before(longestRequest)))
    if (key === null) await world.database.transaction((tx) => releaseTokens(tx, id, now));
  const ofJobs = (await openReservations(world.database.kysely, before(untilStored))).filter(({ key }) => key !== null);
  // The key of a job's reservation is the job's own.
  await recoverOrphans(world, ofJobs, ({ key }) => key!, { settle: (tx, { id }) => releaseTokens(tx, id, now) });
}
