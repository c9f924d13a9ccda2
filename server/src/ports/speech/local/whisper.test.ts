import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { toySentence, writeToyWhisper } from '../../../../test/speech/toy-whisper.ts';
import { createLocalMedia } from '../../media/local/media.ts';
import type { Media } from '../../media/port.ts';
import { memoryJournal } from '../memory-journal.ts';
import { createLocalSpeech } from './engine.ts';

const jfk = join(import.meta.dirname, '../../../../test/speech/jfk.m4a');

let modelDir: string;
let media: Media;
before(async () => {
  modelDir = await mkdtemp(join(tmpdir(), 'lectern-whisper-'));
  await writeToyWhisper(modelDir);
  const cacheDir = join(modelDir, 'cache');
  media = await createLocalMedia({ ffmpegPath: undefined, cacheDir, log: pino({ level: 'fatal' }) });
});
after(async () => {
  await media?.close();
  await rm(modelDir, { recursive: true, force: true });
});

/** What the genuine engine makes of a real speech with a toy in Whisper's format. */
async function recognised(language: string | undefined) {
  const settings = { model: 'whisper-base', modelDir, modelUrl: undefined, language, dataDir: modelDir } as const;
  const speech = await createLocalSpeech(settings, media);
  const journal = memoryJournal();
  const signal = new AbortController().signal;
  await speech.recognise({ file: jfk, scratch: modelDir, duration: 11, journal, signal, onProgress: () => undefined });
  return journal.segments;
}

test('Whisper finds the language out, and its words are spread over each phrase', async () => {
  const segments = await recognised(undefined);
  assert.equal(segments.length, 4);
  for (const { start, end, words, language } of segments) {
    assert.deepEqual([words.map(({ text }) => text).join(' '), language], [toySentence, 'de']);
    assert.deepEqual([words[0]!.start, Number(words.at(-1)!.end.toFixed(6))], [start, Number(end.toFixed(6))]);
  }
});

test('Whisper is told the language of the settings, without its country', async () => {
  assert.deepEqual(
    (await recognised('en-US')).map(({ language }) => language),
    Array(4).fill('en-US'),
  );
});
