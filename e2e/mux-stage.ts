import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { CallError } from '@lectern/contract/client';
import { problems } from '@lectern/contract/problem';
import { runnableSteps } from '@lectern/contract/rules/pipeline';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { hour } from '@lectern/contract/rules/durations';
import { after, afterEach, before, describe } from 'node:test';
import { oneDatabase, type TestPlace } from '@lectern/server/test/databases';
import { eventually, signUp } from '@lectern/server/test/member';
import { startFakeMux } from '@lectern/server/test/mux/fake-mux';
import { getSamplePath } from '@lectern/server/test/sample';
import { fetchAsset, putUploadChunk } from '@lectern/server/test/upload';
import { openTestWorld } from '@lectern/server/test/world';
import { uploadFileResumably } from '../web/src/features/uploads/send-file.ts';

export type MuxStage = Awaited<ReturnType<typeof openMuxStage>>;

/** The product with MEDIA_BACKEND=mux against a server in Mux's place, with a member who uploads as the page does. */
export async function openMuxStage(
  place: TestPlace,
  { now, env = {} }: { now?: () => Date; env?: Record<string, string> } = {},
) {
  const mux = await startFakeMux();
  const server = await openTestWorld({ ...place, env: { ...mux.env, ...env }, ...(now ? { now } : {}) });
  const member = await signUp(server.origin, server.letters);
  Object.assign(mux.ways, { masterTries: 0, webhook: `${server.origin}/api/mux/webhook` });
  if (now) mux.ways.now = () => now().getTime();

  const rows = () => server.world.database.kysely.selectFrom('provider_assets').selectAll().execute();

  /** Nothing lies at Mux, and nothing here says that it does. */
  const nothingIsLeft = () =>
    eventually(async () => {
      const waiting = [...mux.uploads.values()].filter(({ status }) => status === 'waiting');
      return mux.assets.size === 0 && waiting.length === 0 && (await rows()).length === 0 ? true : undefined;
    }, 'nothing at Mux');

  /** Sends a recording as the page does, with the page's own code. */
  async function upload(file = 'short.mp4', { captions = true } = {}): Promise<string> {
    const { url, id } = await member.call(uploadRoutes.create, { name: file });
    assert.equal(new URL(url).origin, mux.url, 'it goes to Mux');
    if (captions)
      await member.call(
        uploadRoutes.captions,
        { passthrough: id, name: 'captions.vtt' },
        { body: await readFile(getSamplePath('short.vtt')) },
      );
    await send(url, new Blob([await readFile(getSamplePath(file))]));
    return id;
  }

  const send = (url: string, file: Blob, resume = false): Promise<void> =>
    uploadFileResumably({
      file,
      url,
      resume,
      signal: new AbortController().signal,
      mayGoOn: async () => undefined,
      onProgress: () => undefined,
      onStanding: () => undefined,
      isWhole: async () => false,
      beforeRetry: async () => undefined,
      async put(to, range, body) {
        const bytes = body ? new Uint8Array(await body.arrayBuffer()) : undefined;
        const answer = await putUploadChunk(to, bytes, range).catch(() => undefined);
        return { status: answer?.status ?? 0, range: answer?.range ?? null, body: '' };
      },
    });

  /** The video, as the page asks for it; `undefined` while Mux has told nothing. */
  async function look(id: string): Promise<VideoDetail | undefined> {
    try {
      return await fetchAsset(member, id);
    } catch (error) {
      if (error instanceof CallError && error.msg === problems.media_pending.text) return undefined;
      throw error;
    }
  }

  const settled = (id: string): Promise<VideoDetail> =>
    eventually(async () => {
      const video = await look(id);
      const moving =
        video?.steps.some(({ state }) => state === 'running') || runnableSteps(video?.steps ?? []).length > 0;
      return moving ? undefined : video;
    }, `the pipeline of ${id}`);

  async function whole(id: string): Promise<VideoDetail> {
    const video = await settled(id);
    assert.ok(
      video.steps.every(({ state }) => state === 'done'),
      JSON.stringify(video.steps),
    );
    assert.ok(video.chapters.length > 0);
    return video;
  }

  const refused = (id: string) =>
    eventually(async () => {
      try {
        await look(id);
        return undefined;
      } catch (error) {
        assert.ok(error instanceof CallError);
        return error.msg;
      }
    }, 'the refusal');

  /** As if this had been so long ago, for what is only done after a while. */
  const age = (hours: number) =>
    server.world.database.kysely
      .updateTable('provider_assets')
      .set({ created_at: new Date(Date.now() - hours * hour), asked_at: null })
      .execute();

  return {
    place,
    origin: server.origin,
    mux,
    server,
    member,
    upload,
    send,
    look,
    settled,
    whole,
    refused,
    age,
    nothingIsLeft,
    /** Everything as at the beginning, and nothing left of what was. */
    async clear(): Promise<void> {
      Object.assign(mux.ways, { ready: true, errored: false, events: 1, early: false, masterTries: 0, fileTries: 0 });
      mux.faults.splice(0);
      for (const { id } of (await member.call(videoRoutes.list, { userId: member.session.id })).data)
        await member.call(videoRoutes.delete, { id });
      for (const { id } of (await member.call(uploadRoutes.open, {})).data)
        await member.call(uploadRoutes.cancel, { id });
      await nothingIsLeft();
    },
    async close(): Promise<void> {
      await server.close();
      await mux.close();
      await place.close();
    },
  };
}

/** Declares a suite on a stage that is clear after each test. */
export function describeMux(title: string, now: (() => Date) | undefined, body: (stage: MuxStage) => void): void {
  oneDatabase((database, open) => {
    describe(`${title}, on ${database}`, () => {
      const stage = {} as MuxStage;
      before(async () => Object.assign(stage, await openMuxStage(await open(), now ? { now } : {})));
      after(() => stage.close?.());
      afterEach(() => stage.clear());
      body(stage);
    });
  });
}
