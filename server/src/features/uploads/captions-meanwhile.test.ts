import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import { signUp, type TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import { putUploadChunk, waitUntilProcessed } from '../../../test/upload.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';

const short = await readFile(getSamplePath('short.mp4'));
const captions = await readFile(getSamplePath('short.vtt'));

oneDatabase((database, open) => {
  describe(`captions that are read while their upload ends, on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let member: TestMember;
    before(async () => {
      place = await open();
      server = await openTestWorld(place);
      member = await signUp(server.origin, server.letters);
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    const add = (passthrough: string) =>
      member.call(uploadRoutes.captions, { passthrough, name: 'talk.vtt' }, { body: Buffer.from(captions) });
    /** Captions that were read and cannot be stored yet, and what happens before they can. */
    const storedAfter = async (passthrough: string, meanwhile: () => Promise<unknown>): Promise<[unknown, unknown]> => {
      const others = new AsyncResource('other requests');
      const both = await server.world.database.transaction(async (tx) => {
        // Nobody writes it, and everybody reads it.
        await sql`lock table caption_files in share mode`.execute(tx);
        const adding = others.runInAsyncScope(() => add(passthrough)).catch((error: unknown) => error);
        await untilWaiting(server.world.database, 1);
        const doing = others.runInAsyncScope(meanwhile);
        await Promise.race([doing, untilWaiting(server.world.database, 2)]);
        return { adding, doing };
      });
      return Promise.all([both.adding, both.doing]);
    };

    it('keeps captions with the new recording, when they are read while their upload ends', async () => {
      const { url, id } = await member.call(uploadRoutes.create, {});
      await storedAfter(id, () => putUploadChunk(url, short, `bytes 0-${short.length - 1}/${short.length}`));
      await server.world.jobs.settle();
      const asset = await waitUntilProcessed(member, id);
      assert.equal(asset.transcript_source, 'file');
    });

    it('discards and does not confirm captions, when their upload is cancelled meanwhile', async () => {
      const { id } = await member.call(uploadRoutes.create, {});
      const [added] = await storedAfter(id, () => member.call(uploadRoutes.cancel, { id }));
      const { kysely } = server.world.database;
      const kept = await kysely.selectFrom('caption_files').select('id').where('id', '=', id).execute();
      assert.deepEqual(kept, []);
      if (added instanceof Error) await refuses(Promise.reject(added), 'not_found');
    });
  });
});
