// full: it encodes for a minute to assert an order of jobs
import assert from 'node:assert/strict';
import { it } from 'node:test';
import '../../../test/system-ffmpeg.ts';
import { assertEvery } from '../../../test/assert-every.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { describeServer } from '../../../test/describe-server.ts';

describeServer('a conversion', {}, (suite) => {
  const captions = getSamplePath('short.vtt');

  /** Recordings of a member whose plan has room for them. */
  async function uploadFour(): Promise<{ many: TestMember; ids: string[] }> {
    const many = await suite.signUp();
    await suite.db.updateTable('workspaces').set({ plan: 'professional' }).where('id', '=', many.session.id).execute();
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) ids.push(await uploadFile(many, getSamplePath('short.mp4'), { captions }));
    return { many, ids };
  }

  /** The recording of somebody else goes through every step meanwhile. */
  async function assertQuick(): Promise<void> {
    const other = await suite.signUp();
    const quick = await waitUntilProcessed(other, await uploadFile(other, getSamplePath('short.mp4'), { captions }));
    assert.ok(quick.playable);
    assertEvery(quick.steps, ({ state }) => state === 'done');
  }

  it('lets playable recordings pass, when others are being converted', async () => {
    const { media } = suite.world;
    const { inspect, prepare } = media;
    const held = Promise.withResolvers<void>();
    const converting = Promise.withResolvers<void>();
    // Two that are known to need it, and two more of which only an attempt to copy them shows it.
    const judged = (['transcode', 'transcode', 'repackage', 'repackage'] as const)[Symbol.iterator]();
    media.inspect = async (file, signal) => {
      const info = await inspect(file, signal);
      const playback = judged.next().value;
      return playback ? { ...info, playback } : info;
    };
    media.prepare = async (original, info, target, work) => {
      if (info.playback === 'direct') return prepare(original, info, target, work);
      const encoded = { ...info, playback: 'transcode' as const };
      work?.beforeEncoding?.(encoded);
      converting.resolve();
      await held.promise;
      return prepare(original, encoded, target, work);
    };
    const { many, ids } = await uploadFour();
    await converting.promise;
    await assertQuick();
    for (const id of ids) assert.equal((await fetchAsset(many, id)).playable, false);
    held.resolve();
    for (const id of ids) {
      const made = await waitUntilProcessed(many, id);
      assert.ok(made.playable && made.steps.every(({ state }) => state === 'done'));
      assert.equal(made.steps.find(({ step }) => step === 'playable')?.note, 're-encoded for browsers');
    }
    Object.assign(media, { inspect, prepare });
  });

  it('lets other members pass, when long sound is converted or one member has many copies', async () => {
    const { media } = suite.world;
    const { inspect, prepare } = media;
    const held = Promise.withResolvers<void>();
    const copying = Promise.withResolvers<void>();
    const judged = [3 * 3600, 3 * 3600, 60, 60][Symbol.iterator]();
    media.inspect = async (file, signal) => {
      const info = await inspect(file, signal);
      const duration = judged.next().value;
      return duration ? { ...info, duration, playback: 'repackage', audio: { ...info.audio!, codec: 'opus' } } : info;
    };
    let copies = 0;
    media.prepare = async (original, info, target, work) => {
      if (info.playback === 'repackage') {
        copies += 1;
        // One long, one short: of the same member no more run at once.
        if (copies === 2) copying.resolve();
        await held.promise;
      }
      return prepare(original, info, target, work);
    };
    const { many, ids } = await uploadFour();
    await copying.promise;
    await assertQuick();
    assert.equal(copies, 2);
    held.resolve();
    for (const id of ids)
      await eventually(async () => (await fetchAsset(many, id)).playable || undefined, 'a copy that plays');
    Object.assign(media, { inspect, prepare });
  });
});
