import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { it } from 'node:test';
import { sql } from 'kysely';
import { describeServer } from '../../../../test/describe-server.ts';
import { untilWaiting } from '../../../../test/until-waiting.ts';

describeServer('the sandbox of payments', {}, (suite) => {
  it('leaves one page that can be paid, when several are opened at the same moment', async () => {
    const { payments, database } = suite.world;
    const customerId = await payments.createCustomer({ id: 'one', email: 'one@example.org' });
    const openPage = AsyncResource.bind(() =>
      payments.createCheckout({ customerId, plan: 'executive', successUrl: 'http://a/', cancelUrl: 'http://b/' }),
    );
    const { pages } = await database.transaction(async (tx) => {
      // Each has begun before another could end.
      await sql`select from sandbox_customers where id = ${customerId} for update`.execute(tx);
      const opening = [openPage(), openPage(), openPage()];
      await untilWaiting(database, opening.length);
      return { pages: Promise.all(opening) };
    });
    await pages;
    const states = await suite.db.selectFrom('sandbox_checkouts').select('state').execute();
    assert.deepEqual(states.map(({ state }) => state).toSorted(), ['abandoned', 'abandoned', 'open']);
  });
});
