import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, beforeEach, it } from 'node:test';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import '../../../test/system-ffmpeg.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { toneListener, writeTwoLanguages } from '../../../test/two-languages.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { describeServer } from '../../../test/describe-server.ts';
import type { Media } from '../../ports/media/port.ts';

describeServer('the words of a sound that is still being made', {}, (suite) => {
  let member: TestMember;
  let engine: Media;
  let heard: string[];
  before(async () => {
    member = await suite.signUp();
    const { kysely } = suite.world.database;
    await kysely.updateTable('users').set({ plan: 'professional' }).where('id', '=', member.session.id).execute();
    engine = { ...suite.world.media };
  });
  beforeEach(() => {
    const listener = toneListener(engine);
    ({ heard } = listener);
    Object.assign(suite.world, { speech: listener.speech });
  });

  const upload = async (name: string, captions = false): Promise<string> =>
    uploadFile(member, await writeTwoLanguages(join(suite.server.dataDir, name), { captions }), { title: name });
  const choose = async (id: string, wish: Record<string, unknown>): Promise<string> =>
    (await member.call(transcriptRoutes.chooseTracks, { passthrough: id, corrected: 0, again: false, ...wish })).msg;
  const tracksOf = async (id: string) => (await member.call(transcriptRoutes.tracks, { uploadId: id })).data;
  const lineOf = async (id: string): Promise<string> => webvttCues((await waitUntilProcessed(member, id)).vtt)[0]!.text;

  /** Holds the rendition back until the returned function is called. */
  function holdPlayback(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const prepare: Media['prepare'] = async (...what) => {
      await promise;
      return engine.prepare(...what);
    };
    Object.assign(suite.world.media, { prepare });
    return () => {
      Object.assign(suite.world.media, { prepare: engine.prepare });
      resolve();
    };
  }
  async function correct(id: string): Promise<void> {
    const { vtt } = await fetchAsset(member, id);
    const { start, text: before } = webvttCues(vtt)[0]!;
    const line = { passthrough: id, n: 0, start, before, text: 'A tone that somebody put right.' };
    await member.call(transcriptRoutes.editCue, line);
  }

  it('leave a line as it is, when it was corrected meanwhile, and come once that is said to be lost', async () => {
    const id = await upload('corrected.mp4');
    assert.match(await lineOf(id), /440 Hertz/);
    const release = holdPlayback();
    await choose(id, { sound: 2, again: true });
    await correct(id);
    release();
    assert.equal(await lineOf(id), 'A tone that somebody put right.');
    const { sound, words_of: words, corrected } = await tracksOf(id);
    assert.deepEqual([sound, words, corrected], [2, 1, 1]);
    await assert.rejects(choose(id, { again: true }), { code: 'lines_corrected' });
    await choose(id, { again: true, corrected });
    assert.match(await lineOf(id), /1760 Hertz/);
    assert.deepEqual([(await tracksOf(id)).words_of, await choose(id, { again: true })], [2, 'Nothing was changed.']);
  });

  it('cancels recognition, when the member returns to the playing sound, despite corrections', async () => {
    const id = await upload('back.mp4');
    await lineOf(id);
    const release = holdPlayback();
    await choose(id, { sound: 2, again: true });
    assert.deepEqual([(await tracksOf(id)).sound, (await tracksOf(id)).words_of], [2, 2], 'as they will be');
    await correct(id);
    assert.match(await choose(id, { sound: 1, again: true }), /The sound of/);
    release();
    assert.equal(await lineOf(id), 'A tone that somebody put right.');
    assert.deepEqual([(await tracksOf(id)).sound, heard.length], [1, 1]);
  });

  it('recognises speech once, when it replaces captions in one choice or in two', async () => {
    for (const wishes of [[{ sound: 2, captions: 'speech' }], [{ sound: 2 }, { captions: 'speech' }]]) {
      const id = await upload(`captions-${wishes.length}.mp4`, true);
      assert.equal(await lineOf(id), 'Good morning and welcome.');
      const release = holdPlayback();
      for (const wish of wishes) await choose(id, wish);
      const { taken, words_of: words } = await tracksOf(id);
      assert.deepEqual([taken, words], ['speech', 2]);
      release();
      assert.match(await lineOf(id), /1760 Hertz/);
    }
    assert.equal(heard.filter((text) => text.includes('440')).length, 0);
  });

  it('follow, when the sound was changed there and back before anything was made', async () => {
    const id = await upload('there.mp4');
    await lineOf(id);
    await choose(id, { sound: 2 });
    await lineOf(id);
    const release = holdPlayback();
    await choose(id, { sound: 1 });
    await choose(id, { sound: 2, again: true });
    release();
    assert.match(await lineOf(id), /1760 Hertz/);
  });

  it('follow, when another sound is chosen before the recording plays', async () => {
    const release = holdPlayback();
    const id = await upload('early.mp4');
    const known = async () => ((await fetchAsset(member, id)).tracks === 'several' ? true : undefined);
    await eventually(known, 'the tracks are known');
    await choose(id, { sound: 2 });
    release();
    assert.match(await lineOf(id), /1760 Hertz/);
  });
});
