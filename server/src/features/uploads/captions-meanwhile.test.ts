import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import { sql } from 'kysely';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import type { TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import { putUploadChunk, waitUntilProcessed } from '../../../test/upload.ts';
import { describeServer } from '../../../test/describe-server.ts';

const short = await readFile(getSamplePath('short.mp4'));
const captions = await readFile(getSamplePath('short.vtt'));

describeServer('captions that are read while their upload ends', {}, (suite) => {
  let member: TestMember;
  before(async () => {
    member = await suite.signUp();
  });

  const add = (passthrough: string) =>
    member.call(uploadRoutes.captions, { passthrough, name: 'talk.vtt' }, { body: Buffer.from(captions) });
  /** Captions that were read and cannot be stored yet, and what happens before they can. */
  const storedAfter = async (passthrough: string, meanwhile: () => Promise<unknown>): Promise<[unknown, unknown]> => {
    const others = new AsyncResource('other requests');
    const both = await suite.world.database.transaction(async (tx) => {
      // Nobody writes it, and everybody reads it.
      await sql`lock table caption_files in share mode`.execute(tx);
      const adding = others.runInAsyncScope(() => add(passthrough)).catch((error: unknown) => error);
      await untilWaiting(suite.world.database, 1);
      const doing = others.runInAsyncScope(meanwhile);
      await Promise.race([doing, untilWaiting(suite.world.database, 2)]);
      return { adding, doing };
    });
    return Promise.all([both.adding, both.doing]);
  };

  it('keeps captions with the new recording, when they are read while their upload ends', async () => {
    const { url, id } = await member.call(uploadRoutes.create, {});
    await storedAfter(id, () => putUploadChunk(url, short, `bytes 0-${short.length - 1}/${short.length}`));
    await suite.settle();
    const asset = await waitUntilProcessed(member, id);
    assert.equal(asset.transcript_source, 'file');
  });

  it('discards and does not confirm captions, when their upload is cancelled meanwhile', async () => {
    const { id } = await member.call(uploadRoutes.create, {});
    const [added] = await storedAfter(id, () => member.call(uploadRoutes.cancel, { id }));
    const { kysely } = suite.world.database;
    const kept = await kysely.selectFrom('caption_files').select('id').where('id', '=', id).execute();
    assert.deepEqual(kept, []);
    if (added instanceof Error) await refuses(Promise.reject(added), 'not_found');
  });
});
