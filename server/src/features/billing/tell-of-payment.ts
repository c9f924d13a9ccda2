import { day } from '@lectern/contract/rules/durations';
import { inMoney } from '@lectern/contract/rules/money';
import type { World } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { ProviderPayment, Subscription } from '../../ports/payments/port.ts';
import { tellOperator } from '../concerns/concerns.ts';

/** Milliseconds after which a payment without a plan is history that is only now read, and any other is past all disputes. */
const news = 7 * day;
const disputable = 150 * day;

/** Tells the operator of what a payment has become that no rule can judge. */
export async function tellOfPayment(
  world: World,
  tx: Queryable,
  payment: ProviderPayment,
  subscriptions: readonly Subscription[],
): Promise<void> {
  const { id, kind, state, amount, currency, givenBack = 0, isDisputed = false, subscriptionId, createdAt } = payment;
  const tell = (what: string, text: string): Promise<void> =>
    tellOperator(world, tx, { kind: 'payments', subject: `${id}/${what}`, text });
  const paidFor = subscriptions.find((each) => each.id === subscriptionId);
  const age = world.now().getTime() - createdAt.getTime();
  if (age > disputable) return;
  if (kind === 'subscription' && state === 'succeeded' && paidFor && paidFor.plan === undefined && age <= news)
    await tell(
      'no-plan',
      `The payment ${id} (${inMoney(amount, currency)}) is for the subscription ${paidFor.id}, which is none of our plans: neither its price nor its product is in the settings. Who had a plan by it keeps that; please set it right in the payment service, or give the money back.`,
    );
  const rest =
    kind === 'tokens'
      ? 'That share of its tokens was taken back.'
      : 'The membership stays as it is: end it, if that is meant.';
  if (state === 'succeeded' && givenBack > 0)
    await tell(
      `given-back/${givenBack}`,
      `${inMoney(givenBack, currency)} of the payment ${id} (${inMoney(amount, currency)}) were given back. ${rest}`,
    );
  if (isDisputed && givenBack === 0)
    await tell(
      'disputed',
      `The bank of a customer disputes the payment ${id} (${inMoney(amount, currency)}). Please answer in the payment service. ${
        kind === 'tokens'
          ? 'Its tokens are taken back if the dispute is lost.'
          : 'The membership stays as it is meanwhile.'
      }`,
    );
  if (isDisputed && state === 'refunded')
    await tell(
      'lost',
      `The payment ${id} (${inMoney(amount, currency)}) was lost in a dispute, or given back. ${rest}`,
    );
}
