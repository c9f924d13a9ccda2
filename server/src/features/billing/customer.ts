import { day } from '@lectern/contract/rules/durations';
import { Problem } from '@lectern/contract/problem';
import type { Context, World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AttemptSpent, CustomerMissing } from '../../ports/payments/port.ts';
import { changeWorkspace } from '../accounts/workspaces/workspace.ts';
import { tellOperator } from '../mail/concerns/concerns.ts';
import { membershipWithout } from './membership-by.ts';
import {
  formerOwner,
  formerCustomerIdsOf,
  restoreFormerCustomer,
  moveToFormer,
  noteStillMissing,
  subscribersBefore,
} from './former-customers.ts';
import { billingAccountOf, countCustomerAttempts, countAttempt, saveCustomer, lockCustomer } from './store.ts';

/** The caller as the payment provider knows them; made known at the first payment. */
async function customerOf(ctx: Context<'member'>): Promise<string> {
  const db = ctx.database.kysely;
  const { id } = ctx.workspace;
  const known = await billingAccountOf(db, id);
  if (known) return known.customer_id;
  // Other keys were set for a while: whom these know is there still, and a subscription of theirs may run.
  for (const customerId of await subscribersBefore(db, id, ctx.now()))
    if (await restoreKnownCustomer(ctx, customerId)) return customerId;
  await saveCustomer(db, id, await makeCustomer(ctx));
  return (await billingAccountOf(db, id))!.customer_id;
}

async function makeCustomer({ database, payments, workspace, member }: Context<'member'>): Promise<string> {
  const db = database.kysely;
  const { id } = workspace;
  try {
    return await payments.createCustomer({ id, email: member.email, attempt: await countCustomerAttempts(db, id) });
  } catch (error) {
    if (error instanceof AttemptSpent) await countAttempt(db, id);
    throw error;
  }
}

/** Does something about the caller at the payment provider; as a new customer where it does not know them any more. */
export async function asCustomer<T>(ctx: Context<'member'>, work: (customerId: string) => Promise<T>): Promise<T> {
  try {
    const customerId = await customerOf(ctx);
    try {
      return await work(customerId);
    } catch (error) {
      if (!(error instanceof CustomerMissing)) throw error;
      await retireCustomer(ctx, customerId);
      return await work(await customerOf(ctx));
    }
  } catch (error) {
    await tellOfSettings(ctx, error);
    throw error;
  }
}

/** Keeps a customer unknown to the provider as history. A paid membership continues to its end without renewal. */
export async function retireCustomer(world: World, customerId: string): Promise<void> {
  const now = world.now();
  await world.database.transaction(async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    // Customers of closed accounts were deleted by us.
    if (!customer || customer.isClosed) return;
    const { workspace_id: workspaceId, subscription_id: subscriptionId } = customer;
    const change = subscriptionId === null ? undefined : membershipWithout(customer, now);
    if (change) await changeWorkspace(tx, workspaceId, change);
    await moveToFormer(tx, customer, { end: change?.membership_end as Date | undefined, now });
    await countAttempt(tx, workspaceId);
    if (subscriptionId === null) return;
    // With other keys it is every customer: one word of it is enough.
    await tellOperator(world, tx, {
      kind: 'payments',
      subject: `customers/${Math.floor(now.getTime() / day)}`,
      workspaceId,
      text: `The payment service does not know the customer ${customerId} any more, who had the subscription ${subscriptionId}, and perhaps others. Their memberships end with the time that is paid for. If you have deleted them there, all is done. If the keys that are set are of another account or mode, set the right ones, and all is as it was within the hour; if these are the right ones, end the old subscriptions in the other account.`,
    });
  });
}

const isKnown = ({ payments }: World, customerId: string): Promise<boolean> =>
  payments.truthOf(customerId).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CustomerMissing) return false;
      throw error;
    },
  );

/**
 * Takes a customer up again whom the provider knows again, as after wrong keys, in the place of one whom it does not know;
 * false for anybody else.
 */
export async function restoreKnownCustomer(world: World, customerId: string): Promise<boolean> {
  const { database, now } = world;
  const db = database.kysely;
  const workspaceId = await formerOwner(db, customerId);
  if (workspaceId === undefined) return false;
  if (!(await isKnown(world, customerId))) {
    await noteStillMissing(db, customerId, now());
    return false;
  }
  const present = await billingAccountOf(db, workspaceId);
  if (present && !(await isKnown(world, present.customer_id))) await retireCustomer(world, present.customer_id);
  return database.transaction(async (tx) => {
    if (await restoreFormerCustomer(tx, customerId)) return true;
    await noteStillMissing(tx, customerId, now());
    await tellOperator(world, tx, {
      kind: 'payments',
      subject: `customer/${customerId}`,
      workspaceId,
      text: `The payment service knows the customer ${customerId} again, whose member has another one by now: ${present?.customer_id ?? 'one made just now'}. Please see that they do not pay twice, and end what runs for ${customerId}.`,
    });
    return false;
  });
}

/** Tells the operator, once a day, that the provider refuses what we are set up with. */
export async function tellOfSettings(world: World, error: unknown): Promise<void> {
  if (!(error instanceof Problem) || error.code !== 'payments_not_set_up') return;
  const reason = error.cause instanceof Error ? ` It says: ${error.cause.message.slice(0, 500)}` : '';
  await world.database.transaction((tx) =>
    tellOperator(world, tx, {
      kind: 'payments',
      subject: `settings/${Math.floor(world.now().getTime() / day)}`,
      text: `The payment service refuses our keys, or a price it should know: nobody can pay. Please check the settings of payments.${reason}`,
    }),
  );
}

/** A member's names at the provider, also of those it did not know; none of one who has never come near a payment. */
export async function customersOf(db: Queryable, workspaceId: string): Promise<string[]> {
  const account = await billingAccountOf(db, workspaceId);
  return [...(account ? [account.customer_id] : []), ...(await formerCustomerIdsOf(db, workspaceId))];
}
