import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { refuses } from '../../../../test/refusals.ts';
import { describeServer } from '../../../../test/describe-server.ts';

describeServer('a member who asks for many new addresses', {}, (suite) => {
  it('sends at most five emails an hour, when a member asks for many new ones', async () => {
    const member = await suite.signUp();
    const mails = async () => {
      const { count } = await suite.db
        .selectFrom('security_events')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('kind', '=', 'address_change_asked')
        .executeTakeFirstOrThrow();
      return count;
    };
    const ask = (n: number) =>
      member.call(ownAccountRoutes.changeAddress, { password: member.password, email: `stranger-${n}@example.org` });
    for (let n = 1; n <= 5; n++) await ask(n);
    await refuses(ask(6), 'too_many_tries');
    assert.equal(await mails(), 5);
  });
});
