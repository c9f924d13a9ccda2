// full: the matrix of Mux; conformance.test.ts holds its port
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, afterEach, before, describe, it } from 'node:test';
import { exportRoutes } from '@lectern/contract/exports/downloads';
import { problems } from '@lectern/contract/problem';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { videoFile } from '@lectern/server/features/exports/format';
import { importArchive } from '@lectern/server/features/exports/import-archive';
import { readArchive } from '@lectern/server/features/exports/read-archive';
import { oneDatabase, type TestPlace } from '@lectern/server/test/databases';
import { eventually, signUp } from '@lectern/server/test/member';
import { getSamplePath } from '@lectern/server/test/sample';
import { fetchAsset } from '@lectern/server/test/upload';
import { type MuxStage, openMuxStage } from './mux-stage.ts';

/** Archives and captions of recordings at Mux. */
oneDatabase((database, open) => {
  describe(`archives and captions of recordings at Mux, on ${database}`, () => {
    let place: TestPlace;
    let stage: MuxStage;

    before(async () => {
      place = await open();
      stage = await openMuxStage(place);
    });
    after(async () => {
      await stage?.close();
      await place?.close();
    });
    afterEach(() => stage.clear());

    /** The member's export, and what the page says of it. */
    async function exported() {
      const { url } = await stage.member.call(exportRoutes.exportLink, { recordings: 'with' });
      const file = join(place.dataDir, 'export.zip');
      await writeFile(file, Buffer.from(await (await fetch(url)).arrayBuffer()));
      const progress = await eventually(async () => {
        const { data } = await stage.member.call(exportRoutes.exportProgress, {});
        return data?.state === 'done' ? data : undefined;
      }, 'the end of the export');
      return { file, archive: await readArchive(file), missing: progress.missing };
    }

    it('puts the recording into an export, which another account can import', async () => {
      const { title } = await stage.whole(await stage.upload());
      const { file, archive, missing } = await exported();
      assert.deepEqual([missing, archive.manifest.missing], [0, []]);
      const [folder] = archive.manifest.videos;
      const bytes = await buffer(archive.bytes(`${folder}/recording.mp4`));
      assert.ok(bytes.equals(await readFile(getSamplePath('short.mp4'))));
      archive.close();
      const other = await signUp(stage.server.origin, stage.server.letters);
      const [copy] = await importArchive(stage.server.world, other.session.id, file);
      assert.equal((await fetchAsset(other, copy!)).title, title);
      await other.call(videoRoutes.delete, { id: copy! });
    });

    it('says in the archive and on the page what an export lacks', async () => {
      await stage.whole(await stage.upload());
      for (const [fault, text] of [
        [{ status: 503 }, problems.storage_unavailable.text],
        [{ status: 404 }, problems.storage_unavailable.text],
      ] as const) {
        stage.mux.faults.push(...Array.from({ length: 12 }, () => ({ on: /^GET .*assets/, fault })));
        const { file, archive, missing } = await exported();
        stage.mux.faults.splice(0);
        assert.equal(missing, 1);
        const [folder] = archive.manifest.videos;
        assert.deepEqual(archive.manifest.missing, [{ video: folder, reason: text }]);
        const paths = archive.manifest.files.map(({ path }) => path);
        assert.ok(!paths.some((path) => path.includes('/recording.')));
        const told = await archive.text(`${folder}/recording-is-missing.txt`);
        assert.equal(told, `This recording is not in the export. ${text}\n`);
        const { recording } = await archive.json(`${folder}/video.json`, videoFile());
        assert.equal(recording, null);
        archive.close();
        const other = await signUp(stage.server.origin, stage.server.letters);
        await assert.rejects(importArchive(stage.server.world, other.session.id, file), {
          code: 'archive_without_recordings',
        });
      }
    });

    it('gives Mux the captions, and others when the transcript changes', async () => {
      stage.server.world.publicUrl = stage.server.origin;
      const { id, ...video } = await stage.whole(await stage.upload());
      stage.mux.faults.push({ on: /^POST .*tracks$/, fault: 'lost' });
      const { asset } = stage.mux.assets.values().next().value!;
      /** Waits until the captions at Mux contain the words. */
      const shown = async (words: string): Promise<unknown> => {
        await stage.age(1);
        await stage.server.world.jobs.recoverOrphans();
        return eventually(async () => {
          const [track, ...more] = (asset.tracks ?? []).filter(({ type }) => type === 'text');
          assert.deepEqual(more, []);
          return stage.mux.texts.get(track?.id ?? '')?.includes(words) ? true : undefined;
        }, 'the captions at Mux');
      };
      const [cue] = webvttCues(video.vtt);
      await shown(cue!.text);
      const { start, text: before } = cue!;
      await stage.member.call(transcriptRoutes.editCue, {
        passthrough: id,
        n: 0,
        start,
        before,
        text: 'Quite other words.',
      });
      await shown('Quite other words.');
    });
  });
});
