import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { before, it } from 'node:test';
import { exportRoutes } from '@lectern/contract/exports/downloads';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { eventually, type TestMember } from '../../../test/member.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { getObjectPath } from '../../../test/stored.ts';
import { putUploadChunk } from '../../../test/upload.ts';
import { failStalledImports } from '../exports/import-progress.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { storageKeys } from '../storage/keys.ts';

const short = await readFile(getSamplePath('short.mp4'));
const begin = short.subarray(0, 100_000);
const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;

/** A PUT that has sent its beginning and is held open. */
function hold(url: string, headers: Record<string, string | number>) {
  const sending = request(url, { method: 'PUT', headers, agent: false });
  let came: number | undefined;
  sending.on('error', () => undefined);
  sending.on('response', (response: IncomingMessage) => {
    came = response.statusCode;
    response.on('error', () => undefined).resume();
  });
  sending.write(begin);
  return { status: () => came, breakOff: () => void sending.destroy() };
}

describeServer('the room for what comes in', {}, (suite) => {
  before(() => leave(10 * gigabyte));

  /** The disk has so many bytes for what comes in, whatever the machine of the test has, beside those that are kept. */
  const leave = (bytes: number): void => {
    suite.world.storage.room = async () => ({ free: bytes + 2 * gigabyte, size: 1000 * gigabyte });
  };
  const newcomer = async (): Promise<TestMember> => {
    const member = await suite.signUp();
    await suite.changeUser(member, { plan: 'professional' });
    return member;
  };
  const promisedNow = async (): Promise<number[]> => {
    const rows = await suite.db.selectFrom('uploads').select('promised').where('promised', '>', 0).execute();
    return rows.map(({ promised }) => promised);
  };
  const isOver = () => eventually(async () => ((await promisedNow()).length === 0 ? true : undefined), 'their end');

  /** Whether somebody may begin to send a recording of so many bytes. */
  const fits = async (bytes: number): Promise<boolean> => {
    const other = await newcomer();
    const { url, id } = await other.call(uploadRoutes.create, {});
    const { status } = await putUploadChunk(url, begin, `bytes 0-${begin.length - 1}/${bytes}`);
    assert.ok(status === 308 || status === 507, String(status));
    await other.call(uploadRoutes.cancel, { id });
    return status === 308;
  };

  for (const [what, room, headers, refused] of [
    [
      'the size is not known',
      10 * gigabyte,
      { 'content-range': `bytes 0-${4 * gigabyte - 1}/*`, 'content-length': 4 * gigabyte },
      4,
    ],
    ['requests have no length, step by step', 300 * megabyte, { 'transfer-encoding': 'chunked' }, 2],
  ] as const)
    it(`promises room to two uploads only once, when ${what}`, async () => {
      leave(room);
      const member = await newcomer();
      const made = await Promise.all(Array.from({ length: refused + 2 }, () => member.call(uploadRoutes.create, {})));
      const held = made.map(({ url }) => hold(url, headers));
      const statuses = await eventually(async () => {
        const all = held.map(({ status }) => status());
        const open = all.filter((status) => status === undefined).length;
        return open <= 2 && (await promisedNow()).length === open ? all : undefined;
      }, 'what becomes of each');
      assert.deepEqual(
        statuses.filter((status) => status !== undefined),
        Array.from({ length: refused }, () => 507),
      );
      const promised = (await promisedNow()).reduce((sum, bytes) => sum + bytes);
      assert.ok(promised <= room + 2 * begin.length, String(promised));
      for (const one of held) one.breakOff();
      await isOver();
      leave(10 * gigabyte);
      assert.equal(await fits(9 * gigabyte), true);
    });

  it('gives promised room back, when the writing process dies', async () => {
    const member = await newcomer();
    const { id } = await member.call(uploadRoutes.create, {});
    const seen = (lease_renewed_at: Date) =>
      suite.db
        .updateTable('uploads')
        .set({ lease_id: randomUUID(), lease_renewed_at, promised: 9 * gigabyte })
        .where('id', '=', id)
        .execute();
    await seen(new Date());
    assert.equal(await fits(9 * gigabyte), false);
    await seen(new Date(Date.now() - 70_000));
    assert.equal(await fits(9 * gigabyte), true);
    await member.call(uploadRoutes.cancel, { id });
  });

  it('shares the room between uploads and archives, which need it twice', async () => {
    const received = async (bytes: number) => {
      const { session } = await newcomer();
      const held = hold(`${suite.server.origin}/api${exportRoutes.import.path}`, {
        authorization: `Bearer ${session.token}`,
        'content-type': 'application/zip',
        'content-length': bytes,
      });
      const state = () =>
        suite.db.selectFrom('imports').select(['id', 'state']).where('user_id', '=', session.id).executeTakeFirst();
      const status = await eventually(
        async () => held.status() ?? ((await state())?.state === 'receiving' ? 'is received' : undefined),
        'what becomes of the archive',
      );
      return { ...held, status, state };
    };
    const first = await received(3 * gigabyte);
    assert.equal(first.status, 'is received');
    const second = await received(3 * gigabyte);
    assert.deepEqual(
      [second.status, await second.state()],
      [507, undefined],
      'nothing is left of one that was refused',
    );
    assert.equal(await fits(5 * gigabyte), false);
    assert.equal(await fits(3 * gigabyte), true);
    first.breakOff();
    await eventually(async () => ((await first.state())?.state === 'failed' ? true : undefined), 'its end');
    assert.equal(await fits(9 * gigabyte), true);
    // One whose process was killed is received by nobody.
    const row = (await first.state())!;
    const killed = { state: 'receiving' as const, promised: 6 * gigabyte };
    await suite.db.updateTable('imports').set(killed).where('id', '=', row.id).execute();
    assert.equal(await fits(5 * gigabyte), false);
    for (const elapsed of [0, 61_000]) await failStalledImports(suite.world, elapsed);
    assert.equal(await fits(5 * gigabyte), true);
  });

  it('takes no room for bytes that could not be stored completely', async () => {
    const member = await newcomer();
    const { url, id } = await member.call(uploadRoutes.create, {});
    const half = begin.length;
    await putUploadChunk(url, begin, `bytes 0-${half - 1}/${short.length}`);
    const { storage } = suite.world;
    const { append } = storage;
    storage.append = async (...all) => {
      await append(...all);
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    const rest = () => putUploadChunk(url, short.subarray(half), `bytes ${half}-${short.length - 1}/${short.length}`);
    try {
      assert.equal((await rest()).status, 507);
    } finally {
      storage.append = append;
    }
    assert.equal((await stat(getObjectPath(suite.world, storageKeys.part(id)))).size, half);
    assert.equal((await rest()).status, 200);
  });
});
