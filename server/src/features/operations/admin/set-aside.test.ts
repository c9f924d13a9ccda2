import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { storageKeys } from '../../storage/keys.ts';
import { quarantine } from '../../storage/quarantine.ts';
import { oneDatabase } from '../../../../test/databases.ts';
import { signUp } from '../../../../test/member.ts';
import { refuses } from '../../../../test/refusals.ts';
import { openTestWorld } from '../../../../test/world.ts';
import { ensureAdministrator } from '../../accounts/ensure-administrator.ts';

oneDatabase((name, open) => {
  it(`lists the quarantine, restores files known to the database, and removes the rest on ${name}`, async () => {
    const place = await open();
    const server = await openTestWorld(place);
    const { world } = server;
    try {
      const administrator = { email: 'root@example.org', password: 'a password of tests' };
      await ensureAdministrator(world, administrator);
      const admin = server.as((await server.call(adminRoutes.login, administrator)).token);
      const member = await signUp(server.origin, server.letters);
      const actions = async () => (await admin(adminRoutes.audit, {})).data.map(({ action }) => action);
      const { storage, database } = world;
      const [lost, known] = [randomUUID(), member.session.id];
      const { user_id } = await database.kysely
        .insertInto('uploads')
        .values({ id: known, user_id: member.session.id, key: randomUUID(), file_name: 'talk.mp4' })
        .returning('user_id')
        .executeTakeFirstOrThrow();
      assert.equal(user_id, member.session.id);
      for (const id of [lost, known]) {
        await storage.put(storageKeys.part(id), Buffer.from('bytes of a person'));
        await quarantine(storage, { id, what: `${storageKeys.folder(id)}/` }, new Date());
      }
      const rows = (await admin(adminRoutes.setAside, {})).data;
      const row = (id: string) => rows.find(({ video }) => video === id)!;
      assert.deepEqual(
        [lost, known].map((id) => [row(id).bytes, row(id).files, row(id).kind, row(id).known]),
        [
          [17, 1, 'recording', false],
          [17, 1, 'recording', true],
        ],
      );
      const fact = (await admin(adminRoutes.health, {})).data
        .flatMap(({ facts }) => facts)
        .find((each) => each.name === 'Set aside')!;
      assert.deepEqual([fact.value, fact.ok], ['2, see the page Set aside', false]);
      await assert.rejects(admin(adminRoutes.putBack, { name: row(lost).name }), { status: 400 });
      await refuses(admin(adminRoutes.removeSetAside, { name: '../videos' }), 'not_found');
      await admin(adminRoutes.putBack, { name: row(known).name });
      assert.equal(await text(await storage.read(storageKeys.part(known))), 'bytes of a person');
      await admin(adminRoutes.removeSetAside, { name: row(lost).name });
      assert.deepEqual((await admin(adminRoutes.setAside, {})).data, []);
      assert.deepEqual((await actions()).slice(0, 2), [
        'removed a recording that was set aside',
        'put a recording back',
      ]);
      await database.kysely.deleteFrom('uploads').where('id', '=', known).execute();
      await refuses(admin(adminRoutes.removeSetAside, { name: row(lost).name }), 'not_found');
    } finally {
      await server.close();
      await place.close();
    }
  });
});
