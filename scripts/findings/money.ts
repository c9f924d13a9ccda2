import { adminRoutes } from '@lectern/contract/admin';
import { billingRoutes } from '@lectern/contract/billing';
import { dashboardRoutes } from '@lectern/contract/dashboard';
import { eventually, type TestMember } from '../../server/test/member.ts';
import { settingsOf } from '../../server/test/process.ts';
import { findings, verdict } from './finding.ts';
import { statusOf, tallied } from './http.ts';

const card = { number: '4242424242424242', expiry: '12/99', cvc: '123' };

/** Opens the page of the sandbox on which a plan is paid; resolves with its id. */
async function openCheckout({ call, session }: TestMember): Promise<string> {
  const { data } = await call(billingRoutes.offers, undefined);
  const { priceId, productId } = data.plans.find(({ key }) => key === 'executive')!;
  const { url } = await call(billingRoutes.checkout, {
    priceId: priceId ?? 'executive',
    productId: productId ?? 'executive',
    userId: session.id,
  });
  return new URL(url).pathname.split('/').at(-1)!;
}

/** What people pay. */
export const moneyFindings = findings(
  {
    letter: 'M6',
    holds: 'of six checkouts that were opened before any is paid, one is charged in the end',
    async look(lab) {
      const server = await lab.serve();
      const member = await lab.member(server);
      const pages: string[] = [];
      for (let n = 0; n < 6; n += 1) pages.push(await openCheckout(member));
      const paid: number[] = [];
      for (const id of pages) paid.push(await statusOf(member.call(billingRoutes.sandboxPay, { id, ...card })));
      const charges = async () => (await member.call(billingRoutes.payments, undefined)).data;
      await eventually(async () => (await charges()).length > 0 || undefined, 'a payment');
      await new Promise((resolve) => setTimeout(resolve, 2000));
      const states = (await charges()).map(({ paymentStatus }) => paymentStatus);
      const kept = states.filter((state) => state === 'succeeded').length;
      return verdict(kept === 1, `the pages answer ${tallied(paid)}; payments: ${tallied(states)}`);
    },
  },
  {
    letter: 'D4',
    holds: 'after a renewal an administrator sees the new tokens, whether or not the member has come by',
    async look(lab) {
      const databaseUrl = await lab.database();
      const server = await lab.serveOn(await settingsOf({ dataDir: await lab.emptyFolder(), databaseUrl }));
      const member = await lab.member(server);
      const { call } = await lab.administrator(server);
      await member.call(billingRoutes.sandboxPay, { id: await openCheckout(member), ...card });
      const isPaid = async () => (await member.call(billingRoutes.payments, undefined)).data.length > 0 || undefined;
      await eventually(isPaid, 'the payment');
      await member.call(dashboardRoutes.dashboard, undefined);
      // As if all had been used.
      await lab.query(
        databaseUrl,
        `insert into token_entries (user_id, pool, kind, tokens) values ($1, 'monthly', 'use', -50000)`,
        [member.session.id],
      );
      await member.call(billingRoutes.sandboxSkip, { renewal: 'succeeds' });
      const renewed = async () => (await member.call(billingRoutes.payments, undefined)).data.length > 1 || undefined;
      await eventually(renewed, 'the renewal');
      const { data } = await call(adminRoutes.user, { id: member.session.id });
      return verdict(data.token_balance === 50_000, `the administrator sees ${data.token_balance} tokens`);
    },
  },
  {
    letter: 'L13',
    holds: 'nobody confirms the payment of another member, secret or not',
    async look(lab) {
      const server = await lab.serve();
      const [owner, other] = [await lab.member(server), await lab.member(server)];
      const { clientSecret } = await owner.call(billingRoutes.intent, {
        amount: 500,
        currency: 'usd',
        userId: owner.session.id,
      });
      const status = await statusOf(other.call(billingRoutes.sandboxConfirm, { clientSecret, ...card }));
      return verdict(status >= 400, `another member's confirmation answers ${status}`);
    },
  },
);
