import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { oneDatabase } from '../../../test/databases.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import { ensureSigningKey } from '../../platform/http/signing.ts';
import { authenticate } from './authenticate.ts';
import { ensureAdministrator } from './ensure-administrator.ts';
import { verifyPassword } from './passwords.ts';
import { openSession } from './sessions.ts';

oneDatabase((database, open) => {
  describe(`the first start on ${database}`, () => {
    let server: TestWorld;
    let place: Awaited<ReturnType<typeof open>>;
    before(async () => {
      place = await open();
      server = await openTestWorld(place);
    });
    after(async () => {
      await server?.close();
      await place?.close?.();
    });
    const administrators = () => server.world.database.kysely.selectFrom('administrators').selectAll().execute();
    const email = 'Root@example.org';

    it('makes an administrator with a random password and tells it once', async () => {
      const made = await ensureAdministrator(server.world, { email });
      assert.equal(made?.email, 'root@example.org');
      assert.match(made.password, /^[\w-]{16}$/);
      const [row] = await administrators();
      assert.ok(await verifyPassword(server.world, row?.password_hash, made.password));
      assert.equal(await ensureAdministrator(server.world, { email }), undefined);
      assert.equal(await ensureAdministrator(server.world, { email: 'other@example.org' }), undefined);
      assert.equal((await administrators()).length, 1);
    });

    it('takes a password that was set later as the truth, and ends the sessions of the old one', async () => {
      const { kysely } = server.world.database;
      const [row] = await administrators();
      const token = await openSession(kysely, { administratorId: row!.id }, '', server.world.now());
      assert.equal((await authenticate(server.world, token))?.kind, 'administrator');

      assert.equal(await ensureAdministrator(server.world, { email, password: 'a password set' }), undefined);
      assert.ok(await verifyPassword(server.world, (await administrators())[0]?.password_hash, 'a password set'));
      assert.equal(await authenticate(server.world, token), undefined);

      const before = await administrators();
      await ensureAdministrator(server.world, { email, password: 'a password set' });
      assert.deepEqual(await administrators(), before, 'the same password again changes nothing');
    });

    it('makes another administrator when address and password are both set', async () => {
      await ensureAdministrator(server.world, { email: 'second@example.org', password: 'second password' });
      assert.deepEqual((await administrators()).map((row) => row.email).toSorted(), [
        'root@example.org',
        'second@example.org',
      ]);
    });

    it('makes one signing key and keeps it', async () => {
      const [one, two] = await Promise.all([
        ensureSigningKey(server.world.database),
        ensureSigningKey(server.world.database),
      ]);
      assert.equal(one.length, 32);
      assert.ok(one.equals(two));
    });
  });
});
