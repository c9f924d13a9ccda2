import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { sql } from 'kysely';
import { describeServer } from '../../../test/describe-server.ts';
import type { TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import { putUploadChunk, waitUntilProcessed } from '../../../test/upload.ts';

const short = await readFile(getSamplePath('short.mp4'));
const captions = await readFile(getSamplePath('short.vtt'));

describeServer('captions of an upload', {}, (suite) => {
  let member: TestMember;
  before(async () => {
    member = await suite.signUp();
  });

  const create = () => member.call(uploadRoutes.create, {});
  const add = (passthrough: string, bytes: Uint8Array, name = 'talk.srt') =>
    member.call(uploadRoutes.captions, { passthrough, name }, { body: Buffer.from(bytes) });
  const sendRecording = (url: string) => putUploadChunk(url, short, `bytes 0-${short.length - 1}/${short.length}`);

  it('reads captions in the encodings that people have, and refuses what holds none or too much', async () => {
    const srt = '\ufeff1\r\n00:00:01,000 --> 00:00:03,000\r\nGrüße aus dem Café — 你好.\r\n';
    const { id } = await create();
    for (const body of [
      Buffer.from(srt, 'utf16le'),
      Buffer.from(srt, 'utf16le').swap16(),
      Buffer.from(srt),
      Buffer.from('1\n00:00:01,000 --> 00:00:03,000\nGr\xfc\xdfe aus dem Caf\xe9.\n', 'latin1'),
    ])
      assert.deepEqual(await add(id, body).then(({ cues, warnings }) => [cues, warnings]), [1, 0]);
    const none = Buffer.from('no cue in here');
    await assert.rejects(add(id, none), { status: 422, msg: /No captions could be read/ });
    await assert.rejects(add(id, Buffer.alloc(11 * 1024 * 1024, 0x20)), { status: 413 });
    await member.call(uploadRoutes.cancel, { id });
  });

  /** Adds captions that were read and cannot be stored before `meanwhile` has begun. */
  async function addMeanwhile(passthrough: string, meanwhile: () => Promise<unknown>): Promise<unknown> {
    const others = new AsyncResource('other requests');
    const both = await suite.world.database.transaction(async (tx) => {
      // Nobody writes it, and everybody reads it.
      await sql`lock table caption_files in share mode`.execute(tx);
      const adding = others.runInAsyncScope(() => add(passthrough, captions)).catch((error: unknown) => error);
      await untilWaiting(suite.world.database, 1);
      const doing = others.runInAsyncScope(meanwhile);
      await Promise.race([doing, untilWaiting(suite.world.database, 2)]);
      return { adding, doing };
    });
    await both.doing;
    return both.adding;
  }

  it('keeps captions with the new recording, when they are read while their upload ends', async () => {
    const { url, id } = await create();
    await addMeanwhile(id, () => sendRecording(url));
    await suite.settle();
    assert.equal((await waitUntilProcessed(member, id)).transcript_source, 'file');
  });

  it('discards and does not confirm captions, when their upload is cancelled meanwhile', async () => {
    const { id } = await create();
    const added = await addMeanwhile(id, () => member.call(uploadRoutes.cancel, { id }));
    assert.deepEqual(await suite.db.selectFrom('caption_files').select('id').where('id', '=', id).execute(), []);
    if (added instanceof Error) await refuses(Promise.reject(added), 'not_found');
  });
});
