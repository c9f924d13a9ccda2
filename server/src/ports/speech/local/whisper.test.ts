import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestMedia } from '../../../../test/media.ts';
import { itInFullRun } from '../../../../test/rare.ts';
import { jfk } from '../../../../test/speech/recogniser.ts';
import { toySentence, writeToyWhisper } from '../../../../test/speech/toy-whisper.ts';
import { memoryJournal } from '../memory-journal.ts';
import { createLocalSpeech } from './engine.ts';

describe('Whisper', () => {
  let opened: Awaited<ReturnType<typeof openTestMedia>>;
  before(async () => {
    opened = await openTestMedia();
    await writeToyWhisper(opened.folder);
  });
  after(() => opened?.close());

  /** Runs the genuine engine on a real speech with a toy model in Whisper's format. */
  async function recognised(language: string | undefined) {
    const { folder, media } = opened;
    const settings = {
      model: 'whisper-base',
      modelDir: folder,
      modelUrl: undefined,
      language,
      dataDir: folder,
    } as const;
    const speech = await createLocalSpeech(settings, media);
    const journal = memoryJournal();
    const signal = new AbortController().signal;
    await speech.recognise({ file: jfk, scratch: folder, duration: 11, journal, signal, onProgress: () => undefined });
    return journal.segments;
  }

  it('Whisper finds the language out, and its words are spread over each phrase', async () => {
    const segments = await recognised(undefined);
    assert.equal(segments.length, 4);
    for (const { start, end, words, language } of segments) {
      assert.deepEqual([words.map(({ text }) => text).join(' '), language], [toySentence, 'de']);
      assert.deepEqual([words[0]!.start, Number(words.at(-1)!.end.toFixed(6))], [start, Number(end.toFixed(6))]);
    }
  });

  itInFullRun('Whisper is told the language of the settings, without its country', async () => {
    assert.deepEqual(
      (await recognised('en-US')).map(({ language }) => language),
      Array(4).fill('en-US'),
    );
  });
});
