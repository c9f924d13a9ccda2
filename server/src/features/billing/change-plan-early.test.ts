import { deepEqual, equal } from 'node:assert/strict';
import { it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { billingRoutes, type PaidPlan } from '@lectern/contract/billing/billing';
import { replacedPeriod } from '@lectern/contract/rules/billing-period';
import type { TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { allowanceOf } from './tokens/allowance.ts';
import { describeServer } from '../../../test/describe-server.ts';

describeServer(
  'subscribing while a paid period runs',
  { env: { PAYMENT_GRACE_DAYS: '0' }, now: new Date('2026-11-25T10:00:00Z') },
  (suite) => {
    const join = () => suite.signUp();
    const idsOf = async (member: TestMember, key: PaidPlan) => {
      const { data } = await member.call(billingRoutes.offers, {});
      const { priceId, productId } = data.plans.find((each) => each.key === key)!;
      return { priceId: priceId!, productId: productId! };
    };
    const termsOf = async (member: TestMember, key: PaidPlan) =>
      (await member.call(billingRoutes.checkoutTerms, await idsOf(member, key))).data;
    const inWords = (iso: string): string => iso.slice(0, 10);
    const openPage = async (member: TestMember, key: PaidPlan) => {
      const wish = { ...(await idsOf(member, key)), userId: member.session.id };
      const { url } = await member.call(billingRoutes.checkout, wish);
      const id = new URL(url).pathname.split('/').at(-1)!;
      return { id, notice: (await suite.server.call(billingRoutes.sandboxCheckout, { id })).data.notice };
    };
    const pay = async ({ id }: { id: string }) => {
      suite.clock.at = new Date(suite.now().getTime() + 1000);
      await suite.server.call(billingRoutes.sandboxPay, {
        id,
        number: '4242424242424242',
        expiry: '12/99',
        cvc: '123',
      });
      await suite.settle();
    };
    const status = async (member: TestMember) => (await member.call(accountRoutes.check, {})).subscription_status;
    const payments = async (member: TestMember) => (await member.call(billingRoutes.payments, {})).data.length;
    const keep = (member: TestMember) => member.call(billingRoutes.keepSubscription, {});

    it('tells before and on the checkout that the trial ends, with what is left of its tokens', async () => {
      const member = await join();
      const { id: user_id } = member.session;
      const terms = await termsOf(member, 'executive');
      equal(terms.ends_trial?.tokens, 50_000);
      await suite.db
        .insertInto('token_entries')
        .values([
          { user_id, kind: 'use', pool: 'monthly', tokens: -12_000, created_at: suite.now() },
          { user_id, kind: 'purchase', pool: 'purchased', tokens: 1000, created_at: suite.now() },
        ])
        .execute();
      equal(
        replacedPeriod(await termsOf(member, 'professional'), inWords),
        'Your free trial runs until 2026-11-28. A month of the Professional Plan starts today and costs $14, with all its tokens; the trial ends, with the 38,000 tokens that are left of it.',
      );
      const page = await openPage(member, 'executive');
      equal(
        page.notice,
        'Your free trial runs until November 28, 2026. A month of the Executive Plan starts today and costs $5, with all its tokens; the trial ends, with the 38,000 tokens that are left of it.',
      );
      await pay(page);
      await suite.settle();
      equal((await allowanceOf(suite.world.database, user_id, suite.now())).total, 51_000, 'what was bought stays');
    });

    it('ends nothing where nothing runs: the terms say so, and so does the checkout', async () => {
      const member = await join();
      await suite.db
        .updateTable('users')
        .set({ membership_end: suite.now() })
        .where('id', '=', member.session.id)
        .execute();
      deepEqual(await termsOf(member, 'executive'), {
        price: 5,
        label: 'Executive Plan',
        replaces: null,
        ends_trial: null,
      });
      const page = await openPage(member, 'executive');
      equal(page.notice, null);
      await pay(page);
      await refuses(termsOf(member, 'executive'), 'plan_held');
    });

    it('tells before and on the checkout which days end, for the same plan and for a greater one', async () => {
      const member = await join();
      await pay(await openPage(member, 'executive'));
      equal(
        replacedPeriod(await termsOf(member, 'professional'), inWords),
        'You have paid for the Executive Plan until 2026-12-25. A month of the Professional Plan starts today and costs $14; the remaining days of the Executive Plan end.',
      );
      await pay(await openPage(member, 'professional'));
      await member.call(billingRoutes.cancelSubscription, {});
      equal(
        replacedPeriod(await termsOf(member, 'professional'), inWords),
        'You have paid until 2026-12-25. A new month starts today and costs $14; the remaining days end.',
      );
      const { notice } = await openPage(member, 'professional');
      equal(
        notice,
        'You have paid until December 25, 2026. A new month starts today and costs $14; the remaining days end.',
      );
      await refuses(termsOf(member, 'executive'), 'no_downgrade');
    });

    it('takes back a cancellation without a payment, when the paid period still runs', async () => {
      const member = await join();
      await refuses(keep(member), 'nothing_to_keep');
      await pay(await openPage(member, 'executive'));
      await refuses(keep(member), 'nothing_to_keep');
      await member.call(billingRoutes.cancelSubscription, {});
      deepEqual(await keep(member), { subscription_status: 'active' });
      await suite.settle();
      deepEqual([await status(member), await payments(member)], ['active', 1]);

      await member.call(billingRoutes.sandboxSkip, { renewal: 'succeeds' });
      deepEqual([await status(member), await payments(member)], ['active', 2], 'it is renewed as ever');
      await member.call(billingRoutes.cancelSubscription, {});
      await member.call(billingRoutes.sandboxSkip, { renewal: 'succeeds' });
      await refuses(keep(member), 'nothing_to_keep');
    });

    it('ends a trial by the clock of the sandbox, and nothing where nothing runs', async () => {
      const member = await join();
      const skip = () => member.call(billingRoutes.sandboxSkip, { renewal: 'succeeds' });
      deepEqual(await skip(), { msg: 'The trial has ended.' });
      equal((await member.call(accountRoutes.check, {})).membership_expired, true);
      await refuses(skip(), 'no_subscription');
    });

    it('lets a Professional choose the lesser plan once theirs has ended, and not before', async () => {
      const [left, unpaid] = [await join(), await join()];
      for (const member of [left, unpaid]) await pay(await openPage(member, 'professional'));
      await left.call(billingRoutes.cancelSubscription, {});
      await refuses(termsOf(left, 'executive'), 'no_downgrade');
      await left.call(billingRoutes.sandboxSkip, { renewal: 'succeeds' });
      await unpaid.call(billingRoutes.sandboxSkip, { renewal: 'fails' });
      for (const member of [left, unpaid]) {
        await pay(await openPage(member, 'executive'));
        const { plan, subscription_status } = await member.call(accountRoutes.check, {});
        deepEqual([plan, subscription_status], ['executive', 'active']);
        const { subscriptions } = await suite.world.payments.truthOf(`cus_sandbox_${member.session.id}`);
        deepEqual(
          subscriptions.map(({ plan, state }) => `${plan} ${state}`),
          ['executive active', 'professional ended'],
        );
      }
    });

    it('ends the subscription at once on cancellation, when the renewal is unpaid and being retried', async () => {
      const member = await join();
      await pay(await openPage(member, 'executive'));
      await member.call(billingRoutes.sandboxSkip, { renewal: 'fails' });
      const { subscription_status, membership_expired } = await member.call(accountRoutes.check, {});
      deepEqual([subscription_status, membership_expired], ['active', true]);
      deepEqual(await member.call(billingRoutes.cancelSubscription, {}), { subscription_status: 'canceled' });
      await refuses(member.call(billingRoutes.sandboxSkip, { renewal: 'succeeds' }), 'no_subscription');
      await refuses(keep(member), 'nothing_to_keep');
    });
  },
);
