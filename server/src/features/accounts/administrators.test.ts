import assert from 'node:assert/strict';
import { it, test } from 'node:test';
import { describeServer } from '../../../test/describe-server.ts';
import { ensureSigningKey } from '../../platform/http/signing.ts';
import { authenticate } from './authenticate.ts';
import { ensureAdministrator } from './ensure-administrator.ts';
import { addAdministrator, removeAdministrator, resetAdministrator } from './keep-administrators.ts';
import { verifyPassword } from './passwords.ts';
import { openSession } from './sessions.ts';
import { administratorByEmail, administrators } from './store.ts';
import { isGuessable } from './guessable-passwords.ts';
import { normaliseEmail } from './names.ts';

const [one, two] = ['one@example.org', 'two@example.org'];

describeServer('administrators', {}, (suite) => {
  const emails = async () => (await administrators(suite.db)).map(({ email }) => email).toSorted();
  const row = async (email: string) => (await administratorByEmail(suite.db, email))!;
  const fits = async (email: string, password: string) =>
    verifyPassword(suite.world, (await row(email)).password_hash, password);
  const openSessionOf = async (email: string) =>
    openSession(suite.db, { administratorId: (await row(email)).id }, '', suite.world.now());

  it('makes an administrator with a random password and tells it once', async () => {
    const made = await ensureAdministrator(suite.world, { email: 'One@example.org' });
    assert.equal(made?.email, one);
    assert.match(made.password, /^[\w-]{16}$/);
    assert.ok(await fits(one, made.password));
    for (const email of [one, 'other@example.org'])
      assert.equal(await ensureAdministrator(suite.world, { email }), undefined);
    assert.deepEqual(await emails(), [one]);
  });

  it('makes another administrator, when address and password are both set', async () => {
    await ensureAdministrator(suite.world, { email: 'set@example.org', password: 'a password set' });
    assert.deepEqual(await emails(), [one, 'set@example.org']);
    await removeAdministrator(suite.world, 'set@example.org');
  });

  it('adds an administrator with a password that must be replaced', async () => {
    assert.ok(await fits(two, await addAdministrator(suite.world, 'Two@Example.org')));
    assert.equal((await row(two)).must_change_password, true);
    await assert.rejects(addAdministrator(suite.world, two), /is an administrator already\.$/);
    await assert.rejects(addAdministrator(suite.world, 'two'), /two is not an email address\.$/);
  });

  it('get another password by the command, which ends all sessions', async () => {
    const token = await openSessionOf(one);
    assert.ok(await authenticate(suite.world, token));
    assert.ok(await fits(one, await resetAdministrator(suite.world, one)));
    assert.equal((await row(one)).must_change_password, true);
    assert.equal(await authenticate(suite.world, token), undefined);
    await assert.rejects(resetAdministrator(suite.world, 'three@example.org'), /There is no administrator/);
  });

  it('removes an administrator and all sessions, but never the last one, even by two commands at once', async () => {
    const token = await openSessionOf(two);
    await removeAdministrator(suite.world, two);
    assert.equal(await authenticate(suite.world, token), undefined);
    await assert.rejects(removeAdministrator(suite.world, two), /There is no administrator/);
    await assert.rejects(removeAdministrator(suite.world, one), /is the last administrator/);
    await addAdministrator(suite.world, two);
    const came = await Promise.allSettled([one, two].map((email) => removeAdministrator(suite.world, email)));
    assert.deepEqual(came.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    assert.equal((await emails()).length, 1);
  });

  it('share one signing key, when two servers start at once', async () => {
    const [key, same] = await Promise.all([1, 2].map(() => ensureSigningKey(suite.world.database)));
    assert.equal(key!.length, 32);
    assert.ok(key!.equals(same!));
  });
});

test('an address is taken as mail servers know it, when they deliver to it', () => {
  const rows: readonly [typed: string, stored: string | undefined][] = [
    [' Ada@Example.org ', 'ada@example.org'],
    ['a=b@example.org', 'a=b@example.org'],
    ["o'hara&sons+news@example.org", "o'hara&sons+news@example.org"],
    ['dots..and.@example.org', 'dots..and.@example.org'],
    ['ada@MÜNCHEN.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@例え.jp', 'ada@xn--r8jz45g.jp'],
    ['ada@localhost', undefined],
    ['ada@', undefined],
    ['@example.org', undefined],
    ['john.doe', undefined],
    ['ada@example.org, eve@example.org', undefined],
    ['ada@exa mple.org', undefined],
    ['ada@-example.org', undefined],
    [`${'a'.repeat(250)}@example.org`, undefined],
    ['ada@example.org\r\nBcc: eve@example.org', undefined],
  ];
  for (const [typed, stored] of rows) assert.equal(normaliseEmail(typed), stored, typed);
});

const person = { brand: 'Lectern', email: 'ada.lovelace@example.org', firstname: 'Ada', lastname: 'Lovelace' };

test('a password is refused, when it is easily guessed', () => {
  const guessed =
    'password PassWord1 12345678 iloveyou!! trustno1 aaaaaaaaaa abcabcabcabc 12121212 abcdefghij qwertzuiop asdfghjkl1234 ' +
    '87654321 lectern2025! !!Lectern ada.lovelace@example.org adalovelace Lovelace1815 lovelace_ada';
  for (const password of [...guessed.split(' '), 'my ada.lovelace@example.org'])
    assert.equal(isGuessable(password, person), true, password);
  for (const password of [
    'a right password',
    'correct horse battery staple',
    'xkq-vbnw-81',
    'lectern of the old library',
    'adamant lovely acorn',
    'ääöüßéñç',
    '🦉🦉 und 🐭🐱',
  ])
    assert.equal(isGuessable(password, person), false, password);
});
