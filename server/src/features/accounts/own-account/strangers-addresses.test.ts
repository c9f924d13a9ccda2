import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { oneDatabase, type TestPlace } from '../../../../test/databases.ts';
import { signUp } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { openTestWorld, type TestWorld } from '../../../../test/world.ts';

oneDatabase((database, open) => {
  describe(`a member who asks for many new addresses, on ${database}`, () => {
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

    it('sends at most five emails an hour, when a member asks for many new ones', async () => {
      const member = await signUp(server.origin, server.letters);
      const mails = async () => {
        const { count } = await server.world.database.kysely
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
});
