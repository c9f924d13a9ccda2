import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import { signUp, type TestMember } from '../../../test/member.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';

oneDatabase((database, open) => {
  describe(`a plan that is to be paid for after the first sign-in, on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    before(async () => {
      place = await open();
      server = await openTestWorld(place);
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    const join = () => signUp(server.origin, server.letters, { plan: 'professional' });
    const signIn = ({ email, password }: TestMember) => server.call(accountRoutes.login, { email, password });
    const wanted = async (member: TestMember) => (await member.call(accountRoutes.check, {})).wanted_plan;

    it('returns the wanted plan in every session answer and puts it in no link', async () => {
      const member = await join();
      assert.equal(member.session.plan, 'free');
      assert.equal(member.session.wanted_plan, 'professional');
      assert.equal((await signIn(member)).wanted_plan, 'professional');
      assert.equal(await wanted(member), 'professional');
      const letter = (await server.letters()).find(({ to }) => to === member.email);
      assert.deepEqual([...letter!.link!.searchParams.keys()], ['token']);
      const other = await signUp(server.origin, server.letters);
      assert.equal(other.session.wanted_plan, null);
    });

    it('returns the wanted plan until its checkout is opened', async () => {
      const member = await join();
      const { plans } = (await member.call(billingRoutes.offers, {})).data;
      const { priceId, productId } = plans.find(({ key }) => key === 'professional')!;
      const ids = { priceId: priceId!, productId: productId! };
      await member.call(billingRoutes.checkoutTerms, ids);
      assert.equal(await wanted(member), 'professional');
      await member.call(billingRoutes.checkout, { ...ids, userId: member.session.id });
      assert.equal(await wanted(member), null);
      assert.equal((await signIn(member)).wanted_plan, null);
    });

    it('returns the wanted plan until its own account dismisses it', async () => {
      const [member, other] = [await join(), await join()];
      assert.equal((await member.call(accountRoutes.dismissWantedPlan, {})).wanted_plan, null);
      assert.equal(await wanted(member), null);
      assert.equal(await wanted(other), 'professional');
    });

    it('returns no wanted plan, when the member was given a plan', async () => {
      const member = await join();
      await server.world.database.kysely
        .updateTable('users')
        .set({ plan: 'professional' })
        .where('id', '=', member.session.id)
        .execute();
      assert.equal(await wanted(member), null);
    });
  });
});
