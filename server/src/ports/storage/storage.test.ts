import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import '../../../test/on-disk.ts';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { hour } from '@lectern/contract/rules/durations';
import { type Ceph, hasCeph, startCeph } from '../../../test/ceph.ts';
import { type Bench, conforms, hasProblemCode, listObjects, long, readAll, small } from './conformance.ts';
import { createDiskStorage } from './disk.ts';
import { createS3Storage } from './s3/s3.ts';

conforms('a folder', async () => {
  const root = await mkdtemp(join(tmpdir(), 'lectern-objects-'));
  const storage = createDiskStorage(root);
  return {
    storage: { ...storage, close: () => rm(root, { recursive: true, force: true }) },
    unfinished: () => readdir(join(root, 'scratch')),
  };
});

const otherDisk = '/dev/shm';

suite('a folder', () => {
  test('takes files from another disk', { skip: !existsSync(otherDisk) }, async () => {
    const root = await mkdtemp(join(tmpdir(), 'lectern-objects-'));
    const elsewhere = await mkdtemp(join(otherDisk, 'lectern-objects-'));
    try {
      const file = join(elsewhere, 'clip.mp4');
      await writeFile(file, small);
      const storage = createDiskStorage(root);
      await storage.publish(file, 'videos/a/clip.mp4');
      assert.ok((await readAll(storage, 'videos/a/clip.mp4')).equals(small));
      assert.ok(!existsSync(file));
      assert.deepEqual(await readdir(join(root, 'videos/a')), ['clip.mp4']);
    } finally {
      for (const folder of [root, elsewhere]) await rm(folder, { recursive: true, force: true });
    }
  });
});

if (hasCeph()) {
  let ceph: Ceph;
  let work: string;
  before(async () => {
    ceph = await startCeph();
    work = await mkdtemp(join(tmpdir(), 'lectern-copies-'));
  });
  after(async () => {
    await ceph?.stop();
    await rm(work, { recursive: true, force: true });
  });
  const administratorOf = (): S3Client =>
    new S3Client({
      endpoint: ceph.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: ceph.accessKeyId, secretAccessKey: ceph.secretAccessKey },
    });
  const openBucket = async (
    bucket: string,
    change: { endpoint?: string; secretAccessKey?: string } = {},
  ): Promise<Bench> => {
    const { endpoint, accessKeyId, secretAccessKey } = { ...ceph, ...change };
    const credentials = { accessKeyId, secretAccessKey };
    const storage = await createS3Storage({
      bucket,
      endpoint,
      region: 'us-east-1',
      ...credentials,
      forcePathStyle: true,
      prefix: 'lectern',
      copies: { folder: join(work, bucket), most: 0 },
    });
    const administrator = administratorOf();
    await administrator.send(new CreateBucketCommand({ Bucket: bucket }));
    return {
      storage,
      async unfinished() {
        const { Uploads = [] } = await administrator.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
        return Uploads.map(({ Key }) => Key!);
      },
    };
  };

  conforms("a bucket of Ceph's gateway", () => openBucket('conforming'));

  suite('S3', () => {
    test('hands objects out by addresses that end and cannot be changed', async () => {
      const { storage } = await openBucket('addresses');
      await storage.put('videos/a/original', small);
      await storage.put('videos/b/original', long);
      const link = (await storage.link('videos/a/original', { seconds: 60, name: 'Größe.mp4', type: 'video/mp4' }))!;
      const response = await fetch(link, { headers: { range: 'bytes=2-6' } });
      assert.equal(response.status, 206);
      assert.equal(await response.text(), 'small');
      assert.equal(response.headers.get('content-type'), 'video/mp4');
      assert.match(response.headers.get('content-disposition') ?? '', /^attachment; .*Gr%C3%B6%C3%9Fe\.mp4$/);
      const forged = await fetch(link.replace('videos/a', 'videos/b'));
      assert.equal(forged.status, 403);
      await forged.arrayBuffer();
      await storage.close();
    });

    test('forgets what a writer that was killed has left, in time', async () => {
      const { storage, unfinished } = await openBucket('abandoned');
      const administrator = administratorOf();
      await administrator.send(
        new CreateMultipartUploadCommand({ Bucket: 'abandoned', Key: 'lectern/videos/a/original' }),
      );
      await storage.sweep(new Date(Date.now() - hour));
      assert.equal((await unfinished()).length, 1);
      await storage.sweep(new Date(Date.now() + hour));
      assert.deepEqual(await unfinished(), []);
      await storage.close();
    });

    test('throws storage_away or storage_unavailable, not not_found, when S3 is away or refuses', async () => {
      const away = await openBucket('away', { endpoint: 'http://127.0.0.1:9' });
      const refusing = await openBucket('refusing', { secretAccessKey: 'another' });
      for (const { storage, code } of [
        { ...away, code: 'storage_away' },
        { ...refusing, code: 'storage_unavailable' },
      ]) {
        await assert.rejects(storage.find('videos/a/original'), hasProblemCode(code));
        await assert.rejects(storage.put('videos/a/original', small), hasProblemCode(code));
        await assert.rejects(listObjects(storage, 'videos/'), hasProblemCode(code));
        await storage.close();
      }
    });
  });
} else
  console.log(
    'Ceph is not installed here: storage on S3 is not tested (Debian: apt-get install --no-install-recommends radosgw ceph-mon ceph-osd).',
  );
