import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import '../../../test/system-ffmpeg.ts';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import { eventually, signUp, type TestMember } from '../../../test/member.ts';
import { writeTwoLanguages } from '../../../test/two-languages.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import type { Media, MediaInfo } from '../../ports/media/port.ts';
import { generateArchiveFiles } from '../exports/contents.ts';
import { saveMedia, saveWantedTracks } from '../videos/update-video.ts';
import { videoById } from '../videos/find-video.ts';

oneDatabase((database, open) => {
  describe(`another sound of a recording on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let member: TestMember;
    let engine: Media;
    before(async () => {
      place = await open();
      server = await openTestWorld(place);
      member = await signUp(server.origin, server.letters);
      const { kysely } = server.world.database;
      await kysely.updateTable('users').set({ plan: 'professional' }).where('id', '=', member.session.id).execute();
      engine = { ...server.world.media };
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    async function uploaded(name: string, how?: Parameters<typeof writeTwoLanguages>[1]): Promise<string> {
      const id = await uploadFile(member, await writeTwoLanguages(join(server.dataDir, name), how), { title: name });
      await waitUntilProcessed(member, id);
      return id;
    }
    const choose = async (id: string, sound: number): Promise<string> =>
      (await member.call(transcriptRoutes.chooseTracks, { passthrough: id, corrected: 0, again: false, sound })).msg;
    const heardIn = async (id: string) => (await member.call(transcriptRoutes.tracks, { uploadId: id })).data.sound;
    const rowOf = async (id: string) => (await videoById(server.world.database.kysely, id))!;
    const stateOf = async (id: string) => (await fetchAsset(member, id)).steps.find(({ step }) => step === 'playable')!;
    async function until(id: string, state: string): Promise<void> {
      await eventually(async () => ((await stateOf(id)).state === state ? true : undefined), state);
    }
    const prepareBy = (prepare: Media['prepare']) => Object.assign(server.world.media, { prepare });

    it('keeps the old sound as heard and allows another choice, when the new sound fails', async () => {
      const id = await uploaded('fails.mp4');
      const words = webvttCues((await fetchAsset(member, id)).vtt).length;
      prepareBy(() => Promise.reject(new Problem('broken_media')));
      await choose(id, 2);
      await until(id, 'failed');
      assert.deepEqual([await heardIn(id), (await rowOf(id)).media?.audio?.stream], [1, 1]);
      // Sound that already plays can be chosen again.
      prepareBy(engine.prepare);
      assert.match(await choose(id, 1), /will change/);
      await waitUntilProcessed(member, id);
      assert.deepEqual([await heardIn(id), await choose(id, 1)], [1, 'Nothing was changed.']);
      prepareBy(() => Promise.reject(new Problem('broken_media')));
      await choose(id, 2);
      await until(id, 'failed');
      prepareBy(engine.prepare);
      assert.match(await choose(id, 2), /will change/);
      assert.equal(await heardIn(id), 2, 'as it will be');
      const asset = await waitUntilProcessed(member, id);
      assert.equal((await rowOf(id)).media?.audio?.stream, 2);
      assert.equal(webvttCues(asset.vtt).length, words);
    });

    it('makes the chosen sound again, when a parallel older version made the previous one', async () => {
      const id = await uploaded('beside.mp4');
      await saveWantedTracks(server.world.database.kysely, id, { sound: 2 });
      assert.equal(await heardIn(id), 1);
      assert.match(await choose(id, 2), /will change/);
      await waitUntilProcessed(member, id);
      assert.equal(await heardIn(id), 2);
    });

    it('prepares another sound in the job that may take hours, when playback must be encoded', async () => {
      const id = await uploaded('encoded.mp4');
      const jobs: string[] = [];
      prepareBy(async (original, info, target, work) => {
        const running = await server.world.database.kysely
          .selectFrom('steps')
          .select('needs_engine')
          .where('video_id', '=', id)
          .where('step', '=', 'playable')
          .executeTakeFirstOrThrow();
        jobs.push(running.needs_engine ? 'step-convert' : 'step-playable');
        const encoded: MediaInfo = { ...info, playback: 'transcode', reason: 'Its times begin anew on the way.' };
        work?.beforeEncoding?.(encoded);
        assert.equal((await rowOf(id)).media?.playback, 'direct', 'it plays as it did');
        return engine.prepare(original, encoded, target, work);
      });
      await choose(id, 2);
      const asset = await waitUntilProcessed(member, id);
      prepareBy(engine.prepare);
      assert.deepEqual(jobs, ['step-playable', 'step-convert']);
      assert.equal(asset.steps.find(({ step }) => step === 'playable')?.note, 're-encoded for browsers');
      assert.deepEqual([await heardIn(id), asset.conversion?.how], [2, 'encoded']);
    });

    it('reports nothing missing, when the new sound is shorter than the previous one', async () => {
      const id = await uploaded('shorter.mkv', { captions: false });
      const { media } = await rowOf(id);
      // As it was found out of the sound that was heard: much longer, and broken.
      const older: MediaInfo = {
        ...media!,
        playback: 'transcode',
        lasts: { picture: 8, sound: 80 },
        unread: '00:00:08 of 00:01:20 of its sound could be played',
      };
      await saveMedia(server.world.database.kysely, id, older);
      await choose(id, 2);
      assert.equal((await waitUntilProcessed(member, id)).unread, null);
    });

    it('leaves the chosen sound out of an export, when the exported recording is another file', async () => {
      const id = await uploaded('exported.mp4', { captions: false });
      const { kysely } = server.world.database;
      await saveWantedTracks(kysely, id, { sound: 2, captions: 'speech' });
      const tracks = async (): Promise<unknown> => {
        const wanted = { userId: member.session.id, videos: [id], recordings: 'without' as const, folders: [] };
        for await (const { path, open } of generateArchiveFiles(server.world, {
          ...wanted,
          origin: '',
          onMissing: () => {},
        }))
          if (path.endsWith('video.json'))
            for await (const part of open()) return (JSON.parse(String(part)) as { tracks: unknown }).tracks;
        return undefined;
      };
      assert.deepEqual(await tracks(), { sound: 2, captions: 'speech' });
      const remote = JSON.stringify({ asset: 'asset', playback: 'playback' });
      await kysely.updateTable('videos').set({ remote }).where('id', '=', id).execute();
      assert.deepEqual(await tracks(), { captions: 'speech' });
    });
  });
});
