import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, before, it } from 'node:test';
import { promisify } from 'node:util';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { Problem } from '@lectern/contract/problem';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import '../../../test/system-ffmpeg.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { concatBuffers, toneListener, measureToneHz, writeTwoLanguages } from '../../../test/two-languages.ts';
import { itInFullRun } from '../../../test/rare.ts';
import { findFfmpeg } from '../../ports/media/local/ffmpeg/find-ffmpeg.ts';
import type { Media, MediaInfo } from '../../ports/media/port.ts';
import { localRecording } from '../storage/recording.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { videoById } from '../videos/find-video.ts';

describeServer('the choice among tracks', {}, (suite) => {
  let member: TestMember;
  let program: string;
  let engine: Media;
  before(async () => {
    member = await suite.signUp();
    await suite.changeUser(member, { plan: 'professional' });
    program = (await findFfmpeg(undefined)).program!;
    engine = { ...suite.world.media };
  });
  afterEach(() => {
    Object.assign(suite.world, { speech: undefined });
    Object.assign(suite.world.media, engine);
  });

  const file = (name: string): string => join(suite.server.dataDir, name);
  type How = Parameters<typeof writeTwoLanguages>[1];
  const upload = async (name: string, how?: How): Promise<string> =>
    uploadFile(member, await writeTwoLanguages(file(name), how), { title: name });
  async function uploaded(name: string, how?: How): Promise<string> {
    const id = await upload(name, how);
    await waitUntilProcessed(member, id);
    return id;
  }
  const tracksOf = async (id: string) => (await member.call(transcriptRoutes.tracks, { uploadId: id })).data;
  const choose = async (id: string, wish: Record<string, unknown>): Promise<string> =>
    (await member.call(transcriptRoutes.chooseTracks, { passthrough: id, corrected: 0, again: false, ...wish })).msg;
  const textsOf = (vtt: string): string[] => webvttCues(vtt).map(({ text }) => text);
  const wordsOf = async (id: string): Promise<string[]> => textsOf((await waitUntilProcessed(member, id)).vtt);
  const rowOf = async (id: string) => (await videoById(suite.db, id))!;
  const prepareBy = (prepare: Media['prepare']) => Object.assign(suite.world.media, { prepare });

  const decoded = async (name: string): Promise<number> => {
    const { stdout } = await promisify(execFile)(
      program,
      ['-v', 'error', '-i', file(name), ...'-map 0:a:0 -ac 1 -ar 16000 -f s16le pipe:1'.split(' ')],
      { encoding: 'buffer', maxBuffer: 1e7 },
    );
    return measureToneHz(stdout);
  };

  /** The tones that are heard in what is played, in a clip of two seconds from this one on and by a recogniser. */
  async function tones(id: string, from: number): Promise<number[]> {
    const { playback_id: playback } = await fetchAsset(member, id);
    const base = `${suite.server.origin}${mediaPaths.stream(playback)}`.replace('master.m3u8', '');
    const playlist = await (await fetch(`${base}video.m3u8`)).text();
    const names = [
      /URI="([^"]+)"/.exec(playlist)![1]!,
      ...playlist.split('\n').filter((line) => line.startsWith('segment')),
    ];
    const parts = await Promise.all(names.map(async (name) => (await fetch(base + name)).arrayBuffer()));
    await writeFile(file('played.mp4'), Buffer.concat(parts.map((part) => Buffer.from(part))));
    const range = { timeIn: `00:00:0${from}`, timeOut: `00:00:0${from + 2}` };
    const { data } = await member.call(clipRoutes.cut, { passthrough: id, ...range });
    const answer = await eventually(async () => {
      const response = await fetch(data.data);
      return response.ok ? response : undefined;
    }, 'the clip');
    await writeFile(file('clip.mp4'), Buffer.from(await answer.arrayBuffer()));
    await using heard = await localRecording(suite.world, await rowOf(id), 'sound');
    const samples = await concatBuffers(suite.world.media.samples(heard, 1));
    return [await decoded('played.mp4'), await decoded('clip.mp4'), measureToneHz(samples)];
  }

  for (const [name, second] of [
    ['tones.mp4', 'aac'],
    ['tones.mkv', 'aac'],
    // For the other sound alone, browsers cannot play the original.
    ['other-codec.mp4', 'ac3'],
  ] as const)
    (name === 'tones.mkv' ? itInFullRun : it)(
      `changes what plays, is cut and is recognised, when another sound of ${name} is chosen`,
      async () => {
        const id = await uploaded(name, { second });
        assert.equal((await fetchAsset(member, id)).tracks, 'several');
        assert.deepEqual(await tones(id, 1), [440, 440, 440]);
        const { sounds, sound, captions, taken } = await tracksOf(id);
        assert.deepEqual(
          sounds.map(({ track, language, title, is_default }) => [track, language, title, is_default]),
          [
            [1, 'eng', null, true],
            [2, 'ger', 'Übersetzung', false],
          ],
        );
        assert.deepEqual([sound, taken, captions.map(({ language }) => language)], [1, 3, ['eng', 'ger']]);
        assert.ok(captions[0]!.share! > 0.8);

        await choose(id, { sound: 2 });
        const after = await waitUntilProcessed(member, id);
        assert.deepEqual(await tones(id, 2), [1760, 1760, 1760]);
        assert.ok(after.playable && after.steps.every(({ state }) => state !== 'failed'));
        assert.deepEqual(textsOf(after.vtt), ['Good morning and welcome.', 'Thank you.']);
        assert.equal((await tracksOf(id)).sound, 2);

        await choose(id, { sound: 1 });
        await waitUntilProcessed(member, id);
        assert.deepEqual(await tones(id, 3), [440, 440, 440]);
      },
    );

  it('replaces the transcript, when other captions are chosen, and brings it back', async () => {
    const id = await upload('captions.mp4');
    const [inEnglish, inGerman] = [
      ['Good morning and welcome.', 'Thank you.'],
      ['Guten Morgen.', 'Danke.'],
    ];
    assert.deepEqual(await wordsOf(id), inEnglish);
    await choose(id, { captions: 4 });
    assert.deepEqual(await wordsOf(id), inGerman);
    assert.equal((await tracksOf(id)).taken, 4);

    const line = { passthrough: id, n: 0, start: 0, before: 'Guten Morgen.', text: 'Schönen guten Morgen.' };
    await member.call(transcriptRoutes.editCue, line);
    await refuses(choose(id, { captions: 3 }), 'lines_corrected');
    assert.equal((await wordsOf(id))[0], 'Schönen guten Morgen.');
    // Another sound takes no corrected line away.
    await choose(id, { sound: 2 });
    assert.equal((await wordsOf(id))[0], 'Schönen guten Morgen.');
    await choose(id, { captions: 3, corrected: 1 });
    assert.deepEqual(await wordsOf(id), inEnglish);

    // A file that is given takes their place, and can be given up again.
    const body = Buffer.from('WEBVTT\n\n00:01.000 --> 00:07.000\nFrom my file.\n');
    await member.call(uploadRoutes.captions, { passthrough: id, name: 'mine.vtt' }, { body });
    assert.deepEqual(await wordsOf(id), ['From my file.']);
    const { file: given, taken } = await tracksOf(id);
    assert.deepEqual([given, taken], ['mine.vtt', 'file']);
    await choose(id, { captions: 4 });
    assert.deepEqual(await wordsOf(id), inGerman);
    await choose(id, { captions: 'file' });
    assert.deepEqual(await wordsOf(id), ['From my file.']);
  });

  it('rejects a track choice, when the track does not exist', async () => {
    const id = await uploaded('refused.mp4');
    for (const wish of [{ sound: 0 }, { sound: 99 }, { captions: 2 }, { captions: 'file' }, { captions: 'speech' }])
      await refuses(choose(id, wish), 'no_such_track');
    assert.equal((await tracksOf(id)).sound, 1);
  });

  it('keeps the old sound as heard and allows another choice, when the new sound fails', async () => {
    const id = await uploaded('fails.mp4');
    const words = await wordsOf(id);
    const chooseInVain = async () => {
      prepareBy(() => Promise.reject(new Problem('broken_media')));
      await choose(id, { sound: 2 });
      const hasFailed = async () =>
        (await fetchAsset(member, id)).steps.some(({ step, state }) => step === 'playable' && state === 'failed');
      await eventually(async () => (await hasFailed()) || undefined, 'the failure');
      prepareBy(engine.prepare);
    };
    await chooseInVain();
    assert.deepEqual([(await tracksOf(id)).sound, (await rowOf(id)).media?.audio?.stream], [1, 1]);
    // Sound that already plays can be chosen again.
    assert.match(await choose(id, { sound: 1 }), /will change/);
    await waitUntilProcessed(member, id);
    assert.deepEqual([(await tracksOf(id)).sound, await choose(id, { sound: 1 })], [1, 'Nothing was changed.']);
    await chooseInVain();
    assert.match(await choose(id, { sound: 2 }), /will change/);
    assert.equal((await tracksOf(id)).sound, 2, 'as it will be');
    assert.deepEqual(await wordsOf(id), words);
    assert.equal((await rowOf(id)).media?.audio?.stream, 2);
  });

  it('prepares another sound in the job that may take hours, when playback must be encoded', async () => {
    const id = await uploaded('encoded.mp4');
    const needsEngine: boolean[] = [];
    prepareBy(async (original, info, target, work) => {
      const running = await suite.db
        .selectFrom('steps')
        .select('needs_engine')
        .where('video_id', '=', id)
        .where('step', '=', 'playable')
        .executeTakeFirstOrThrow();
      needsEngine.push(running.needs_engine);
      const encoded: MediaInfo = { ...info, playback: 'transcode', reason: 'Its times begin anew on the way.' };
      work?.beforeEncoding?.(encoded);
      assert.equal((await rowOf(id)).media?.playback, 'direct', 'it plays as it did');
      return engine.prepare(original, encoded, target, work);
    });
    await choose(id, { sound: 2 });
    const asset = await waitUntilProcessed(member, id);
    assert.deepEqual(needsEngine, [false, true]);
    assert.equal(asset.steps.find(({ step }) => step === 'playable')?.note, 're-encoded for browsers');
    assert.deepEqual([(await tracksOf(id)).sound, asset.conversion?.how], [2, 'encoded']);
  });

  function listen(): string[] {
    const { speech, heard } = toneListener(engine);
    Object.assign(suite.world, { speech });
    return heard;
  }
  function holdPlayback(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    prepareBy(async (...what) => {
      await promise;
      return engine.prepare(...what);
    });
    return () => {
      prepareBy(engine.prepare);
      resolve();
    };
  }
  const lineOf = async (id: string): Promise<string> => (await wordsOf(id))[0]!;
  async function correct(id: string): Promise<void> {
    const { start, text: before } = webvttCues((await fetchAsset(member, id)).vtt)[0]!;
    const line = { passthrough: id, n: 0, start, before, text: 'A tone that somebody put right.' };
    await member.call(transcriptRoutes.editCue, line);
  }

  it('recognises the words of the new sound, when they were recognised before and this is wished', async () => {
    listen();
    const id = await upload('spoken.mp4', { captions: false });
    assert.match(await lineOf(id), /440 Hertz/);
    await choose(id, { sound: 2 });
    assert.match(await lineOf(id), /440 Hertz/);
    const before = await tracksOf(id);
    assert.deepEqual([before.sound, before.words_of], [2, 1]);
    await choose(id, { again: true });
    assert.match(await lineOf(id), /1760 Hertz/);
  });

  it('leaves a line as it is, when it was corrected meanwhile, until that is said to be lost', async () => {
    listen();
    const id = await uploaded('corrected.mp4', { captions: false });
    const release = holdPlayback();
    await choose(id, { sound: 2, again: true });
    await correct(id);
    release();
    assert.equal(await lineOf(id), 'A tone that somebody put right.');
    const { sound, words_of: words, corrected } = await tracksOf(id);
    assert.deepEqual([sound, words, corrected], [2, 1, 1]);
    await refuses(choose(id, { again: true }), 'lines_corrected');
    await choose(id, { again: true, corrected });
    assert.match(await lineOf(id), /1760 Hertz/);
    assert.deepEqual([(await tracksOf(id)).words_of, await choose(id, { again: true })], [2, 'Nothing was changed.']);
  });

  it('cancels recognition, when the member returns to the playing sound, despite corrections', async () => {
    const heard = listen();
    const id = await uploaded('back.mp4', { captions: false });
    const release = holdPlayback();
    await choose(id, { sound: 2, again: true });
    const will = await tracksOf(id);
    assert.deepEqual([will.sound, will.words_of], [2, 2], 'as they will be');
    await correct(id);
    assert.match(await choose(id, { sound: 1, again: true }), /The sound of/);
    release();
    assert.equal(await lineOf(id), 'A tone that somebody put right.');
    assert.deepEqual([(await tracksOf(id)).sound, heard.length], [1, 1]);
  });

  it('recognises speech once, when it replaces captions in one choice or in two', async () => {
    const heard = listen();
    for (const wishes of [[{ sound: 2, captions: 'speech' }], [{ sound: 2 }, { captions: 'speech' }]]) {
      const id = await uploaded(`captions-${wishes.length}.mp4`);
      const release = holdPlayback();
      for (const wish of wishes) await choose(id, wish);
      const { taken, words_of: words } = await tracksOf(id);
      assert.deepEqual([taken, words], ['speech', 2]);
      release();
      assert.match(await lineOf(id), /1760 Hertz/);
    }
    assert.ok(!heard.some((text) => text.includes('440')));
  });
});
