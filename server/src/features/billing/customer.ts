import { day } from '@lectern/contract/rules/durations';
import { Problem } from '@lectern/contract/problem';
import type { Member, World } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AttemptSpent, CustomerMissing } from '../../ports/payments/port.ts';
import { setMembership } from '../accounts/membership.ts';
import { tellOperator } from '../concerns/concerns.ts';
import { membershipWithout } from './membership-by.ts';
import {
  accountOf,
  attemptsOf,
  countAttempt,
  formerById,
  formerCustomer,
  keepCustomer,
  lockCustomer,
  moveToFormer,
} from './store.ts';

/** The caller as the payment provider knows them; made known at the first payment. */
async function customerOf(world: World, member: Member): Promise<string> {
  const db = world.database.kysely;
  const known = await accountOf(db, member.id);
  if (known) return known.customer_id;
  const account = await world.payments.account();
  // Other keys were set for a while: one whom this account knew before is there still.
  const customerId = (account && (await formerCustomer(db, member.id, account))) ?? (await makeCustomer(world, member));
  await world.database.transaction((tx) => keepCustomer(tx, member.id, { customerId, account: account ?? null }));
  return (await accountOf(db, member.id))!.customer_id;
}

async function makeCustomer({ database, payments }: World, { id, email }: Member): Promise<string> {
  const db = database.kysely;
  try {
    return await payments.createCustomer({ id, email, attempt: await attemptsOf(db, id) });
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

/**
 * Keeps a customer whom the provider does not know any more as history. Nothing renews what they had: a membership that
 * was paid for goes on to its end, and ends there.
 */
export async function retireCustomer(world: World, customerId: string): Promise<void> {
  const account = (await world.payments.account()) ?? null;
  const now = world.now();
  await world.database.transaction(async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    // Of a closed account we have deleted the customer ourselves.
    if (!customer || customer.isClosed) return;
    const { user_id: userId, subscription_id: subscriptionId } = customer;
    const isDeleted = customer.account === account;
    // Whom their own account does not know never comes back.
    await moveToFormer(tx, customer, { account: isDeleted ? null : customer.account, now });
    await countAttempt(tx, userId);
    if (subscriptionId === null) return;
    const change = membershipWithout(customer, now);
    if (change) await setMembership(tx, userId, change);
    await tellOperator(
      world,
      tx,
      isDeleted
        ? {
            kind: 'payments',
            subject: `customer/${customerId}`,
            text: `The payment service does not know the customer ${customerId} any more, who had the subscription ${subscriptionId}. Their membership ends with the time that is paid for.`,
          }
        : {
            kind: 'payments',
            subject: `account/${account ?? ''}/${Math.floor(now.getTime() / day)}`,
            text: `Members have subscriptions in another account of the payment service than that of the keys that are set now: the customer ${customerId} with ${subscriptionId}, and perhaps more. Nothing renews their memberships. If the keys are wrong, set the right ones, and all is as it was within the hour; if they are right, end the old subscriptions in the other account.`,
          },
    );
  });
}

/** Takes a customer up again who was given up while keys of another account were set; false for anybody else. */
export async function takeUpAgain(world: World, customerId: string): Promise<boolean> {
  const former = await formerById(world.database.kysely, customerId);
  if (!former?.account || former.account !== (await world.payments.account())) return false;
  const { user_id: userId, account } = former;
  return world.database.transaction(async (tx) => {
    const present = await accountOf(tx, userId);
    if (present?.account === account) return false;
    if (present) await moveToFormer(tx, present, { account: present.account, now: world.now() });
    await keepCustomer(tx, userId, { customerId, account });
    return true;
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

/** A member's name at the provider; undefined for one who has never come near a payment. */
export const customerIdOf = async (db: Queryable, userId: string): Promise<string | undefined> =>
  (await accountOf(db, userId))?.customer_id;
