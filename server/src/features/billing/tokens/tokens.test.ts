import { deepEqual, equal, rejects } from 'node:assert/strict';
import { it } from 'node:test';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import type { Problem } from '@lectern/contract/problem';
import { day, hour } from '@lectern/contract/rules/durations';
import type { TestMember } from '../../../../test/member.ts';
import { spendByOlder } from '../../../../test/older-statements.ts';
import { tokenBalancesOf } from './balances.ts';
import { allowanceOf, creditTokens } from './allowance.ts';
import { describeServer } from '../../../../test/describe-server.ts';
import { releaseTokens, reserveTokens, settleTokens, sweepTokens } from './operations.ts';

const texts = { systemPrompt: 'system', customPrompt: 'custom', result: 'result' };

describeServer('the token ledger', { now: new Date('2026-01-15T10:00:00Z') }, (suite) => {
  const reserve = (member: TestMember, estimate: number, more: { key?: string; userId?: string } = {}) =>
    reserveTokens(suite.world, {
      workspaceId: member.session.id,
      videoId: null,
      operation: 'ai-search',
      estimate,
      ...more,
    });
  const settle = (id: string, used: number) =>
    suite.world.database.transaction((tx) => settleTokens(tx, id, { used, ...texts }, suite.now()));
  const release = (id: string) => suite.world.database.transaction((tx) => releaseTokens(tx, id, suite.now()));
  const allowance = (member: TestMember) => allowanceOf(suite.world.database, member.session.id, suite.now());
  const credit = (member: TestMember, tokens: number, reference: string) =>
    suite.world.database.transaction((tx) =>
      creditTokens(tx, { workspaceId: member.session.id, kind: 'purchase', tokens, reference }, suite.now()),
    );
  const renew = (member: TestMember, start: Date, plan: 'executive' | 'professional' = 'executive') =>
    suite.changeUser(member, { plan, membership_start: start });

  const rowOf = ({ session: { id } }: TestMember) =>
    suite.db
      .selectFrom('workspaces')
      .select(['id', 'plan', 'membership_start'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const left = async (member: TestMember, changes: Partial<Awaited<ReturnType<typeof rowOf>>> = {}) =>
    (await tokenBalancesOf(suite.db, [{ ...(await rowOf(member)), ...changes }])).get(member.session.id);

  const changePlan = async (member: TestMember, plan: 'executive' | 'professional') =>
    renew(member, (await rowOf(member)).membership_start!, plan);

  it('grants the tokens of the plan, and shows what was used on the dashboard', async () => {
    const member = await suite.signUp();
    deepEqual(await allowance(member), { used: 0, total: 50_000 });
    await settle(await reserve(member, 2000), 1200);
    const { data } = await member.call(dashboardRoutes.dashboard, {});
    deepEqual([data.token_used, data.token_total], [1200, 50_000]);
  });

  it('counts the tokens of a new period in the back office before they are written down', async () => {
    const member = await suite.signUp();
    equal(await left(member), 50_000, 'before anything was granted');
    await credit(member, 300, crypto.randomUUID());
    await settle(await reserve(member, 2000), 20_000);
    equal(await left(member), 30_300);
    await changePlan(member, 'professional');
    equal(await left(member), 980_300, 'a greater plan in the same period counts what was used');
    await renew(member, new Date(suite.now().getTime() + 1000));
    equal(await left(member), 50_300, 'renewed, and nobody has looked at the dashboard since');
    const { used, total } = await allowance(member);
    equal(total - used, await left(member), 'as the member sees it');
  });

  it('takes the estimate at once, gives the rest back, and takes what it cost beyond', async () => {
    const member = await suite.signUp();
    const less = await reserve(member, 10_000);
    equal((await allowance(member)).used, 10_000);
    await settle(less, 4000);
    await settle(less, 9000);
    await release(less);
    equal((await allowance(member)).used, 4000, 'settled once');
    await settle(await reserve(member, 1000), 1500);
    equal((await allowance(member)).used, 5500);
    await settle(await reserve(member, 40_000), 90_000);
    deepEqual(await allowance(member), { used: 50_000, total: 50_000 });
    await rejects(reserve(member, 1), { code: 'tokens_used_up' });
  });

  it('gives everything back when the work failed', async () => {
    const member = await suite.signUp();
    const id = await reserve(member, 50_000);
    await rejects(reserve(member, 1), { code: 'tokens_used_up' });
    await release(id);
    await release(id);
    await settle(id, 700);
    deepEqual(await allowance(member), { used: 0, total: 50_000 });
  });

  it('shares one reservation between the attempts of a job', async () => {
    const member = await suite.signUp();
    const first = await reserve(member, 900, { key: 'job' });
    equal(await reserve(member, 900, { key: 'job' }), first);
    await settle(first, 900);
    equal((await allowance(member)).used, 900);
    equal((await reserve(member, 900, { key: 'job' })) === first, false);
  });

  it('lets 110 requests at once spend no more than there is, half of them of older programs', async () => {
    const member = await suite.signUp();
    const people = [member, ...(await Promise.all([1, 2, 3, 4].map(() => suite.signUp())))].map(
      (each) => each.session.id,
    );
    await suite.db
      .insertInto('workspace_members')
      .values(people.slice(1).map((id) => ({ workspace_id: member.session.id, user_id: id, role: 'editor' as const })))
      .execute();
    await allowance(member);
    const ofOlder = () => spendByOlder(suite.world.database, member.session.id, 1500);
    const ofThis = (n: number) =>
      reserve(member, 1500, { userId: people[n % 5]! }).then(
        () => true,
        (error: unknown) => {
          equal((error as Problem).code, 'tokens_used_up');
          return false;
        },
      );
    const outcomes = await Promise.all(Array.from({ length: 110 }, (_, n) => (n % 2 === 0 ? ofOlder() : ofThis(n))));
    equal(outcomes.filter(Boolean).length, 33);
    const spent = await suite.db
      .selectFrom('token_operations')
      .select('user_id')
      .distinct()
      .where('user_id', 'in', people)
      .execute();
    equal(spent.length, 5, 'each of them has spent');
    deepEqual(await allowance(member), { used: 49_500, total: 50_000 });
  });

  it('credits a payment once, however often and at once it is told', async () => {
    const member = await suite.signUp();
    const told = await Promise.all(Array.from({ length: 50 }, () => credit(member, 50_000, 'payment:1')));
    equal(told.filter(Boolean).length, 1);
    equal((await allowance(member)).total, 100_000);
  });

  it('uses the monthly tokens first, and keeps the purchased ones over a renewal', async () => {
    const member = await suite.signUp();
    await credit(member, 10_000, `payment:${member.email}`);
    await settle(await reserve(member, 55_000), 55_000);
    deepEqual(await allowance(member), { used: 55_000, total: 60_000 });
    const late = await reserve(member, 2000);
    suite.clock.at = new Date('2026-02-15T10:00:00Z');
    await renew(member, suite.now());
    deepEqual(await allowance(member), { used: 0, total: 53_000 });
    await release(late);
    deepEqual(await allowance(member), { used: 0, total: 55_000 });
  });

  it('does not give the monthly tokens of an ended period back', async () => {
    const member = await suite.signUp();
    const late = await reserve(member, 20_000);
    await renew(member, new Date(suite.now().getTime() + day));
    await allowance(member);
    await release(late);
    deepEqual(await allowance(member), { used: 0, total: 50_000 });
  });

  it('gives back what was reserved before the plan changed, as far as the plan goes', async () => {
    const member = await suite.signUp();
    const ofLesser = await reserve(member, 40_000);
    await changePlan(member, 'professional');
    deepEqual(await allowance(member), { used: 40_000, total: 1_000_000 });
    const ofGreater = await reserve(member, 600_000);
    await release(ofLesser);
    deepEqual(await allowance(member), { used: 600_000, total: 1_000_000 });
    await changePlan(member, 'executive');
    deepEqual(await allowance(member), { used: 600_000, total: 600_000 });
    await settle(ofGreater, 20_000);
    deepEqual(await allowance(member), { used: 20_000, total: 50_000 });
    await changePlan(member, 'professional');
    deepEqual(await allowance(member), { used: 20_000, total: 1_000_000 });
  });

  it('does not count the purchased tokens against the monthly ones of another plan', async () => {
    const member = await suite.signUp();
    await credit(member, 10_000, `payment:${member.email}`);
    await settle(await reserve(member, 60_000), 60_000);
    equal(await left(member, { plan: 'professional' }), 950_000, 'nor does the back office');
    await changePlan(member, 'professional');
    deepEqual(await allowance(member), { used: 60_000, total: 1_010_000 });
  });

  it('releases what a process that died had reserved', async () => {
    const member = await suite.signUp();
    await reserve(member, 5000);
    suite.clock.at = new Date(suite.now().getTime() + 7 * hour);
    await sweepTokens(suite.world);
    equal((await allowance(member)).used, 0);
  });

  it('never changes an entry', async () => {
    const change = suite.db.updateTable('token_entries').set({ tokens: 1 }).execute();
    await rejects(change, /never changed/);
  });
});
