import type { Member, World } from '../../platform/context.ts';
import { accountOf, keepCustomer } from './store.ts';

/** The caller as the payment provider knows them; made known at the first payment. */
export async function customerOf(world: World, member: Member): Promise<string> {
  const db = world.database.kysely;
  const known = await accountOf(db, member.id);
  if (known) return known.customer_id;
  await keepCustomer(db, member.id, await world.payments.createCustomer(member));
  return (await accountOf(db, member.id))!.customer_id;
}
