import { deepEqual, equal, match } from 'node:assert/strict';
import { it } from 'node:test';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { hour } from '@lectern/contract/rules/durations';
import type { TestMember } from '../../../test/member.ts';
import { sweepBilling } from './sweep.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { syncCustomer } from './sync.ts';

describeServer('letters about money', { now: new Date('2026-11-25T10:00:00Z') }, (suite) => {
  const join = () => suite.signUp();
  const card = { number: '4242424242424242', expiry: '12/99', cvc: '123' };
  const subscribe = async (member: TestMember, by = card) => {
    const { data } = await member.call(billingRoutes.offers, {});
    const { priceId, productId } = data.plans.find(({ key }) => key === 'executive')!;
    const wish = { priceId: priceId!, productId: productId!, userId: member.session.id };
    const { url } = await member.call(billingRoutes.checkout, wish);
    const id = new URL(url).pathname.split('/').at(-1)!;
    await suite.server.call(billingRoutes.sandboxPay, { id, ...by }).catch(() => undefined);
    await suite.settle();
  };
  /** Returns the subjects after the verification email. */
  const subjects = async ({ email }: TestMember) => {
    await suite.settle();
    return (await suite.server.letters())
      .filter(({ to }) => to === email)
      .map(({ subject }) => subject)
      .slice(1);
  };

  it('sends one receipt per payment, and none for a card refused at checkout', async () => {
    const member = await join();
    await subscribe(member, { ...card, number: '4000000000000002' });
    deepEqual(await subjects(member), []);
    await subscribe(member);
    for (let n = 0; n < 3; n += 1) await syncCustomer(suite.world, `cus_sandbox_${member.session.id}`);
    deepEqual(await subjects(member), ['Your Lectern receipt: $5.00']);
    const receipt = (await suite.server.letters()).findLast(({ to }) => to === member.email);
    match(receipt!.text, /Thank you for your payment of \$5\.00 on November 25, 2026\.\s+Executive Plan, one month\./);
    equal(receipt!.link?.pathname, '/asset/plan');
  });

  it('tell that a renewal was refused', async () => {
    const member = await join();
    await subscribe(member);
    await member.call(billingRoutes.sandboxSkip, { renewal: 'fails' });
    deepEqual(await subjects(member), ['Your Lectern receipt: $5.00', 'Your payment to Lectern did not go through']);
  });

  it('tell once that a trial ends tomorrow, however often it is looked for, and not to who has paid', async () => {
    const [trying, paying] = [await join(), await join()];
    await subscribe(paying);
    await sweepBilling(suite.world);
    deepEqual(await subjects(trying), []);
    suite.clock.at = new Date(suite.now().getTime() + 49 * hour);
    await Promise.all([1, 2, 3].map(() => sweepBilling(suite.world)));
    await sweepBilling(suite.world);
    deepEqual(await subjects(trying), ['Your Lectern free trial ends tomorrow']);
    deepEqual(await subjects(paying), ['Your Lectern receipt: $5.00']);
  });
});
