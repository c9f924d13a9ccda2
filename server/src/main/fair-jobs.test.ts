import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, it } from 'node:test';
import type { StepName } from '@lectern/contract/rules/pipeline';
import { eventually, type TestMember } from '../../test/member.ts';
import { itInFullRun } from '../../test/rare.ts';
import { getSamplePath } from '../../test/sample.ts';
import { untilAborted } from '../../test/until-aborted.ts';
import { fetchAsset, uploadFile } from '../../test/upload.ts';
import { storageKeys } from '../features/storage/keys.ts';
import { createVideo } from '../features/videos/create.ts';
import { markStepsDone, startPipeline } from '../features/videos/pipeline.ts';
import type { World } from '../platform/http/context.ts';
import { describeServer } from '../../test/describe-server.ts';
import { queueByOwner } from './open-speech.ts';

/** A sound recording of an hour without captions, of which all is made but its transcript. */
const media = { kind: 'audio', container: 'x', duration: 3600, captionTracks: [], playback: 'direct' } as const;
const sound = { ...media, audio: { codec: 'aac', channels: 2, sampleRate: 48_000 } };

describeServer('members whose recordings take long', {}, (suite) => {
  let world: { -readonly [K in keyof World]: World[K] };
  before(async () => {
    world = suite.world;
  });

  const join = () => suite.signUp();
  const upload = (member: TestMember) =>
    uploadFile(member, getSamplePath('short.mp4'), { captions: getSamplePath('short.vtt') });
  const stateOf = async (member: TestMember, id: string, step: StepName) =>
    (await fetchAsset(member, id)).steps.find((each) => each.step === step)?.state;
  const whenStep = (member: TestMember, id: string, step: StepName, state: string) =>
    eventually(async () => ((await stateOf(member, id, step)) === state ? true : undefined), `${step} to be ${state}`);

  const addSound = async (workspaceId: string): Promise<void> => {
    const id = randomUUID();
    await world.storage.put(storageKeys.original(id), Buffer.from('x'));
    await world.database.transaction(async (tx) => {
      const restored = { media: JSON.stringify(sound) as never, duration: 3600, kind: 'audio' } as const;
      const row = {
        id,
        workspaceId,
        createdBy: null,
        assetId: id,
        playbackId: id,
        title: 't',
        fileName: 't',
        byteSize: 1,
        restored,
      };
      await createVideo(world, tx, row);
      await markStepsDone(tx, id, ['inspect', 'playable', 'thumbnail', 'storyboard'], { at: new Date() });
      await startPipeline(world, tx, id);
    });
  };

  it('leave a place to the chapters of others', async () => {
    let asked = 0;
    const ask = ({ signal }: { signal: AbortSignal }) => {
      asked += 1;
      return untilAborted(signal);
    };
    const { language } = world;
    world.language = { identity: 'slow', label: 'Slow', readContext: async () => 100_000, ask } as never;
    const many = await join();
    const ids = [await upload(many), await upload(many)];
    await eventually(async () => (asked > 0 ? true : undefined), 'a question');
    for (const id of ids) await whenStep(many, id, 'search', 'done');
    const one = await join();
    await whenStep(one, await upload(one), 'chapters', 'running');
    world.language = language;
  });

  itInFullRun('holds no copies and delays no captioned recording, when others wait for the speech engine', async () => {
    let held = 0;
    let most = 0;
    const localCopy = world.storage.localCopy.bind(world.storage);
    world.storage.localCopy = async (...which) => {
      const copy = await localCopy(...which);
      held += 1;
      most = Math.max(most, held);
      const release = async () => {
        held -= 1;
        await copy[Symbol.asyncDispose]();
      };
      return { path: copy.path, [Symbol.asyncDispose]: release };
    };
    let begun = 0;
    const engine = {
      identity: 'slow',
      label: 'Slow',
      detectsSpeech: true,
      recognise({ signal }: { signal: AbortSignal }) {
        begun += 1;
        return untilAborted(signal);
      },
      close: async () => undefined,
    };
    world.speech = queueByOwner(engine, 1);
    for (let member = 0; member < 8; member += 1) {
      const { session } = await join();
      for (let n = 0; n < 4; n += 1) await addSound(session.id);
    }
    const db = world.database.kysely;
    const running = db.selectFrom('steps').select('video_id').where('step', '=', 'transcript');
    await eventually(
      async () => ((await running.where('state', '=', 'running').execute()).length === 32 ? true : undefined),
      'all places to be taken',
    );
    assert.deepEqual([begun, most], [1, 1]);
    const member = await join();
    await whenStep(member, await upload(member), 'transcript', 'done');
  });
});
