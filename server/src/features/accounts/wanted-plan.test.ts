import assert from 'node:assert/strict';
import { it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { describeServer } from '../../../test/describe-server.ts';
import type { TestMember } from '../../../test/member.ts';

describeServer('a plan that is to be paid for after the first sign-in', {}, (suite) => {
  const join = () => suite.signUp({ plan: 'professional' });
  const signIn = ({ email, password }: TestMember) => suite.server.call(accountRoutes.login, { email, password });
  const wanted = async (member: TestMember) => (await member.call(accountRoutes.check, {})).wanted_plan;

  it('returns the wanted plan in every session answer and puts it in no link', async () => {
    const member = await join();
    assert.equal(member.session.plan, 'free');
    assert.equal(member.session.wanted_plan, 'professional');
    assert.equal((await signIn(member)).wanted_plan, 'professional');
    assert.equal(await wanted(member), 'professional');
    const letter = (await suite.server.letters()).find(({ to }) => to === member.email);
    assert.deepEqual([...letter!.link!.searchParams.keys()], ['token']);
    const other = await suite.signUp();
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
    await suite.server.world.database.kysely
      .updateTable('users')
      .set({ plan: 'professional' })
      .where('id', '=', member.session.id)
      .execute();
    assert.equal(await wanted(member), null);
  });
});
