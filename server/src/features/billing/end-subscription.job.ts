import { boundedText } from '@lectern/contract/text';
import { z } from 'zod';
import type { World } from '../../platform/http/context.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { RefundRefused } from '../../ports/payments/port.ts';
import { tellOperator } from '../mail/concerns/concerns.ts';
import { type Needless, findNeedlessSubscriptions } from './resolve-subscriptions.ts';
import { beginGivingBack, endGivingBack, givenBackOf, planInForceOf } from './store.ts';
import { syncInTurn } from './sync-in-turn.ts';

/**
 * Returns subscriptions needless now; a card charged meanwhile may change them. Includes subscriptions ended by an
 * earlier attempt with a refund still due.
 */
async function needlessNow(world: World, customerId: string): Promise<(Needless & { workspaceId: string })[]> {
  const db = world.database.kysely;
  const truth = await syncInTurn(world, customerId);
  const inForce = await planInForceOf(db, customerId);
  if (!truth || !inForce) return [];
  const needless = findNeedlessSubscriptions(truth.subscriptions, inForce);
  const over = truth.subscriptions.filter(({ state }) => state === 'ended').map(({ id }) => id);
  const begun = await givenBackOf(db, inForce.workspace_id, [...over, ...needless.map(({ id }) => id)]);
  const all = [...needless, ...begun.filter((id) => over.includes(id)).map((id) => ({ id, givesBack: true }))];
  return all.map((each) => ({ ...each, workspaceId: inForce.workspace_id }));
}

const wordsOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return (cause instanceof Error ? cause.message : message).slice(0, 500);
};

/** Ends one. The operator is told of what the provider refuses for good, or until the last attempt. */
async function end(
  world: World,
  { workspaceId, id, givesBack }: Needless & { workspaceId: string },
  isLast: boolean,
): Promise<void> {
  const { payments, database } = world;
  if (givesBack) await beginGivingBack(database.kysely, workspaceId, id);
  try {
    await (givesBack ? payments.refundSubscription(id) : payments.endSubscription(id));
  } catch (error) {
    const isRefused = error instanceof RefundRefused;
    if (!isRefused && !isLast) throw error;
    const [what, please] = givesBack
      ? ['was bought beside one that runs', 'What was paid for it could not all be given back: please do so']
      : ['was replaced by another one', 'It could not be ended: please do so'];
    await database.transaction((tx) =>
      tellOperator(world, tx, {
        kind: 'payments',
        subject: `surplus/${id}`,
        workspaceId,
        text: `The subscription ${id} ${what}. ${please} in the payment service, and see that it is ended; it says: ${wordsOf(error)}`,
      }),
    );
    if (!isRefused) await payments.endSubscription(id);
  }
  if (givesBack) await endGivingBack(database.kysely, id);
}

/**
 * Ends the subscriptions of a customer that another one has replaced, and those bought beside one, which are given back.
 * Asked before each, what is needless is known anew.
 */
export async function endNeedless(world: World, customerId: string, { lastAttempt }: { lastAttempt: boolean }) {
  const tried = new Set<string>();
  const failures: unknown[] = [];
  for (;;) {
    const next = (await needlessNow(world, customerId)).find(({ id }) => !tried.has(id));
    if (!next) break;
    tried.add(next.id);
    await end(world, next, lastAttempt).catch((error: unknown) => void failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Tried for about a day: the provider may be down. */
export const endSubscriptionJob: JobDefinition<World, { customerId: string }> = {
  name: 'end-subscription',
  payload: z.object({ customerId: boundedText(255) }),
  retries: 300,
  timeout: 600,
  run: (world, { customerId }, job) => endNeedless(world, customerId, job),
};
