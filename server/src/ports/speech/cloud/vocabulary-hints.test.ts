import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { type CannedAnswer, type ReceivedRequest, startFaultServer } from '../../../../test/fault-server.ts';
import { openTestMedia } from '../../../../test/media.ts';
import { assemblyAiAnswers, deepgramAnswer, openAiAnswer } from '../../../../test/speech/provider-answers.ts';
import { spokenRecording } from '../../../../test/speech/recogniser.ts';
import type { Media } from '../../media/port.ts';
import { memoryJournal } from '../memory-journal.ts';
import type { SpeechEngine } from '../port.ts';
import { createAssemblyAi } from './assemblyai.ts';
import type { CloudSettings } from './service.ts';
import { createDeepgram } from './deepgram.ts';
import { createOpenAiSpeech } from './openai.ts';

const pace = { patience: 60_000, pause: 1, poll: 1, longest: 60_000 };

type Adapter = {
  name: string;
  create: (settings: CloudSettings, media: Media) => SpeechEngine;
  answers: () => (asked: ReceivedRequest) => CannedAnswer;
  /** A model of the provider that takes no terms. */
  deaf: string;
  check: (sent: string) => void;
};

const count = (text: string, of: RegExp): number => text.match(of)?.length ?? 0;

const adapters: Adapter[] = [
  {
    name: 'OpenAI',
    create: createOpenAiSpeech,
    answers: () => () => ({ body: JSON.stringify(openAiAnswer) }),
    deaf: 'gpt-4o-transcribe-diarize',
    check(sent) {
      const [, prompt = ''] = /name="prompt"\r\n\r\n(.*)\r\n/.exec(sent) ?? [];
      assert.ok(prompt.startsWith('AssemblyAI & Co, one two') && prompt.length <= 600, prompt);
    },
  },
  {
    name: 'Deepgram',
    create: createDeepgram,
    answers: () => () => ({ body: JSON.stringify(deepgramAnswer) }),
    deaf: 'nova-2',
    check(sent) {
      assert.match(sent, /&keyterm=AssemblyAI\+%26\+Co&/);
      assert.ok(count(sent, /&keyterm=/g) > 50 && count(sent, /&keyterm=/g) <= 100);
    },
  },
  {
    name: 'AssemblyAI',
    create: createAssemblyAi,
    answers: () => assemblyAiAnswers().answer,
    deaf: 'nano',
    check(sent) {
      assert.match(sent, /"keyterms_prompt":\["AssemblyAI & Co","Term 0",/);
      assert.equal(count(sent, /"Term \d+"/g), 199);
    },
  },
];

let opened: Awaited<ReturnType<typeof openTestMedia>>;
let file: string;
before(async () => {
  opened = await openTestMedia();
  file = join(opened.folder, 'original');
  await copyFile(spokenRecording, file);
});
after(() => opened?.close());

for (const { name, create, answers, deaf, check } of adapters)
  describe(`the terms that ${name} is told`, () => {
    let server: Awaited<ReturnType<typeof startFaultServer>>;
    beforeEach(async () => {
      server = await startFaultServer(answers());
    });
    afterEach(async () => void (await server.close()));

    /** Returns the request sent for a recording. */
    async function sent(terms: readonly string[] | undefined, model?: string): Promise<string> {
      const speech = create({ key: 'a key', url: server.url, model, language: undefined, pace }, opened.media);
      await speech.recognise({
        file,
        scratch: opened.folder,
        duration: 7.9,
        journal: memoryJournal(),
        ...(terms ? { terms } : {}),
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
      return server.asked.map(({ path, body }) => `${path}\n${body.toString('latin1')}`).join('\n');
    }
    const none = /keyterm|name="prompt"/;

    it('sends no more terms than the provider accepts', async () => {
      const many = Array.from({ length: 500 }, (_, n) => `Term ${n}`);
      check(await sent(['AssemblyAI & Co', 'one two three four five six seven', ...many]));
    });

    it('sends no terms, when there are none', async () => {
      assert.doesNotMatch(await sent(undefined), none);
      assert.doesNotMatch(await sent([]), none);
    });

    it('sends no terms, when the model accepts none', async () =>
      assert.doesNotMatch(await sent(['AssemblyAI'], deaf), none));
  });
