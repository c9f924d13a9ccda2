import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { promisify } from 'node:util';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { mediaPaths as addresses } from '@lectern/contract/playback/playback';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import '../../../test/system-ffmpeg.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { english, concatBuffers, toneListener, measureToneHz, writeTwoLanguages } from '../../../test/two-languages.ts';
import { itInFullRun } from '../../../test/rare.ts';
import { findFfmpeg } from '../../ports/media/local/ffmpeg/find-ffmpeg.ts';
import { localRecording } from '../storage/recording.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { videoById } from '../videos/find-video.ts';

describeServer('the choice among tracks', {}, (suite) => {
  let member: TestMember;
  let program: string;
  before(async () => {
    member = await suite.signUp();
    await suite.db.updateTable('users').set({ plan: 'professional' }).where('id', '=', member.session.id).execute();
    program = (await findFfmpeg(undefined)).program!;
  });

  const file = (name: string): string => join(suite.server.dataDir, name);
  const recording = (name: string, how?: Parameters<typeof writeTwoLanguages>[1]) => writeTwoLanguages(file(name), how);

  const decoded = async (name: string): Promise<number> => {
    const { stdout } = await promisify(execFile)(
      program,
      ['-v', 'error', '-i', file(name), ...'-map 0:a:0 -ac 1 -ar 16000 -f s16le pipe:1'.split(' ')],
      { encoding: 'buffer', maxBuffer: 1e7 },
    );
    return measureToneHz(stdout);
  };

  /** The tones that are heard in what is played, in a clip and by a recogniser. */
  async function tones(id: string, clip: [string, string]): Promise<number[]> {
    const { playback_id: playback } = await fetchAsset(member, id);
    const base = `${suite.server.origin}${addresses.stream(playback)}`.replace('master.m3u8', '');
    const playlist = await (await fetch(`${base}video.m3u8`)).text();
    const names = [
      /URI="([^"]+)"/.exec(playlist)![1]!,
      ...playlist.split('\n').filter((line) => line.startsWith('segment')),
    ];
    const parts = await Promise.all(names.map(async (name) => (await fetch(base + name)).arrayBuffer()));
    await writeFile(file('played.mp4'), Buffer.concat(parts.map((part) => Buffer.from(part))));
    const { data } = await member.call(clipRoutes.cut, { passthrough: id, timeIn: clip[0], timeOut: clip[1] });
    const answer = await eventually(async () => {
      const response = await fetch(data.data);
      return response.ok ? response : undefined;
    }, 'the clip');
    await writeFile(file('clip.mp4'), Buffer.from(await answer.arrayBuffer()));
    const row = (await videoById(suite.db, id))!;
    await using heard = await localRecording(suite.world, row, 'sound');
    const samples = await concatBuffers(suite.world.media.samples(heard, 1));
    return [await decoded('played.mp4'), await decoded('clip.mp4'), measureToneHz(samples)];
  }

  const tracksOf = async (id: string) => (await member.call(transcriptRoutes.tracks, { uploadId: id })).data;
  const choose = (id: string, wish: Record<string, unknown>) =>
    member.call(transcriptRoutes.chooseTracks, { passthrough: id, corrected: 0, again: false, ...wish });
  const wordsOf = async (id: string): Promise<string[]> =>
    webvttCues((await waitUntilProcessed(member, id)).vtt).map(({ text }) => text);

  for (const [name, second] of [
    ['tones.mp4', 'aac'],
    ['tones.mkv', 'aac'],
    // For the other sound alone, browsers cannot play the original.
    ['other-codec.mp4', 'ac3'],
  ] as const)
    (name === 'tones.mkv' ? itInFullRun : it)(
      `changes what plays, is cut and is recognised, when another sound of ${name} is chosen`,
      async () => {
        const id = await uploadFile(member, await recording(name, { second }), { title: name });
        const before = await waitUntilProcessed(member, id);
        assert.equal(before.tracks, 'several');
        assert.deepEqual(await tones(id, ['00:00:01', '00:00:03']), [440, 440, 440]);
        const { sounds, sound, captions, taken } = await tracksOf(id);
        assert.deepEqual(
          sounds.map(({ track, language, title, is_default }) => [track, language, title, is_default]),
          [
            [1, 'eng', null, true],
            [2, 'ger', 'Übersetzung', false],
          ],
        );
        assert.deepEqual([sound, taken, captions.map(({ language }) => language)], [1, 3, ['eng', 'ger']]);
        assert.equal(captions[0]!.share! > 0.8, true);

        await choose(id, { sound: 2 });
        const after = await waitUntilProcessed(member, id);
        assert.deepEqual(await tones(id, ['00:00:02', '00:00:04']), [1760, 1760, 1760]);
        assert.ok(after.playable && after.steps.every(({ state }) => state !== 'failed'));
        assert.deepEqual(await wordsOf(id), ['Good morning and welcome.', 'Thank you.']);
        assert.deepEqual((await tracksOf(id)).sound, 2);

        await choose(id, { sound: 1 });
        await waitUntilProcessed(member, id);
        assert.deepEqual(await tones(id, ['00:00:03', '00:00:05']), [440, 440, 440]);
      },
    );

  it('replaces the transcript, when other captions are chosen, and brings it back', async () => {
    const id = await uploadFile(member, await recording('captions.mp4'), { title: 'Captions' });
    assert.deepEqual(await wordsOf(id), ['Good morning and welcome.', 'Thank you.']);
    await choose(id, { captions: 4 });
    assert.deepEqual(await wordsOf(id), ['Guten Morgen.', 'Danke.']);
    assert.equal((await tracksOf(id)).taken, 4);

    const line = { passthrough: id, n: 0, start: 0, before: 'Guten Morgen.', text: 'Schönen guten Morgen.' };
    await member.call(transcriptRoutes.editCue, line);
    await refuses(choose(id, { captions: 3 }), 'lines_corrected');
    assert.equal((await wordsOf(id))[0], 'Schönen guten Morgen.');
    // Another sound takes no corrected line away.
    await choose(id, { sound: 2 });
    assert.equal((await wordsOf(id))[0], 'Schönen guten Morgen.');
    await choose(id, { captions: 3, corrected: 1 });
    assert.deepEqual(await wordsOf(id), ['Good morning and welcome.', 'Thank you.']);

    // A file that is given takes their place, and can be given up again.
    const body = Buffer.from('WEBVTT\n\n00:01.000 --> 00:07.000\nFrom my file.\n');
    await member.call(uploadRoutes.captions, { passthrough: id, name: 'mine.vtt' }, { body });
    assert.deepEqual(await wordsOf(id), ['From my file.']);
    const { file: given, taken } = await tracksOf(id);
    assert.deepEqual([given, taken], ['mine.vtt', 'file']);
    await choose(id, { captions: 4 });
    assert.deepEqual(await wordsOf(id), ['Guten Morgen.', 'Danke.']);
    await choose(id, { captions: 'file' });
    assert.deepEqual(await wordsOf(id), ['From my file.']);
  });

  it('rejects a track choice, when the track does not exist or another member owns the recording', async () => {
    const id = await uploadFile(member, await recording('refused.mp4'), { title: 'Refused' });
    await waitUntilProcessed(member, id);
    for (const wish of [{ sound: 0 }, { sound: 99 }, { captions: 2 }, { captions: 'file' }, { captions: 'speech' }])
      await refuses(choose(id, wish), 'no_such_track');
    const stranger = await suite.signUp();
    const wish = { passthrough: id, sound: 2, corrected: 0, again: false };
    await refuses(stranger.call(transcriptRoutes.chooseTracks, wish), 'not_found');
    await refuses(stranger.call(transcriptRoutes.tracks, { uploadId: id }), 'not_found');
    assert.equal((await tracksOf(id)).sound, 1);
  });

  it('recognises the words of the new sound, when they were recognised before and this is wished', async () => {
    const { speech } = toneListener(suite.world.media);
    Object.assign(suite.world, { speech });
    try {
      const id = await uploadFile(member, await recording('spoken.mp4', { captions: false }), { title: 'Spoken' });
      assert.match((await wordsOf(id)).join(' '), /440 Hertz/);
      await choose(id, { sound: 2 });
      assert.match((await wordsOf(id)).join(' '), /440 Hertz/);
      const before = await tracksOf(id);
      assert.deepEqual([before.sound, before.words_of], [2, 1]);
      await choose(id, { again: true });
      assert.match((await wordsOf(id)).join(' '), /1760 Hertz/);
    } finally {
      Object.assign(suite.world, { speech: undefined });
    }
  });

  it('offers tracks after another inspection, when an older version listed none', async () => {
    const given = file('given.srt');
    await writeFile(given, english);
    const id = await uploadFile(member, await recording('older.mp4', { captions: false }), {
      title: 'Older',
      captions: given,
    });
    await waitUntilProcessed(member, id);
    const { kysely } = suite.world.database;
    const { sounds: _, ...media } = (await videoById(kysely, id))!.media!;
    const older = JSON.stringify(media);
    await kysely.updateTable('videos').set({ media: older }).where('id', '=', id).execute();
    assert.equal((await fetchAsset(member, id)).tracks, 'unlooked');
    await member.call(transcriptRoutes.lookForTracks, { passthrough: id });
    const looked = await waitUntilProcessed(member, id);
    assert.equal(looked.tracks, 'several');
    assert.deepEqual(await tones(id, ['00:00:01', '00:00:03']), [440, 440, 440]);
    await choose(id, { sound: 2 });
    await waitUntilProcessed(member, id);
    assert.deepEqual(await tones(id, ['00:00:02', '00:00:04']), [1760, 1760, 1760]);
  });
});
