import { Problem } from '@lectern/contract/problem';
import { boundedText } from '@lectern/contract/text';
import { z } from 'zod';
import { isSignedAhead } from '../../platform/http/signing.ts';

const Id = boundedText(255);

/** An event as both adapters sign it; only what is used of it. */
const SignedEvent = z.object({
  id: Id,
  data: z.object({
    object: z.object({
      id: z.unknown().optional(),
      object: z.unknown().optional(),
      customer: z.unknown().optional(),
      charge: z.unknown().optional(),
    }),
  }),
});

/**
 * Checks `t=…,v1=…` over the raw body and parses it. Both adapters share it, so sandbox tests hold for Stripe. Throws
 * `bad_signature`, or `bad_request` for signed non-events.
 */
export async function readSignedEvent(
  body: string,
  signature: string | undefined,
  secret: string,
): Promise<{ id: string; customerId: string | undefined; chargeId: string | undefined }> {
  // Loaded when it is needed, as the adapter is: two hundred modules, which a start need not wait for.
  const { Stripe } = await import('stripe');
  let signed: unknown;
  try {
    signed = await Stripe.webhooks.constructEventAsync(body, signature ?? '', secret);
  } catch (cause) {
    throw new Problem('bad_signature', { cause });
  }
  if (isSignedAhead(signature ?? '', Date.now())) throw new Problem('bad_signature');
  const { success, data: event, error } = SignedEvent.safeParse(signed);
  if (!success) throw new Problem('bad_request', { cause: error });
  const { object } = event.data;
  const customer = object.object === 'customer' ? object.id : object.customer;
  return { id: event.id, customerId: idIn(customer), chargeId: idIn(object.charge) };
}

/** An id of something that is expanded or not, as the account is set up. */
function idIn(reference: unknown): string | undefined {
  const id = typeof reference === 'object' && reference !== null ? (reference as { id?: unknown }).id : reference;
  return Id.safeParse(id).data;
}
