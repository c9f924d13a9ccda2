import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { day } from '@lectern/contract/rules/durations';
import { oneDatabase } from '../../../test/databases.ts';
import type { TestMember } from '../../../test/member.ts';
import { openStripeWorld, toUnixSeconds, type StripeWorld } from '../../../test/stripe-world.ts';
import { syncCustomer } from './sync.ts';

oneDatabase((name, open) => {
  describe(`a renewal that is refused, on ${name}`, () => {
    let world: StripeWorld;
    before(async () => void (world = await openStripeWorld(open)));
    after(() => world?.close());
    beforeEach(() => world.forget());

    const letters = async ({ email }: TestMember) => {
      await world.test.world.jobs.settle();
      const all = await world.test.letters();
      return all.filter(({ to, subject }) => to === email && subject.includes('did not go through'));
    };
    const subscribed = async (id: string) => {
      const member = await world.join();
      const customer = await world.known(member);
      world.says(world.subscription(id, 'active', { end: world.later(day) }));
      await syncCustomer(world.test.world, customer);
      world.clock.now = world.later(day);
      return { member, customer };
    };
    /** The bank refuses it for the month that begins so many days from now. */
    const refuse = async (id: string, customer: string, begins = 0) => {
      const period = { start: world.later(begins * day), end: world.later((begins + 30) * day) };
      world.says(world.subscription(id, 'past_due', period));
      await syncCustomer(world.test.world, customer);
    };

    it('emails about a refused renewal once, when it stays unpaid month after month', async () => {
      const { member, customer } = await subscribed('sub_left');
      world.invoiced(world.invoice('in_left', 'sub_left', 'open'));
      await refuse('sub_left', customer);
      equal((await letters(member)).length, 1);
      const owed = world.invoice('in_left', 'sub_left', 'open');
      world.clock.now = world.later(30 * day);
      world.invoiced(world.invoice('in_later', 'sub_left', 'open'), owed);
      await refuse('sub_left', customer);
      const [only, ...others] = await letters(member);
      deepEqual(others, []);
      match(only!.text, /Everything goes on until December 3, 2026, and your card is tried again/);
    });

    it('emails about a refused renewal without a grace period, when grace is already over', async () => {
      const { member, customer } = await subscribed('sub_late');
      const owed = world.invoice('in_late', 'sub_late', 'open', { created: world.later(-20 * day) });
      world.invoiced(world.invoice('in_new', 'sub_late', 'open'), owed);
      await refuse('sub_late', customer);
      const [only] = await letters(member);
      match(only!.text, /Your videos stay/);
    });

    it('names the granted plan in the email on a refused renewal, when the grant lasts longer', async () => {
      const { member, customer } = await subscribed('sub_granted');
      const end = world.later(200 * day);
      await world.test.world.database.kysely
        .updateTable('users')
        .set({ membership_end: end, plan: 'professional' })
        .where('id', '=', member.session.id)
        .execute();
      world.invoiced(world.invoice('in_granted', 'sub_granted', 'open'));
      await refuse('sub_granted', customer);
      const [only] = await letters(member);
      match(only!.text, /Your plan goes on until .* all the same/);
      equal((await world.membership(member)).membership_end, end.toISOString());
    });

    it('ends at once by a cancellation in its time of grace, and can be paid by another card before', async () => {
      const { member, customer } = await subscribed('sub_grace');
      world.invoiced(world.invoice('in_grace', 'sub_grace', 'open'));
      await refuse('sub_grace', customer);
      equal((await world.membership(member)).payment_due, true);
      equal((await member.call(billingRoutes.checkout, await world.wish(member))).url, 'https://pay.example/cs_1');
      world.fake.answers['DELETE /v1/subscriptions/:id'] = { id: 'sub_grace', status: 'canceled' };
      deepEqual(await member.call(billingRoutes.cancelSubscription, {}), { subscription_status: 'canceled' });
      deepEqual(world.calls('DELETE'), ['/v1/subscriptions/sub_grace']);
    });

    it('gives way to a new subscription in its time of grace, of which a cancellation is then', async () => {
      const { member, customer } = await subscribed('sub_first');
      world.invoiced(world.invoice('in_first', 'sub_first', 'open'));
      await refuse('sub_first', customer);
      const second = world.subscription('sub_second', 'active', { start: world.later(1000) });
      world.says(second, world.subscription('sub_first', 'past_due'));
      world.fake.answers['POST /v1/subscriptions/:id'] = { id: 'sub_second' };
      world.fake.answers['DELETE /v1/subscriptions/:id'] = { id: 'sub_first', status: 'canceled' };
      await member.call(billingRoutes.cancelSubscription, {});
      await world.test.world.jobs.settle();
      deepEqual(world.calls('POST', '/v1/subscriptions'), ['/v1/subscriptions/sub_second']);
      deepEqual(world.calls('DELETE'), ['/v1/subscriptions/sub_first']);
      equal((await world.membership(member)).payment_due, false);
    });

    it('counts its time of grace from what is owed, not from what was written off before another was paid', async () => {
      const { member, customer } = await subscribed('sub_written');
      const days = (n: number) => ({ created: world.later(n * day) });
      world.invoiced(
        world.invoice('in_june', 'sub_written', 'open'),
        world.invoice('in_may', 'sub_written', 'paid', days(-30)),
        world.invoice('in_march', 'sub_written', 'uncollectible', days(-90)),
      );
      await refuse('sub_written', customer);
      const { membership_end, membership_expired } = await world.membership(member);
      deepEqual([membership_end, membership_expired], [world.later(7 * day).toISOString(), false]);
    });

    it('takes nothing of what is granted in its time of grace, when the provider gives up', async () => {
      const { member, customer } = await subscribed('sub_given_up');
      world.invoiced(world.invoice('in_given_up', 'sub_given_up', 'open'));
      await refuse('sub_given_up', customer);
      const end = world.later(90 * day);
      await world.test.world.database.kysely
        .updateTable('users')
        .set({ membership_end: end })
        .where('id', '=', member.session.id)
        .execute();
      equal((await world.membership(member)).payment_due, false);
      world.says(world.subscription('sub_given_up', 'canceled', { ended_at: toUnixSeconds(world.later(day)) }));
      world.clock.now = world.later(day);
      await syncCustomer(world.test.world, customer);
      equal((await world.membership(member)).membership_end, end.toISOString());
    });
  });
});
