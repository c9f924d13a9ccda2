import { Problem } from '@lectern/contract/problem';
import { Stripe } from 'stripe';

/** An event as both adapters sign it; only what is used of it. */
type SignedEvent = { id: string; type: string; data: { object: { id?: string; object?: string; customer?: unknown } } };

/**
 * Checks `t=…,v1=…` over the body as it came and reads it. One scheme for both adapters, so that what is proved with the
 * sandbox holds for Stripe. Throws `bad_signature`.
 */
export async function readSignedEvent(
  body: string,
  signature: string | undefined,
  secret: string,
): Promise<{ id: string; customerId: string | undefined }> {
  let event: SignedEvent;
  try {
    event = (await Stripe.webhooks.constructEventAsync(body, signature ?? '', secret)) as SignedEvent;
  } catch (cause) {
    throw new Problem('bad_signature', { cause });
  }
  const { object } = event.data;
  const customer = object.object === 'customer' ? object.id : object.customer;
  // Expanded or not, as the account is set up.
  const id = typeof customer === 'object' && customer !== null ? (customer as { id?: unknown }).id : customer;
  return { id: event.id, customerId: typeof id === 'string' ? id : undefined };
}
