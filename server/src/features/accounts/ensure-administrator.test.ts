import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ensureSigningKey } from '../../platform/http/signing.ts';
import { authenticate } from './authenticate.ts';
import { ensureAdministrator } from './ensure-administrator.ts';
import { verifyPassword } from './passwords.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { openSession } from './sessions.ts';

describeServer('the first start', {}, (suite) => {
  const administrators = () => suite.db.selectFrom('administrators').selectAll().execute();
  const email = 'Root@example.org';

  it('makes an administrator with a random password and tells it once', async () => {
    const made = await ensureAdministrator(suite.world, { email });
    assert.equal(made?.email, 'root@example.org');
    assert.match(made.password, /^[\w-]{16}$/);
    const [row] = await administrators();
    assert.ok(await verifyPassword(suite.world, row?.password_hash, made.password));
    assert.equal(await ensureAdministrator(suite.world, { email }), undefined);
    assert.equal(await ensureAdministrator(suite.world, { email: 'other@example.org' }), undefined);
    assert.equal((await administrators()).length, 1);
  });

  it('takes a password that was set later as the truth, and ends the sessions of the old one', async () => {
    const { kysely } = suite.world.database;
    const [row] = await administrators();
    const token = await openSession(kysely, { administratorId: row!.id }, '', suite.world.now());
    assert.equal((await authenticate(suite.world, token))?.kind, 'administrator');

    assert.equal(await ensureAdministrator(suite.world, { email, password: 'a password set' }), undefined);
    assert.ok(await verifyPassword(suite.world, (await administrators())[0]?.password_hash, 'a password set'));
    assert.equal(await authenticate(suite.world, token), undefined);

    const before = await administrators();
    await ensureAdministrator(suite.world, { email, password: 'a password set' });
    assert.deepEqual(await administrators(), before, 'the same password again changes nothing');
  });

  it('makes another administrator when address and password are both set', async () => {
    await ensureAdministrator(suite.world, { email: 'second@example.org', password: 'second password' });
    assert.deepEqual((await administrators()).map((row) => row.email).toSorted(), [
      'root@example.org',
      'second@example.org',
    ]);
  });

  it('makes one signing key and keeps it', async () => {
    const [one, two] = await Promise.all([
      ensureSigningKey(suite.world.database),
      ensureSigningKey(suite.world.database),
    ]);
    assert.equal(one.length, 32);
    assert.ok(one.equals(two));
  });
});
