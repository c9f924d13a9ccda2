import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import { authenticate } from './authenticate.ts';
import { addAdministrator, removeAdministrator, resetAdministrator } from './keep-administrators.ts';
import { verifyPassword } from './passwords.ts';
import { openSession } from './sessions.ts';
import { administratorByEmail, administrators } from './store.ts';

oneDatabase((database, open) => {
  describe(`administrators by the command, on ${database}`, () => {
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
    const emails = async () => (await administrators(server.world.database.kysely)).map(({ email }) => email);
    const row = async (email: string) => (await administratorByEmail(server.world.database.kysely, email))!;
    const session = async (email: string) =>
      openSession(server.world.database.kysely, { administratorId: (await row(email)).id }, '', server.world.now());

    it('adds an administrator with a password that must be replaced', async () => {
      const password = await addAdministrator(server.world, 'One@Example.org');
      const one = await row('one@example.org');
      assert.ok(await verifyPassword(server.world, one.password_hash, password));
      assert.equal(one.must_change_password, true);
      await assert.rejects(addAdministrator(server.world, 'one@example.org'), /is an administrator already\.$/);
      await assert.rejects(addAdministrator(server.world, 'one'), /one is not an email address\.$/);
    });

    it('resets the password of an administrator and ends all sessions', async () => {
      const before = await row('one@example.org');
      const token = await session('one@example.org');
      const password = await resetAdministrator(server.world, 'one@example.org');
      const now = await row('one@example.org');
      assert.notEqual(now.password_hash, before.password_hash);
      assert.ok(await verifyPassword(server.world, now.password_hash, password));
      assert.equal(now.must_change_password, true);
      assert.equal(await authenticate(server.world, token), undefined);
      await assert.rejects(resetAdministrator(server.world, 'two@example.org'), /There is no administrator/);
    });

    it('removes an administrator and all sessions, but never the last one, even by two commands at once', async () => {
      await assert.rejects(removeAdministrator(server.world, 'one@example.org'), /is the last administrator/);
      await addAdministrator(server.world, 'two@example.org');
      const token = await session('two@example.org');
      await removeAdministrator(server.world, 'two@example.org');
      assert.equal(await authenticate(server.world, token), undefined);
      await assert.rejects(removeAdministrator(server.world, 'two@example.org'), /There is no administrator/);
      await addAdministrator(server.world, 'two@example.org');
      const came = await Promise.allSettled(
        ['one@example.org', 'two@example.org'].map((email) => removeAdministrator(server.world, email)),
      );
      assert.deepEqual(came.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
      assert.equal((await emails()).length, 1);
    });
  });
});
