import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { billingRoutes } from '@lectern/contract/billing/billing';
import type { Reply, Route, RequestInput } from '@lectern/contract/route';
import type { OutboxEmail } from '../../server/test/outbox-emails.ts';
import { signUp } from '../../server/test/member.ts';
import type { RequestOutcome, Wire } from './wire.ts';

/** A subscriber of the Professional plan with what it takes to act for it. */
export type ChaosMember = {
  name: string;
  id: string;
  token: string;
  call<R extends Route>(
    kind: string,
    route: R,
    input: RequestInput<R>,
    init?: { body?: string | Uint8Array<ArrayBuffer> },
  ): Promise<RequestOutcome<Reply<R>>>;
};

/** The number with which the sandbox always pays, and one it declines. */
export const cards = {
  good: { number: '4242 4242 4242 4242', expiry: '12/99', cvc: '123' },
  declined: { number: '4000 0000 0000 0002', expiry: '12/99', cvc: '123' },
} as const;

/** The checkout of the Professional plan: resolves with its id, or with nothing where no answer came. */
export async function openCheckout(member: Pick<ChaosMember, 'id' | 'call'>): Promise<string | undefined> {
  const offers = await member.call('offers', billingRoutes.offers, {});
  if (offers.is !== 'done') return undefined;
  const { priceId, productId } = offers.value.data.plans.find(({ key }) => key === 'professional')!;
  const opened = await member.call('checkout', billingRoutes.checkout, {
    priceId: priceId!,
    productId: productId!,
    userId: member.id,
  });
  return opened.is === 'done' ? new URL(opened.value.url).pathname.split('/').at(-1) : undefined;
}

/** Takes out the Professional plan, while nothing is at fault. */
async function subscribe(member: Pick<ChaosMember, 'name' | 'id' | 'call'>, wire: Wire): Promise<void> {
  const id = await openCheckout(member);
  const paid = id && (await wire.call('pay', undefined, billingRoutes.sandboxPay, { id, ...cards.good }));
  if (!paid || paid.is !== 'done') throw new Error(`${member.name} could not subscribe.`);
}

/**
 * Subscribes again where the membership came to its end: what is kept is shown, but nothing new is made of it until
 * then.
 */
export async function keepMembership(member: ChaosMember, wire: Wire): Promise<void> {
  const known = await member.call('who is this', accountRoutes.check, {});
  if (known.is === 'done' && known.value.membership_expired) await subscribe(member, wire);
}

/** Registers, verifies and subscribes, while nothing is at fault yet. */
export async function join(wire: Wire, letters: () => Promise<OutboxEmail[]>, name: string): Promise<ChaosMember> {
  const { session } = await signUp(wire.origin, letters, { email: `${name}@example.org` });
  const member: ChaosMember = {
    name,
    id: session.id,
    token: session.token,
    call: (kind, route, input, init) => wire.call(kind, session.token, route, input, init),
  };
  await subscribe(member, wire);
  return member;
}
