import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { assertEvery } from '../../../../test/assert-every.ts';
import { startFileServer } from '../../../../test/file-server.ts';
import { eventually } from '../../../../test/member.ts';
import { openTestMedia } from '../../../../test/media.ts';
import { itInFullRun } from '../../../../test/rare.ts';
import { matchesProblem } from '../../../../test/speech/is-problem.ts';
import { jfk } from '../../../../test/speech/recogniser.ts';
import { filesOfToyModel, writeToyModel } from '../../../../test/speech/toy-model.ts';
import { toySentence, writeToyWhisper } from '../../../../test/speech/toy-whisper.ts';
import { untilAborted } from '../../../../test/until-aborted.ts';
import type { Media } from '../../media/port.ts';
import { memoryJournal } from '../memory-journal.ts';
import { type SpeechEngine, SpeechConfigError } from '../port.ts';
import { createLocalSpeech, type LocalSettings } from './engine.ts';

const duration = 11;

let opened: Awaited<ReturnType<typeof openTestMedia>>;
let folder: string;
let media: Media;
before(async () => {
  opened = await openTestMedia();
  ({ folder, media } = opened);
});
after(() => opened?.close());

const create = (more: Partial<LocalSettings>, from: Pick<Media, 'samples'> = media): Promise<SpeechEngine> =>
  createLocalSpeech(
    { model: 'parakeet', modelDir: undefined, modelUrl: undefined, language: undefined, dataDir: folder, ...more },
    from,
  );

type Run = { journal?: ReturnType<typeof memoryJournal>; signal?: AbortSignal; notes?: string[]; file?: string };

async function run(speech: SpeechEngine, { journal = memoryJournal(), signal, notes, file = jfk }: Run = {}) {
  await speech.recognise({
    file,
    scratch: folder,
    duration,
    journal,
    signal: signal ?? new AbortController().signal,
    onProgress: (fraction, note) => {
      assert.ok(fraction >= 0 && fraction <= 1);
      notes?.push(note ?? '');
    },
  });
  return journal;
}

/** The genuine engine and the genuine Silero; the model of words is a toy. */
describe('speech recognition on this machine', () => {
  let modelDir: string;
  beforeEach(async () => {
    modelDir = await mkdtemp(join(folder, 'model-'));
    await writeToyModel(modelDir);
  });

  const hearing = (samples: Media['samples']): Promise<SpeechEngine> => create({ modelDir }, { samples });

  it('finds the four phrases of a real speech, and words with times in each', async () => {
    const speech = await create({ modelDir });
    const { segments } = await run(speech);
    const found = segments.map(({ start, end }) => [Math.round(start * 10) / 10, Math.round(end * 10) / 10]);
    const phrases = [
      [0.3, 2.3],
      [3.3, 4.4],
      [5.4, 7.7],
      [8.2, 10.9],
    ];
    assert.equal(found.length, phrases.length, JSON.stringify(found));
    for (const [n, [start, end]] of phrases.entries()) {
      assert.ok(Math.abs(found[n]![0]! - start!) <= 0.2, JSON.stringify(found));
      assert.ok(Math.abs(found[n]![1]! - end!) <= 0.3, JSON.stringify(found));
    }
    for (const { start, end, words } of segments) {
      assert.ok(words.length >= 2);
      for (const [n, word] of words.entries()) {
        assert.match(word.text, /^[a-z]+$/);
        assert.ok(word.start >= start && word.end <= end + 1e-9 && word.end > word.start);
        assert.ok(word.confidence! > 0 && word.confidence! <= 1);
        assert.ok(n === 0 || word.start >= words[n - 1]!.end - 1e-9);
      }
    }
  });

  it('recognises nothing, when the sound holds no speech', async () => {
    const noise = Buffer.alloc(16_000 * 2 * 5);
    for (let n = 0; n < noise.length / 2; n += 1) noise.writeInt16LE(((n * 7919) % 601) - 300, n * 2);
    assert.deepEqual(
      (
        await run(
          await hearing(async function* () {
            yield noise;
          }),
        )
      ).segments,
      [],
    );
  });

  itInFullRun('cuts uninterrupted speech into pieces that every model accepts', async () => {
    // A phrase without its pauses, over and over: a stretch of a minute.
    const phrase: Buffer[] = [];
    for await (const chunk of media.samples(jfk, 0)) phrase.push(chunk);
    const piece = Buffer.concat(phrase).subarray(16_000 * 2 * 8.4, 16_000 * 2 * 10.4);
    const speech = await hearing(async function* () {
      for (let n = 0; n < 30; n += 1) yield piece;
    });
    const { segments } = await run(speech);
    const spoken = segments.reduce((sum, { start, end }) => sum + end - start, 0);
    assert.ok(spoken > 50, `${spoken} s of 60`);
    const words = segments.flatMap((segment) => segment.words);
    assert.ok(words.length > 60);
    assertEvery(words, ({ start }, n) => n === 0 || start >= words[n - 1]!.start);
  });

  it('stops at once when the step is cancelled, and its process ends', async () => {
    const speech = await hearing(async function* (_file, _from, signal) {
      for (;;) {
        signal!.throwIfAborted();
        yield Buffer.alloc(32_000);
      }
    });
    const controller = new AbortController();
    const notes: string[] = [];
    const running = run(speech, { signal: controller.signal, notes });
    await eventually(async () => notes[0], 'the first word of the recogniser');
    const reason = new Error('the video was deleted');
    controller.abort(reason);
    await assert.rejects(running, reason);
    await speech.close();
  });

  it('survives a process that is killed in the middle: the next attempt goes on', async () => {
    let fed = 0;
    const speech: SpeechEngine = await hearing(async function* (file, from, signal) {
      for await (const chunk of media.samples(file, from, signal)) {
        fed += chunk.length;
        yield chunk;
      }
      if (fed < 16_000 * 2 * 12) await speech.close();
    });
    const journal = memoryJournal();
    await assert.rejects(run(speech, { journal }), matchesProblem('speech_failed', /SIGKILL/));
    assert.ok(journal.segments.length < 4);
    await run(speech, { journal });
    assert.equal(journal.segments.length, 4);
  });

  itInFullRun('tells a recogniser that is stuck', async () => {
    const stuck: Media['samples'] = async function* (_file, _from, signal) {
      yield Buffer.alloc(32_000);
      await untilAborted(signal!);
    };
    const speech = await create({ modelDir, patience: 5 }, { samples: stuck });
    await assert.rejects(run(speech), matchesProblem('speech_failed', /said nothing for 5 s/));
  });

  it('passes on that the recording cannot be decoded, and keeps no half phrase', async () => {
    const broken = join(folder, 'broken.m4a');
    await writeFile(broken, 'no sound at all');
    const journal = memoryJournal();
    await assert.rejects(run(await create({ modelDir }), { file: broken, journal }), matchesProblem('media_failed'));
    assert.deepEqual(journal.segments, []);
  });

  itInFullRun('lives on when a damaged model cannot be loaded, or ends the process that loads it', async () => {
    const encoder = join(modelDir, 'encoder.int8.onnx');
    const good = await readFile(encoder);
    // The engine takes it for another kind of model, and exits when the joiner does not fit.
    await writeFile(encoder, Buffer.from(good.toString('latin1').replace('tdt-toy', 'xxx-toy'), 'latin1'));
    await assert.rejects(run(await create({ modelDir })), matchesProblem('speech_refused', /ended with 255/));
    await writeFile(encoder, good.subarray(0, 200));
    await assert.rejects(run(await create({ modelDir })), matchesProblem('speech_refused', /failed|ended with/));
    await writeFile(encoder, good);
    assert.equal((await run(await create({ modelDir }))).segments.length, 4);
  });

  it('refuses to start with a folder that has no model', async () => {
    await rm(join(modelDir, 'decoder.int8.onnx'));
    const refusal = (message: RegExp) => (error: unknown) =>
      error instanceof SpeechConfigError && message.test(error.message);
    await assert.rejects(create({ modelDir }), refusal(/has no decoder/));
    await assert.rejects(create({ modelDir: join(folder, 'nowhere') }), refusal(/SPEECH_MODEL_DIR/));
  });
});

describe('the model of speech recognition', () => {
  let source: string;
  let dataDir: string;
  let files: Record<string, Buffer>;
  let server: Awaited<ReturnType<typeof startFileServer>>;
  const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

  beforeEach(async () => {
    source = await mkdtemp(join(folder, 'source-'));
    dataDir = await mkdtemp(join(folder, 'data-'));
    files = await filesOfToyModel(source);
    server = await startFileServer(files);
  });
  afterEach(async () => void (await server.close()));

  const modelFolder = () => join(dataDir, 'models/parakeet');

  itInFullRun('fetches the speech model once, when two processes want it', async () => {
    const notes: string[] = [];
    const waits = 'waiting for the speech model Parakeet, which another process is fetching';
    server.faults.push({ after: eventually(async () => notes.includes(waits) || undefined, 'the other to wait') });
    const [one, other] = [
      await create({ dataDir, modelUrl: server.url }),
      await create({ dataDir, modelUrl: server.url }),
    ];
    await Promise.all([run(one, { notes }), run(other, { notes })]);
    assert.equal(server.asked.filter(({ name }) => name === 'joiner.int8.onnx').length, 1);
    assert.ok(notes.includes(waits));
  });

  itInFullRun('fetches the speech model again, when its file on disk is damaged', async () => {
    await run(await create({ dataDir, modelUrl: server.url }));
    const encoder = join(modelFolder(), 'encoder.int8.onnx');
    const bytes = await readFile(encoder);
    bytes[100]! ^= 1;
    await writeFile(encoder, bytes);
    const speech = await create({ dataDir, modelUrl: server.url });
    await assert.rejects(run(speech), matchesProblem('speech_failed', /encoder.int8.onnx is damaged/));
    assert.equal((await run(speech)).segments.length, 4);
  });

  it('checks a model in the folder of the operator against its manifest, and changes nothing', async () => {
    await writeFile(join(source, 'manifest.json'), files['manifest.json']!);
    const speech = await create({ modelDir: source });
    assert.equal((await run(speech)).segments.length, 4);
    await appendFile(join(source, 'tokens.txt'), 'x');
    await assert.rejects(
      run(await create({ modelDir: source })),
      matchesProblem('speech_refused', /tokens.txt is damaged/),
    );
    assert.ok((await readdir(source)).includes('tokens.txt'));
  });

  it('refuses a missing model or manifest for good, and only for now when its host is silent', async () => {
    delete files['joiner.int8.onnx'];
    const fetching = () => create({ dataDir, modelUrl: server.url });
    await assert.rejects(run(await fetching()), matchesProblem('speech_refused', /joiner.int8.onnx: 404/));
    files['manifest.json'] = Buffer.from('{"files":[{"name":"../../x","size":1,"sha256":"00"}]}');
    await assert.rejects(run(await fetching()), matchesProblem('speech_refused', /manifest.json is not/));
    await server.close();
    await assert.rejects(run(await fetching()), matchesProblem('speech_unreachable'));
  });

  it('does not fill the disk', async () => {
    files['manifest.json'] = Buffer.from(
      JSON.stringify({ files: [{ name: 'encoder.onnx', size: 1e15, sha256: sha256(Buffer.alloc(1)) }] }),
    );
    await assert.rejects(
      run(await create({ dataDir, modelUrl: server.url })),
      matchesProblem('disk_full', /1000000000000000 bytes/),
    );
    assert.equal(server.asked.length, 1);
  });
});

describe('Whisper', () => {
  /** Runs the genuine engine on a real speech with a toy model in Whisper's format. */
  async function recognised(language: string | undefined) {
    const modelDir = await mkdtemp(join(folder, 'whisper-'));
    await writeToyWhisper(modelDir);
    return (await run(await create({ model: 'whisper-base', modelDir, language }))).segments;
  }

  it('finds the language out, and spreads its words over each phrase', async () => {
    const segments = await recognised(undefined);
    assert.equal(segments.length, 4);
    for (const { start, end, words, language } of segments) {
      assert.deepEqual([words.map(({ text }) => text).join(' '), language], [toySentence, 'de']);
      assert.deepEqual([words[0]!.start, Number(words.at(-1)!.end.toFixed(6))], [start, Number(end.toFixed(6))]);
    }
  });

  itInFullRun('gets the language of the settings, without its country', async () => {
    const languages = (await recognised('en-US')).map(({ language }) => language);
    assert.deepEqual(languages, Array(4).fill('en-US'));
  });
});
