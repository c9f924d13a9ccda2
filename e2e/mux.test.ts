// full: the matrix of Mux; conformance.test.ts holds its port
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { CallError } from '@lectern/contract/client';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { problems } from '@lectern/contract/problem';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { eventually, signUp } from '@lectern/server/test/member';
import { getSamplePath } from '@lectern/server/test/sample';
import { putUploadChunk, fetchAsset } from '@lectern/server/test/upload';
import { describeMux } from './mux-stage.ts';
import { buffer } from 'node:stream/consumers';
import { exportRoutes } from '@lectern/contract/exports/downloads';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { videoFile } from '@lectern/server/features/exports/format';
import { importArchive } from '@lectern/server/features/exports/import-archive';
import { readArchive } from '@lectern/server/features/exports/read-archive';

const origin = (url: string): string => new URL(url).origin;

/** The product with MEDIA_BACKEND=mux against a server in Mux's place, over HTTP. */
describeMux('recordings at Mux', undefined, (stage) => {
  const redirected = async (path: string): Promise<string> => {
    const reply = await fetch(new URL(path, stage.server.origin), { redirect: 'manual' });
    assert.equal(reply.status, 302);
    return reply.headers.get('location')!;
  };

  it('goes the whole way: upload, playing, chapters, picture, clip, download, deletion', async () => {
    const video = await stage.whole(await stage.upload());
    const kept = [...stage.mux.assets.values()];
    assert.deepEqual(
      kept.map(({ asset }) => asset.passthrough),
      [video.id],
    );

    const stream = await redirected(mediaPaths.stream(video.playback_id));
    assert.equal(origin(stream), stage.mux.url);
    const playlist = await (await fetch(stream)).text();
    const segments = await (await fetch(/^http\S+$/m.exec(playlist)![0])).text();
    assert.match(segments, /#EXT-X-ENDLIST/);
    const picture = await fetch(new URL(mediaPaths.thumbnail(video.playback_id, 2), stage.server.origin));
    assert.equal(origin(picture.url), stage.mux.url);
    assert.equal(Buffer.from(await picture.arrayBuffer()).readUInt16BE(0), 0xffd8);
    assert.match(await (await fetch(await redirected(mediaPaths.storyboard(video.playback_id)))).text(), /^WEBVTT/);

    const passthrough = video.id;
    const shot = await stage.member.call(clipRoutes.screenshot, { passthrough, time: '00:00:02' });
    const png = Buffer.from(await (await fetch(shot.data.url)).arrayBuffer());
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [video.width, video.height]);

    const cut = await stage.member.call(clipRoutes.cut, { passthrough, timeIn: '00:00:01', timeOut: '00:00:04' });
    const clip = await eventually(async () => {
      const reply = await fetch(cut.data.data);
      return reply.ok ? Buffer.from(await reply.arrayBuffer()) : undefined;
    }, 'the clip');
    const file = join(stage.place.dataDir, 'clip.mp4');
    await writeFile(file, clip);
    const { duration } = await stage.server.world.media.inspect(file);
    assert.ok(Math.abs(duration - 3) < 0.05, `${duration}`);

    const filename = video.localVideo.split('/').at(-1)!;
    const { url } = await stage.member.call(clipRoutes.downloadLink, { filename });
    const download = await fetch(url);
    assert.equal(origin(download.url), stage.mux.url);
    assert.deepEqual(Buffer.from(await download.arrayBuffer()), await readFile(getSamplePath('short.mp4')));

    await stage.member.call(videoRoutes.delete, { id: video.id });
    await stage.nothingIsLeft();
    assert.equal((await fetch(new URL(mediaPaths.stream(video.playback_id), stage.server.origin))).status, 404);
  });

  it('goes on with an upload that was broken off where Mux is', async () => {
    const { url, id } = await stage.member.call(uploadRoutes.create, {});
    const bytes = await readFile(getSamplePath('short.mp4'));
    assert.equal((await putUploadChunk(url, bytes.subarray(0, 50_000), `bytes 0-49999/${bytes.length}`)).status, 308);
    const [unfinished] = (await stage.member.call(uploadRoutes.open, {})).data;
    assert.deepEqual([unfinished!.id, unfinished!.url], [id, url]);
    await stage.send(url, new Blob([bytes]), true);
    assert.equal((await stage.settled(id)).playable, true);
  });

  const rough: Readonly<Record<string, () => unknown>> = {
    'too many requests': () => {
      for (const on of [/^POST .*uploads$/, /^GET .*uploads/, /^GET .*assets/, /^PUT .*master/])
        stage.mux.faults.push({ on, fault: { status: 429, retryAfter: 1 } });
    },
    'errors of its own': () => {
      for (const on of [/^GET .*uploads/, /^GET .*assets/, /^PUT .*master/])
        stage.mux.faults.push({ on, fault: { status: 503 } }, { on, fault: { status: 500 } });
    },
    'connections that break, before and after the work': () => {
      for (const on of [/^GET .*uploads/, /^GET .*assets/, /^PUT .*master/])
        stage.mux.faults.push({ on, fault: 'reset' }, { on, fault: 'lost' });
    },
    'an answer that never comes': () => stage.mux.faults.push({ on: /^GET .*assets/, fault: 'hang' }),
    'events before the answers they are about': () => (stage.mux.ways.early = true),
    'every event three times': () => (stage.mux.ways.events = 3),
    'no event at all, while a page waits': () => (stage.mux.ways.events = 0),
    'files that come later': () => Object.assign(stage.mux.ways, { masterTries: 1, fileTries: 1 }),
  };
  for (const [name, prepare] of Object.entries(rough))
    it(`makes the same of ${name}`, async () => {
      prepare();
      const id = await stage.upload();
      const video = await stage.whole(id);
      assert.equal(video.transcript_gaps.length, 0);
      assert.deepEqual(stage.mux.faults, [], 'every fault was met');
      assert.equal(stage.mux.assets.size, 1);
      const { data } = await stage.member.call(videoRoutes.list, { userId: stage.member.session.id });
      assert.equal(data.length, 1);
    });

  it('finds a finished asset without an event or a client request', async () => {
    stage.mux.ways.events = 0;
    const id = await stage.upload();
    await stage.age(1);
    await stage.server.world.jobs.recoverOrphans();
    await eventually(async () => {
      const { data } = await stage.member.call(videoRoutes.list, { userId: stage.member.session.id });
      return data[0]?.id === id && data[0].playable ? true : undefined;
    }, 'the video');
  });

  it('says what it waits for while Mux works, and refuses what is not ready after a day', async () => {
    stage.mux.ways.ready = false;
    const id = await stage.upload();
    await eventually(async () => {
      const step = (await stage.look(id))?.steps.find(({ step }) => step === 'inspect');
      return step?.note === 'waiting for the video service; this continues automatically' ? true : undefined;
    }, 'the note');
    const { asset } = stage.mux.assets.values().next().value!;
    asset.created_at = String(Number(asset.created_at) - 25 * 3600);
    await stage.mux.tell('video.asset.updated', asset);
    assert.equal(await stage.refused(id), problems.broken_media.text);
    await stage.nothingIsLeft();
  });

  it('refuses what Mux could not read, and leaves nothing there', async () => {
    stage.mux.ways.errored = true;
    const id = await stage.upload();
    assert.equal(await stage.refused(id), problems.unreadable_media.text);
    await stage.nothingIsLeft();
  });

  it('says that recordings cannot be reached while Mux is away, and goes on when told to', async () => {
    stage.mux.ways.ready = false;
    const id = await stage.upload();
    await eventually(() => stage.look(id), 'the video');
    stage.mux.faults.push(...Array.from({ length: 30 }, () => ({ on: /^GET .*assets/, fault: { status: 503 } })));
    stage.mux.release();
    const video = await eventually(async () => {
      const found = await stage.look(id);
      return found?.steps.some(({ state }) => state === 'failed') ? found : undefined;
    }, 'the failure');
    assert.equal(video.steps.find(({ state }) => state === 'failed')?.problem, problems.storage_unavailable.text);
    stage.mux.faults.splice(0);
    await stage.member.call(videoRoutes.retry, { passthrough: id });
    await stage.whole(id);
  });

  it('begins no upload when Mux does not, and leaves none there', async () => {
    for (const fault of ['lost', { status: 503 }, { status: 429, retryAfter: 3600 }] as const) {
      stage.mux.faults.push({ on: /^POST .*uploads$/, fault });
      await assert.rejects(
        stage.member.call(uploadRoutes.create, {}),
        (error) => error instanceof CallError && error.msg === problems.storage_unavailable.text,
      );
      assert.deepEqual((await stage.member.call(uploadRoutes.open, {})).data, []);
      await stage.nothingIsLeft();
    }
  });

  it('ends at Mux what is given up here, also after its last byte', async () => {
    stage.mux.ways.events = 0;
    const { id: unsent } = await stage.member.call(uploadRoutes.create, {});
    const sent = await stage.upload();
    for (const id of [unsent, sent]) await stage.member.call(uploadRoutes.cancel, { id });
    await stage.nothingIsLeft();
    assert.ok([...stage.mux.uploads.values()].some(({ status }) => status === 'cancelled'));
  });

  it('asks again until Mux has deleted', async () => {
    const { id } = await stage.whole(await stage.upload());
    const away = Array.from({ length: 3 }, () => ({ on: /^DELETE /, fault: { status: 503 } }));
    stage.mux.faults.push(...away, { on: /^DELETE /, fault: 'lost' });
    await stage.member.call(videoRoutes.delete, { id });
    await stage.nothingIsLeft();
    assert.deepEqual(stage.mux.faults, []);
  });

  it('believes no event that Mux did not sign', async () => {
    const body = JSON.stringify({ type: 'video.asset.deleted', data: { id: 'x' } });
    const reply = await fetch(stage.mux.ways.webhook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'mux-signature': `t=${Math.floor(Date.now() / 1000)},v1=00` },
      body,
    });
    assert.equal(reply.status, 400);
  });
});

/** Archives and captions of recordings at Mux. */
describeMux('archives and captions of recordings at Mux', undefined, (stage) => {
  /** The member's export, and what the page says of it. */
  async function exported() {
    const { url } = await stage.member.call(exportRoutes.exportLink, { recordings: 'with' });
    const file = join(stage.place.dataDir, 'export.zip');
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
    const { text } = problems.storage_unavailable;
    for (const status of [503, 404]) {
      stage.mux.faults.push(...Array.from({ length: 12 }, () => ({ on: /^GET .*assets/, fault: { status } })));
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
