import type { Member, World } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { accountOf, keepCustomer } from './store.ts';

/** The caller as the payment provider knows them; made known at the first payment. */
export async function customerOf(world: World, member: Member): Promise<string> {
  const db = world.database.kysely;
  const known = await accountOf(db, member.id);
  if (known) return known.customer_id;
  await keepCustomer(db, member.id, await world.payments.createCustomer(member));
  return (await accountOf(db, member.id))!.customer_id;
}

/** A member's name at the provider; undefined for one who has never come near a payment. */
export const customerIdOf = async (db: Queryable, userId: string): Promise<string | undefined> =>
  (await accountOf(db, userId))?.customer_id;
