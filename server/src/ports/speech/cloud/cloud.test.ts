import assert from 'node:assert/strict';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { ProblemCode } from '@lectern/contract/problem';
import { assertEvery } from '../../../../test/assert-every.ts';
import { type ServerFault, startFaultServer } from '../../../../test/fault-server.ts';
import { openTestMedia } from '../../../../test/media.ts';
import { eventually } from '../../../../test/member.ts';
import { hasRareTests } from '../../../../test/rare.ts';
import { matchesProblem } from '../../../../test/speech/is-problem.ts';
import { assemblyAiAnswers, deepgramAnswer, openAiAnswer } from '../../../../test/speech/provider-answers.ts';
import { spokenRecording } from '../../../../test/speech/recogniser.ts';
import { measureSoundLevels } from '../../../platform/media/sound-levels.ts';
import type { Media } from '../../media/port.ts';
import { memoryJournal } from '../memory-journal.ts';
import type { SpeechEngine } from '../port.ts';
import { createAssemblyAi } from './assemblyai.ts';
import { createDeepgram } from './deepgram.ts';
import { createOpenAiSpeech } from './openai.ts';

const pace = { patience: 60_000, pause: 1, poll: 1, longest: 60_000 };
const impatient = { ...pace, patience: 1000 };
const duration = 7.9;
const oops: ServerFault = { status: 500, body: 'oops' };

const count = (text: string, of: RegExp): number => text.match(of)?.length ?? 0;

/** `deaf` is a model of the provider that takes no terms. */
const adapters = [
  {
    name: 'OpenAI',
    create: createOpenAiSpeech,
    answers: () => () => ({ body: JSON.stringify(openAiAnswer) }),
    first: 'Welcome to the webinar. Today we talk about end-to-end testing, and "chapters". Thank you!',
    deaf: 'gpt-4o-transcribe-diarize',
    checkTerms(sent: string) {
      const [, prompt = ''] = /name="prompt"\r\n\r\n(.*)\r\n/.exec(sent) ?? [];
      assert.ok(prompt.startsWith('AssemblyAI & Co, one two') && prompt.length <= 600, prompt);
    },
  },
  {
    name: 'Deepgram',
    create: createDeepgram,
    answers: () => () => ({ body: JSON.stringify(deepgramAnswer) }),
    first: 'Welcome to the webinar. Thank you, and goodbye.',
    deaf: 'nova-2',
    checkTerms(sent: string) {
      assert.match(sent, /&keyterm=AssemblyAI\+%26\+Co&/);
      assert.ok(count(sent, /&keyterm=/g) > 50 && count(sent, /&keyterm=/g) <= 100);
    },
  },
  {
    name: 'AssemblyAI',
    create: createAssemblyAi,
    answers: () => assemblyAiAnswers().answer,
    first: 'Welcome to the webinar. Thank you.',
    deaf: 'nano',
    checkTerms(sent: string) {
      assert.match(sent, /"keyterms_prompt":\["AssemblyAI & Co","Term 0",/);
      assert.equal(count(sent, /"Term \d+"/g), 199);
    },
  },
];

let opened: Awaited<ReturnType<typeof openTestMedia>>;
let folder: string;
let file: string;
let media: Media;
before(async () => {
  opened = await openTestMedia();
  ({ folder, media } = opened);
  file = join(folder, 'original');
  await copyFile(spokenRecording, file);
});
after(() => opened?.close());

type Run = {
  speech: SpeechEngine;
  journal?: ReturnType<typeof memoryJournal>;
  signal?: AbortSignal;
  notes?: string[];
  terms?: readonly string[] | undefined;
};

async function run({ speech, journal = memoryJournal(), signal, notes, terms }: Run) {
  await speech.recognise({
    file,
    scratch: folder,
    duration,
    journal,
    ...(terms ? { terms } : {}),
    signal: signal ?? new AbortController().signal,
    onProgress: (_, note) => note && notes?.push(note),
  });
  return journal;
}

const textOf = (journal: ReturnType<typeof memoryJournal>): string =>
  journal.segments.flatMap(({ words }) => words.map(({ text }) => text)).join(' ');

for (const { name, create, answers, first, deaf, checkTerms } of adapters)
  describe(`the adapter of ${name}`, () => {
    let server: Awaited<ReturnType<typeof startFaultServer>>;
    let speech: SpeechEngine;
    const speechAt = (by = pace, model?: string): SpeechEngine =>
      create({ key: 'a key', url: server.url, model, language: undefined, pace: by }, media);
    beforeEach(async () => {
      server = await startFaultServer(answers());
      speech = speechAt();
    });
    afterEach(async () => void (await server.close()));

    it('gives words with their times, keeps the answer, and sends the key and a small file', async () => {
      const journal = await run({ speech });
      assert.equal(textOf(journal), first);
      const words = journal.segments.flatMap((segment) => segment.words);
      assert.deepEqual([words[0]!.start, words.at(-1)!.end], name === 'Deepgram' ? [1.1, 7.4] : [1.1, 6.6]);
      assertEvery(words, ({ start, end, confidence }) => end > start && confidence! > 0 && confidence! <= 1);
      assert.match(journal.segments[0]!.language!, /^en(-us)?$/);
      const [answer] = journal.answers.values();
      assert.match(answer!, /webinar/);
      const [sent] = server.asked;
      assert.match(sent!.headers.authorization!, name === 'AssemblyAI' ? /^a key$/ : /^(Bearer|Token) a key$/);
      assert.ok(sent!.body.length > 10_000 && sent!.body.length < 80_000, `${sent!.body.length} bytes for 8 s`);
      assert.ok(sent!.body.includes('ftypM4A') || sent!.body.includes('ftypisom'));
      assert.ok(!(await readdir(folder)).includes('part.m4a'), 'the file that was sent is gone');
    });

    it('asks again where the kept answer cannot be read', async () => {
      const journal = memoryJournal();
      for (const key of ['recording', 'from 0.00']) journal.answers.set(key, '{"of":"another time"}');
      assert.equal(textOf(await run({ speech, journal })), first);
    });

    it('asks nothing of what the journal has, whichever part of it', async () => {
      const journal = await run({ speech });
      const { length } = server.asked;
      await run({ speech, journal });
      const again = memoryJournal();
      for (const [key, body] of journal.answers) again.answers.set(key, body);
      await run({ speech, journal: again });
      assert.equal(server.asked.length, length);
      assert.deepEqual(again.segments, journal.segments);
    });

    it('sends as many terms as the provider accepts, and none, when its model takes none', async () => {
      const sent = async (terms: readonly string[] | undefined, model?: string): Promise<string> => {
        server.asked.length = 0;
        await run({ speech: speechAt(pace, model), terms });
        return server.asked.map(({ path, body }) => `${path}\n${body.toString('latin1')}`).join('\n');
      };
      const many = Array.from({ length: 500 }, (_, n) => `Term ${n}`);
      checkTerms(await sent(['AssemblyAI & Co', 'one two three four five six seven', ...many]));
      for (const none of [await sent(undefined), await sent([]), await sent(['AssemblyAI'], deaf)])
        assert.doesNotMatch(none, /keyterm|name="prompt"/);
    });

    const failing: [string, ServerFault, ProblemCode][] = [
      ['a wrong key', { status: 401, body: '{"error":"Invalid key"}' }, 'speech_refused'],
      ['an unknown address', { status: 404, body: 'no such path' }, 'speech_refused'],
      ['an empty account by 402', { status: 402, body: '{"err_code":"ASR_PAYMENT_REQUIRED"}' }, 'speech_unpaid'],
      ['an empty account by 429', { status: 429, body: '{"error":{"code":"insufficient_quota"}}' }, 'speech_unpaid'],
      ['sound it cannot read', { status: 400, body: '{"error":"corrupt or unsupported data"}' }, 'speech_declined'],
      ['a long pause asked for', { status: 429, headers: { 'retry-after': '3600' }, body: '{}' }, 'speech_busy'],
    ];
    for (const [what, fault, code] of failing.filter((_, n) => n === 0 || hasRareTests || name === 'OpenAI'))
      it(`tells ${what} as ${code} at once`, async () => {
        server.faults.push(fault);
        await assert.rejects(run({ speech }), matchesProblem(code));
        assert.equal(server.asked.length, 1);
      });

    const passing: [string, ServerFault[]][] = [
      ['failures of the server', [{ status: 502, body: '<html>' }, oops]],
      ['"too many requests"', [{ status: 429, headers: { 'retry-after': '0.2' }, body: '{}' }]],
      ['an answer that is cut off', ['cut']],
      ['a closed connection', ['reset']],
      ['a server that says nothing', ['hang']],
      ['answers that make no sense', [{ body: '<html>Welcome</html>' }, { body: '{"results":7}' }]],
    ];
    for (const [what, faults] of passing.filter((_, n) => n === 0 || hasRareTests || name === 'OpenAI'))
      it(`gets over ${what}`, async () => {
        server.faults.push(...faults);
        const notes: string[] = [];
        const by = faults.includes('hang') ? speechAt(impatient) : speech;
        assert.equal(textOf(await run({ speech: by, notes })), first);
        if (what.includes('too many')) assert.match(notes.join(), /overloaded: trying again/);
      });

    it('gives up as speech_failed when nothing helps, and keeps nothing', async () => {
      server.faults.push(...Array.from({ length: 4 }, () => oops));
      const journal = memoryJournal();
      await assert.rejects(run({ speech, journal }), matchesProblem('speech_failed'));
      assert.deepEqual([journal.segments, journal.answers.size, server.asked.length], [[], 0, 4]);
    });

    it('stops at once when the step is cancelled', async () => {
      server.faults.push('hang');
      const controller = new AbortController();
      const running = run({ speech, signal: controller.signal });
      await eventually(async () => server.asked[0], 'the question');
      const reason = new Error('the video was deleted');
      controller.abort(reason);
      await assert.rejects(running, reason);
    });
  });

/** Parts of seconds stand for those of minutes. */
describe('OpenAI', () => {
  let server: Awaited<ReturnType<typeof startFaultServer>>;
  beforeEach(async () => {
    server = await startFaultServer(({ body }) => {
      const said = server.asked.length;
      assert.ok(body.length < 25_000_000);
      return {
        body: JSON.stringify({
          language: 'english',
          text: `Part ${said}.`,
          words: [
            { word: 'Part', start: 0.1, end: 0.4 },
            { word: String(said), start: 0.4, end: 99 },
          ],
        }),
      };
    });
  });
  afterEach(async () => void (await server.close()));

  const settings = () => ({ key: undefined, url: server.url, model: 'whisper', language: 'de', pace });

  it('cuts long recordings in silences and counts times from the beginning', async () => {
    const speech = createOpenAiSpeech(settings(), media, { least: 1.5, most: 4 });
    const journal = await run({ speech });
    const cuts = journal.segments.map(({ start, end }) => [start, end]);
    assert.deepEqual(cuts.map(([start]) => start).slice(1), cuts.map(([, end]) => end).slice(0, -1));
    assert.deepEqual([cuts[0]![0], cuts.at(-1)![1]], [0, duration]);
    assert.ok(cuts.length >= 3, JSON.stringify(cuts));
    for (const [n, { start, end, words, language }] of journal.segments.entries()) {
      assert.deepEqual([words.map(({ text }) => text).join(' '), language], [`Part ${n + 1}.`, 'de']);
      assert.ok(Math.abs(words[0]!.start - start - 0.1) < 1e-9);
      assert.equal(words.at(-1)!.end, end, 'no word lasts longer than its part');
    }
    const levels = await measureSoundLevels(media.samples(file, 0));
    const loud = levels.toSorted((one, other) => other - one)[Math.floor(levels.length / 4)]!;
    for (const [, end] of cuts.slice(0, -1)) {
      const level = levels[Math.floor(end! * 10)]!;
      assert.ok(level < loud - 15, `at the cut at ${end} it is ${level} dB, speech is ${loud} dB`);
    }
    assertEvery(server.asked, ({ headers }) => headers.authorization === undefined);
  });

  it('goes on behind the last part that is saved', async () => {
    const speech = createOpenAiSpeech(settings(), media, { least: 1.5, most: 4 });
    const whole = await run({ speech });
    const begun = memoryJournal(whole.segments.slice(0, 1));
    server.asked.length = 1;
    await run({ speech, journal: begun });
    assert.deepEqual(begun.segments, whole.segments);
    assert.equal(server.asked.length, whole.segments.length);
  });

  it('refuses a model that gives no times, and says which one does', async () => {
    server.faults.push({ body: '{"text":"No times."}' });
    const speech = createOpenAiSpeech(settings(), media);
    await assert.rejects(run({ speech }), matchesProblem('speech_refused', /whisper-1/));
  });

  it('takes the times of sentences where a server has none for words', async () => {
    server.faults.push({ body: '{"text":"Hello you.","segments":[{"start":1,"end":3,"text":" Hello you."}]}' });
    const journal = await run({ speech: createOpenAiSpeech(settings(), media) });
    const seam = 1 + (2 * 6) / 11;
    const words = [
      { text: 'Hello', start: 1, end: seam },
      { text: 'you.', start: seam, end: 3 },
    ];
    assert.deepEqual(journal.segments[0]!.words, words);
  });
});

it('distinguishes speakers with Deepgram and AssemblyAI, and leaves one who speaks alone unnamed', async () => {
  const both = ['Speaker 1', 'Speaker 2'];
  const alone = JSON.stringify(deepgramAnswer).replaceAll('"speaker":1', '"speaker":0');
  for (const [create, answer, expected] of [
    [createDeepgram, () => ({ body: JSON.stringify(deepgramAnswer) }), both],
    [createAssemblyAi, assemblyAiAnswers().answer, both],
    [createDeepgram, () => ({ body: alone }), [undefined]],
  ] as const) {
    const server = await startFaultServer(answer);
    const settings = { key: 'k', url: server.url, model: undefined, language: undefined, pace };
    const { segments } = await run({ speech: create(settings, media) });
    await server.close();
    assert.deepEqual([...new Set(segments.flatMap(({ words }) => words.map(({ speaker }) => speaker)))], expected);
  }
});

const failedJob = (error: string): ServerFault[] =>
  [{ upload_url: 'https://cdn.test/upload/1' }, { id: 'job-0' }, { status: 'error', error }].map((answer) => ({
    body: JSON.stringify(answer),
  }));

describe('a job at AssemblyAI', () => {
  let provider: ReturnType<typeof assemblyAiAnswers>;
  let server: Awaited<ReturnType<typeof startFaultServer>>;
  let speech: SpeechEngine;
  const speechAt = (by = pace): SpeechEngine =>
    createAssemblyAi({ key: 'k', url: server.url, model: undefined, language: 'en', pace: by }, media);
  beforeEach(async () => {
    provider = assemblyAiAnswers();
    server = await startFaultServer(provider.answer);
    speech = speechAt();
  });
  afterEach(async () => void (await server.close()));

  it('requests speakers, models and the language for an AssemblyAI job', async () => {
    await run({ speech });
    const asked = server.asked.find(({ method, path }) => method === 'POST' && path === '/v2/transcript')!;
    assert.deepEqual(JSON.parse(asked.body.toString()), {
      audio_url: 'https://cdn.test/upload/1',
      speech_models: ['universal-3-pro', 'universal-2'],
      speaker_labels: true,
      language_code: 'en',
    });
  });

  it('finds the job again among others of any form, when the server died before noting it', async () => {
    for (const isForeign of [false, true]) {
      provider.jobs.length = server.asked.length = 0;
      const journal = memoryJournal();
      const saveJob = journal.saveJob.bind(journal);
      journal.saveJob = async (job) => {
        if (job?.startsWith('created')) throw new Error('killed');
        await saveJob(job);
      };
      await assert.rejects(run({ speech, journal }), /killed/);
      journal.saveJob = saveJob;
      const [{ id, audio: audio_url }] = provider.jobs as [{ id: string; audio: string }];
      const strange = [{ id: 'job-8', audio_url: `${audio_url}?token=${'t'.repeat(3_000)}` }, { id: 9 }, null];
      if (isForeign) server.faults.push({ body: JSON.stringify({ transcripts: [...strange, { id, audio_url }] }) });
      await run({ speech, journal });
      const uploads = server.asked.filter(({ path }) => path === '/v2/upload');
      assert.deepEqual([provider.jobs.length, uploads.length], [1, 1]);
      assert.equal(textOf(journal), 'Welcome to the webinar. Thank you.');
    }
  });

  it('creates the job only once, when the answer to its creation is lost', async () => {
    const journal = memoryJournal();
    server.faults.push({ body: '{"upload_url":"https://cdn.test/upload/9"}' }, 'cut');
    await assert.rejects(run({ speech, journal }), matchesProblem('speech_failed'));
    assert.equal(provider.jobs.length, 1);
    await run({ speech, journal });
    assert.equal(provider.jobs.length, 1);
  });

  it('reports a failed job and starts anew at the next attempt', async () => {
    const journal = memoryJournal();
    server.faults.push(...failedJob('Transcoding failed.'));
    await assert.rejects(run({ speech, journal }), matchesProblem('speech_declined'));
    assert.equal(journal.job, undefined);
    assert.equal(textOf(await run({ speech, journal })), 'Welcome to the webinar. Thank you.');
  });

  it('stops polling a job that never finishes, and polls it again at the next attempt', async () => {
    provider.looks = Infinity;
    const hasty = speechAt({ ...pace, longest: 50 });
    const journal = memoryJournal();
    const unfinished = matchesProblem('speech_failed', /job-1: still (queued|processing)/);
    await assert.rejects(run({ speech: hasty, journal }), unfinished);
    provider.looks = 0;
    await run({ speech: hasty, journal });
    assert.deepEqual([provider.jobs.length, textOf(journal)], [1, 'Welcome to the webinar. Thank you.']);
  });

  it('survives a wrong key, and not its own loss', async () => {
    const journal = memoryJournal();
    await journal.saveJob('created job-9');
    server.faults.push({ status: 401, body: '{"error":"Invalid API key"}' });
    await assert.rejects(run({ speech, journal }), matchesProblem('speech_refused'));
    assert.equal(journal.job, 'created job-9');
    await assert.rejects(run({ speech, journal }), matchesProblem('speech_refused', /id not found/));
    assert.equal(journal.job, undefined);
    assert.equal(textOf(await run({ speech, journal })), 'Welcome to the webinar. Thank you.');
  });

  it('returns no words, when the recording has no speech', async () => {
    server.faults.push(...failedJob('language_detection cannot be performed on files with no spoken audio.'));
    const journal = await run({ speech });
    assert.deepEqual(journal.segments, [{ start: 0, end: duration, words: [], language: 'en' }]);
  });
});
