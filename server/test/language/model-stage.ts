import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import type { TestPlace } from '../databases.ts';
import { makeGreyRecording } from '../grey-recording.ts';
import { signUp, type TestMember } from '../member.ts';
import { getSamplePath } from '../sample.ts';
import { uploadFile, waitUntilProcessed } from '../upload.ts';
import { openTestWorld, type TestWorld } from '../world.ts';
import { good } from './model-outlines.ts';
import { type ModelServer, openModelServer } from './model-server.ts';

/** A server that asks a model server, and a member with the words of the webinar, whose chapters that has written. */
export type ModelStage = {
  place: TestPlace;
  model: ModelServer;
  server: TestWorld;
  member: TestMember;
  /** The file that was uploaded. */
  recording: string;
  /** As it was when it was settled. */
  video: VideoDetail;
  /** Tokens the member has used. */
  used(): Promise<number>;
  /** Has the chapters of the webinar written again; `react` replaces what the model does. */
  again(react?: ModelServer['react']): Promise<VideoDetail>;
  /** A good model that was asked nothing yet. */
  reset(): void;
  close(): Promise<void>;
};

const wellBehaved: ModelServer['react'] = (asked) => ({ answer: good(asked) });

export async function openModelStage(
  open: () => Promise<TestPlace>,
  env: Record<string, string>,
  {
    react = wellBehaved,
    captions = async () => getSamplePath('webinar.vtt'),
  }: { react?: ModelServer['react']; captions?: (place: TestPlace) => Promise<string> } = {},
): Promise<ModelStage> {
  await using opened = new AsyncDisposableStack();
  const model = opened.adopt(await openModelServer(react), ({ close }) => void close());
  const place = opened.adopt(await open(), ({ close }) => close());
  const server = opened.adopt(
    await openTestWorld({ ...place, env: { ...env, LANGUAGE_BASE_URL: model.url } }),
    ({ close }) => close(),
  );
  const member = await signUp(server.origin, server.letters);
  const recording = await makeGreyRecording(place.dataDir);
  const id = await uploadFile(member, recording, { captions: await captions(place) });
  const video = await waitUntilProcessed(member, id);
  const rest = opened.move();
  return {
    place,
    model,
    server,
    member,
    recording,
    video,
    used: async () => (await member.call(dashboardRoutes.dashboard, {})).data.token_used,
    async again(react) {
      if (react) model.react = react;
      await member.call(videoRoutes.regenerateChapters, { passthrough: id });
      return waitUntilProcessed(member, id);
    },
    reset() {
      model.asked.length = 0;
      model.react = wellBehaved;
    },
    close: () => rest.disposeAsync(),
  };
}

/** Requests and database lookups shared by the suites on outlines. */
export async function openOutlineStage(open: () => Promise<TestPlace>, env: Record<string, string> = {}) {
  const stage = await openModelStage(open, {
    LANGUAGE_ENGINE: 'openai-compatible',
    LANGUAGE_MODEL: 'model-of-tests',
    LANGUAGE_CONTEXT_TOKENS: '32000',
    ...env,
  });
  const { kysely } = stage.server.world.database;
  return {
    ...stage,
    id: stage.video.id,
    /** The newest first. */
    operations: () =>
      kysely
        .selectFrom('token_operations')
        .selectAll()
        .where('workspace_id', '=', stage.member.session.id)
        .orderBy('created_at', 'desc')
        .execute(),
    engineOf: async (): Promise<string | null> => {
      const columns = kysely.selectFrom('videos').select('outline_engine').where('id', '=', stage.video.id);
      return (await columns.executeTakeFirstOrThrow()).outline_engine;
    },
  };
}
