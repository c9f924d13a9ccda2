import assert from 'node:assert/strict';
import { it } from 'node:test';
import { authenticate } from './authenticate.ts';
import { addAdministrator, removeAdministrator, resetAdministrator } from './keep-administrators.ts';
import { verifyPassword } from './passwords.ts';
import { openSession } from './sessions.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { administratorByEmail, administrators } from './store.ts';

describeServer('administrators by the command', {}, (suite) => {
  const emails = async () => (await administrators(suite.db)).map(({ email }) => email);
  const row = async (email: string) => (await administratorByEmail(suite.db, email))!;
  const session = async (email: string) =>
    openSession(suite.db, { administratorId: (await row(email)).id }, '', suite.world.now());

  it('adds an administrator with a password that must be replaced', async () => {
    const password = await addAdministrator(suite.world, 'One@Example.org');
    const one = await row('one@example.org');
    assert.ok(await verifyPassword(suite.world, one.password_hash, password));
    assert.equal(one.must_change_password, true);
    await assert.rejects(addAdministrator(suite.world, 'one@example.org'), /is an administrator already\.$/);
    await assert.rejects(addAdministrator(suite.world, 'one'), /one is not an email address\.$/);
  });

  it('resets the password of an administrator and ends all sessions', async () => {
    const before = await row('one@example.org');
    const token = await session('one@example.org');
    const password = await resetAdministrator(suite.world, 'one@example.org');
    const now = await row('one@example.org');
    assert.notEqual(now.password_hash, before.password_hash);
    assert.ok(await verifyPassword(suite.world, now.password_hash, password));
    assert.equal(now.must_change_password, true);
    assert.equal(await authenticate(suite.world, token), undefined);
    await assert.rejects(resetAdministrator(suite.world, 'two@example.org'), /There is no administrator/);
  });

  it('removes an administrator and all sessions, but never the last one, even by two commands at once', async () => {
    await assert.rejects(removeAdministrator(suite.world, 'one@example.org'), /is the last administrator/);
    await addAdministrator(suite.world, 'two@example.org');
    const token = await session('two@example.org');
    await removeAdministrator(suite.world, 'two@example.org');
    assert.equal(await authenticate(suite.world, token), undefined);
    await assert.rejects(removeAdministrator(suite.world, 'two@example.org'), /There is no administrator/);
    await addAdministrator(suite.world, 'two@example.org');
    const came = await Promise.allSettled(
      ['one@example.org', 'two@example.org'].map((email) => removeAdministrator(suite.world, email)),
    );
    assert.deepEqual(came.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    assert.equal((await emails()).length, 1);
  });
});
