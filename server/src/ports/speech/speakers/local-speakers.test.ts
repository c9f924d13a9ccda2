// full: the engine of voices itself
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startFileServer } from '../../../../test/file-server.ts';
import { openTestMedia } from '../../../../test/media.ts';
import { matchesProblem } from '../../../../test/speech/is-problem.ts';
import { type Said, turnTimesOf, writeTones } from '../../../../test/speech/tones.ts';
import { filesOfToySpeakers, writeToySpeakers } from '../../../../test/speech/toy-speakers.ts';
import { createLocalSpeakers, type SpeakersSettings } from './local-speakers.ts';
import type { PartSpeaker, Speakers, SpeakersJournal } from './port.ts';

let opened: Awaited<ReturnType<typeof openTestMedia>>;
let modelDir: string;
let talk: string;
/** Twenty-two minutes in three parts: two voices take turns, a third one is heard only in the last part. */
const said: Said[] = [
  ...Array.from({ length: 20 }, (_, n): Said => ({ voice: n % 2, seconds: 59 })),
  { voice: 2, seconds: 40 },
  { voice: 0, seconds: 70 },
];

before(async () => {
  opened = await openTestMedia();
  modelDir = join(opened.folder, 'model');
  talk = join(opened.folder, 'talk.m4a');
  await writeToySpeakers(modelDir);
  await writeTones(talk, said);
});
after(() => opened?.close());

const create = (settings: Partial<SpeakersSettings>) =>
  createLocalSpeakers({ modelDir: undefined, modelUrl: undefined, dataDir: opened.folder, ...settings }, opened.media);

function memoryJournal(begun: readonly (readonly PartSpeaker[])[] = []): SpeakersJournal {
  const parts = [...begun];
  return { parts, addPart: async (speakers) => void parts.push(speakers) };
}

const open = async () => ({ path: talk, [Symbol.asyncDispose]: async () => undefined });

async function tellApart(speakers: Speakers, journal = memoryJournal(), notes: string[] = [], signal?: AbortSignal) {
  const { duration } = await opened.media.inspect(talk);
  return speakers.tellApart({
    owner: 'somebody',
    open,
    duration,
    journal,
    signal: signal ?? new AbortController().signal,
    onProgress: (_fraction, note) => void (note !== undefined && notes.push(note)),
  });
}

describe('telling speakers apart on this machine', () => {
  let speakers: Speakers;
  const whole = memoryJournal();
  let expected: Awaited<ReturnType<typeof tellApart>>;
  before(async () => {
    speakers = await create({ modelDir });
    expected = await tellApart(speakers, whole);
  });

  it('finds who speaks when across the parts of a long recording, in a process within limits', () => {
    const { turns, voices } = expected;
    assert.deepEqual([whole.parts.length, voices.length], [3, 3]);
    for (const { voice, start, end } of turnTimesOf(said)) {
      const theirs = turns.filter((turn) => turn.start < end - 0.5 && turn.end > start + 0.5);
      assert.deepEqual(
        theirs.map(({ speaker }) => speaker),
        [voice],
        `who speaks at ${start}`,
      );
      assert.ok(Math.abs(theirs[0]!.start - start) < 0.3 && Math.abs(theirs[0]!.end - end) < 0.3);
    }
  });

  it('goes on behind the parts that an earlier run has listened to', async () => {
    const begun = memoryJournal(whole.parts.slice(0, 2));
    assert.deepEqual(await tellApart(speakers, begun), expected);
    assert.equal(begun.parts.length, 3);
    const reason = new Error('cancelled');
    await assert.rejects(tellApart(speakers, memoryJournal(), [], AbortSignal.abort(reason)), reason);
  });

  it('recognises a known voice and no other', async () => {
    const { voices } = expected;
    const times = turnTimesOf(said);
    const work = { owner: 'somebody', open, signal: new AbortController().signal, onProgress: () => undefined };
    const second = (await speakers.voiceIn({ ...work, stretches: [times[1]!, times[3]!] }))!;
    const named = (...names: [string, number][]) => names.map(([name, n]) => ({ name, voice: voices[n]! }));
    assert.equal(speakers.recognise(second, named(['Ann', 0], ['Ben', 1], ['Ben', 1], ['Cleo', 2])), 'Ben');
    assert.equal(speakers.recognise(second, named(['Ann', 0], ['Cleo', 2])), undefined);
    assert.equal(speakers.recognise(second, named(['Ann', 1], ['Ben', 1])), undefined, 'two names for one voice');
    assert.equal(await speakers.voiceIn({ ...work, stretches: [{ start: 3, end: 3.2 }] }), undefined);
  });

  it('fetches its models at the first use, and refuses what is none', async () => {
    const files = await filesOfToySpeakers(join(opened.folder, 'hub'));
    const hub = await startFileServer(files);
    try {
      const dataDir = join(opened.folder, 'data');
      const fetching = await create({ dataDir, modelUrl: hub.url });
      assert.deepEqual(await fetching.missing(), { bytes: 46_250_196, licence: 'MIT and CC BY 4.0' });
      const notes: string[] = [];
      assert.equal((await tellApart(fetching, memoryJournal(whole.parts.slice(0, 2)), notes)).voices.length, 3);
      assert.match(
        notes[0]!,
        /^fetching the models that tell speakers apart \(0 of 0 MB, MIT and CC BY 4\.0, only the/,
      );
      assert.equal(await fetching.missing(), undefined);
    } finally {
      await hub.close();
    }
    await assert.rejects(
      tellApart(await create({ dataDir: join(opened.folder, 'away'), modelUrl: 'http://127.0.0.1:9' })),
      matchesProblem('speech_unreachable'),
    );
    const broken = join(opened.folder, 'broken');
    await writeToySpeakers(broken);
    await writeFile(join(broken, 'embedding.onnx'), 'no model');
    await assert.rejects(tellApart(await create({ modelDir: broken })), matchesProblem('speech_refused'));
    await assert.rejects(create({ modelDir: opened.folder }), {
      message: /SPEAKERS_MODEL_DIR: .* has no \*segmentation/,
    });
  });
});
