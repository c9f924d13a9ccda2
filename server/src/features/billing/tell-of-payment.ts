import { day } from '@lectern/contract/rules/durations';
import { inMoney } from '@lectern/contract/rules/money';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { ProviderPayment, Subscription } from '../../ports/payments/port.ts';
import { tellOperator } from '../mail/concerns/concerns.ts';

/**
 * Milliseconds after which a payment without a plan is history that is only now read, and any other is past all
 * disputes.
 */
const news = 7 * day;
const disputable = 150 * day;

/** Tells the operator of what a payment has become that no rule can judge. */
export async function tellOfPayment(
  world: World,
  tx: Queryable,
  payment: ProviderPayment,
  {
    workspaceId,
    subscriptions,
    before,
  }: {
    workspaceId: string;
    subscriptions: readonly Subscription[];
    before: { given_back: number | null } | undefined;
  },
): Promise<void> {
  const { id, kind, state, amount, currency, productId, givenBack = 0, dispute, subscriptionId, createdAt } = payment;
  const tell = (what: string, text: string, of = id): Promise<void> =>
    tellOperator(world, tx, { kind: 'payments', subject: `${of}/${what}`, workspaceId, text });
  const paidFor = subscriptions.find((each) => each.id === subscriptionId);
  const age = world.now().getTime() - createdAt.getTime();
  if (age > disputable) return;
  const isForeign = paidFor !== undefined && (paidFor.isForeign === true || paidFor.plan === undefined);
  if (kind === 'subscription' && state === 'succeeded' && isForeign && age <= news)
    await tell(
      `no-plan/${productId}`,
      `The payment ${id} (${inMoney(amount, currency)}) is for the subscription ${paidFor.id}, which is none of our plans: neither its price nor its product is in the settings. Who had a plan by it keeps that; please set it right in the payment service, or give the money back.`,
      paidFor.id,
    );
  const rest =
    kind === 'tokens'
      ? 'That share of its tokens was taken back.'
      : 'The membership stays as it is: end it, if that is meant.';
  // Refunds made before this column was recorded were handled long ago.
  const isNews = before === undefined || (before.given_back !== null && before.given_back !== givenBack);
  if (state === 'succeeded' && givenBack > 0 && isNews)
    await tell(
      `given-back/${givenBack}`,
      `${inMoney(givenBack, currency)} of the payment ${id} (${inMoney(amount, currency)}) were given back. ${rest}`,
    );
  if (dispute === 'open')
    await tell(
      'disputed',
      `The bank of a customer disputes the payment ${id} (${inMoney(amount, currency)}). Please answer in the payment service. ${
        kind === 'tokens'
          ? 'Its tokens are taken back if the dispute is lost.'
          : 'The membership stays as it is meanwhile.'
      }`,
    );
  if (dispute === 'lost' && state === 'refunded')
    await tell('lost', `The payment ${id} (${inMoney(amount, currency)}) was lost in a dispute. ${rest}`);
}
