// full: a backup beside a join of parts; backup.test.ts writes beside a backup
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { createTestBucket, type Ceph, hasCeph, startCeph } from '../../../../test/ceph.ts';
import { openPostgresPlace, type TestPlace } from '../../../../test/databases.ts';
import { signUp, type TestMember } from '../../../../test/member.ts';
import { findPostgres } from '../../../../test/postgres-cluster.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { fetchAsset, putUploadChunk } from '../../../../test/upload.ts';
import { openTestWorld, type TestWorld } from '../../../../test/world.ts';
import { backUp, restore } from '../../../main/cli-backup.ts';
import { readConfig } from '../../../main/config.ts';
import type { Storage } from '../../../ports/storage/port.ts';
import { storageKeys } from '../../storage/keys.ts';

const mebi = 1024 ** 2;

/** Long enough that the bucket copies some pieces and is sent others. */
async function recording(): Promise<Buffer> {
  const free = randomBytes(8 * mebi);
  free.writeUInt32BE(free.length, 0);
  free.write('free', 4);
  return Buffer.concat([await readFile(getSamplePath('short.mp4')), free]);
}

if (hasCeph() && (process.env.LECTERN_TEST_POSTGRES || findPostgres()))
  describe('a backup that is made while the bucket joins an upload', () => {
    let ceph: Ceph;
    let place: TestPlace;
    let env: Record<string, string>;
    let server: TestWorld;
    let member: TestMember;
    let bytes: Buffer;
    before(async () => {
      ceph = await startCeph();
      place = await openPostgresPlace();
      env = await createTestBucket(ceph, 'joining');
      server = await openTestWorld({ ...place, env });
      member = await signUp(server.origin, server.letters);
      bytes = await recording();
    });
    after(async () => {
      await server?.close();
      await place?.close();
      await ceph?.stop();
    });

    /** The storage step during or after which the backup is made. */
    type Moment = (storage: Storage, meanwhile: () => Promise<void>) => Partial<Storage>;
    const moments: Record<string, Moment> = {
      'before it has begun': ({ join: joinPieces }, meanwhile) => ({
        join: async (...args) => {
          await meanwhile();
          await joinPieces(...args);
        },
      }),
      'when the whole is there beside its pieces': ({ join: joinPieces }, meanwhile) => ({
        join: async (...args) => {
          await joinPieces(...args);
          await meanwhile();
        },
      }),
      'when the first piece has gone': ({ remove }, meanwhile) => {
        let first = true;
        return {
          async remove(what) {
            await remove(what);
            if (first) await meanwhile();
            first = false;
          },
        };
      },
    };

    for (const [when, moment] of Object.entries(moments))
      it(`holds all of it (${when})`, async () => {
        const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
        const target = join(folder, 'backups');
        const home = join(folder, 'home');
        const { storage } = server.world;
        const usual = { join: storage.join, remove: storage.remove };
        let restored: TestWorld | undefined;
        try {
          const { url, id } = await member.call(uploadRoutes.create, {});
          const send = (origin: string, from: number, to: number) =>
            putUploadChunk(
              `${origin}${new URL(url).pathname}`,
              bytes.subarray(from, to),
              `bytes ${from}-${to - 1}/${bytes.length}`,
            );
          await send(server.origin, 0, mebi);
          await send(server.origin, mebi, 7 * mebi);
          const config = readConfig({
            SPEECH: 'captions',
            DATA_DIR: place.dataDir,
            DATABASE_URL: place.databaseUrl!,
            ...env,
          });
          Object.assign(
            storage,
            moment(usual as Storage, () => backUp(config, target, { keep: undefined })),
          );
          assert.equal((await send(server.origin, 7 * mebi, bytes.length)).status, 200);
          Object.assign(storage, usual);
          await restore(readConfig({ SPEECH: 'captions', DATA_DIR: home }), target);
          restored = await openTestWorld({ dataDir: home, jobs: false });
          const asked = await putUploadChunk(
            `${restored.origin}${new URL(url).pathname}`,
            undefined,
            `bytes */${bytes.length}`,
          );
          assert.equal(asked.status, 200, 'it ends there by being asked for');
          assert.ok((await fetchAsset({ ...member, call: restored.as(member.session.token) }, id)).steps.length > 0);
          assert.ok((await readFile(join(home, storageKeys.original(id)))).equals(bytes));
          await member.call(videoRoutes.delete, { id });
        } finally {
          Object.assign(storage, usual);
          await restored?.close();
          await rm(folder, { recursive: true, force: true });
        }
      });
  });
else console.log('PostgreSQL or Ceph is not installed here: a backup while a bucket joins an upload is not tested.');
