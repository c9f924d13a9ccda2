import { day } from '@lectern/contract/rules/durations';
import { Problem } from '@lectern/contract/problem';
import type { Member, World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AttemptSpent, CustomerMissing } from '../../ports/payments/port.ts';
import { setMembership } from '../accounts/membership.ts';
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
async function customerOf(world: World, member: Member): Promise<string> {
  const db = world.database.kysely;
  const known = await billingAccountOf(db, member.id);
  if (known) return known.customer_id;
  // Other keys were set for a while: whom these know is there still, and a subscription of theirs may run.
  for (const customerId of await subscribersBefore(db, member.id, world.now()))
    if (await restoreKnownCustomer(world, customerId)) return customerId;
  await saveCustomer(db, member.id, await makeCustomer(world, member));
  return (await billingAccountOf(db, member.id))!.customer_id;
}

async function makeCustomer({ database, payments }: World, { id, email }: Member): Promise<string> {
  const db = database.kysely;
  try {
    return await payments.createCustomer({ id, email, attempt: await countCustomerAttempts(db, id) });
  } catch (error) {
    if (error instanceof AttemptSpent) await countAttempt(db, id);
    throw error;
  }
}

/** Does something about the caller at the payment provider; as a new customer where it does not know them any more. */
export async function asCustomer<T>(
  world: World,
  member: Member,
  work: (customerId: string) => Promise<T>,
): Promise<T> {
  try {
    const customerId = await customerOf(world, member);
    try {
      return await work(customerId);
    } catch (error) {
      if (!(error instanceof CustomerMissing)) throw error;
      await retireCustomer(world, customerId);
      return await work(await customerOf(world, member));
    }
  } catch (error) {
    await tellOfSettings(world, error);
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
    const { user_id: userId, subscription_id: subscriptionId } = customer;
    const change = subscriptionId === null ? undefined : membershipWithout(customer, now);
    if (change) await setMembership(tx, userId, change);
    await moveToFormer(tx, customer, { end: change?.membership_end as Date | undefined, now });
    await countAttempt(tx, userId);
    if (subscriptionId === null) return;
    // With other keys it is every customer: one word of it is enough.
    await tellOperator(world, tx, {
      kind: 'payments',
      subject: `customers/${Math.floor(now.getTime() / day)}`,
      userId,
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
  const userId = await formerOwner(db, customerId);
  if (userId === undefined) return false;
  if (!(await isKnown(world, customerId))) {
    await noteStillMissing(db, customerId, now());
    return false;
  }
  const present = await billingAccountOf(db, userId);
  if (present && !(await isKnown(world, present.customer_id))) await retireCustomer(world, present.customer_id);
  return database.transaction(async (tx) => {
    if (await restoreFormerCustomer(tx, customerId)) return true;
    await noteStillMissing(tx, customerId, now());
    await tellOperator(world, tx, {
      kind: 'payments',
      subject: `customer/${customerId}`,
      userId,
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
export async function customersOf(db: Queryable, userId: string): Promise<string[]> {
  const account = await billingAccountOf(db, userId);
  return [...(account ? [account.customer_id] : []), ...(await formerCustomerIdsOf(db, userId))];
}
