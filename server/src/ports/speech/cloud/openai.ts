import { openAsBlob } from 'node:fs';
import { Problem } from '@lectern/contract/problem';
import { boundedText } from '@lectern/contract/text';
import { z } from 'zod';
import type { Media } from '../../media/port.ts';
import type { SpeechEngine, TimeRange, RecognisedWord } from '../port.ts';
import { spreadWords } from '../spread-words.ts';
import {
  type CloudSettings,
  callSpeechService,
  createJsonReader,
  AnswerLanguage,
  type Service,
  SpokenWord,
  defaultServiceTimingMs,
  selectHintTerms,
} from './service.ts';
import { readOrFetchAnswer, endOfPart, type PartLengthSeconds, withSpeechFile } from './parts.ts';
import { UNSPACED_CHARACTER } from '@lectern/chaptering/unspaced-scripts';

type Timed = { word: string; start: number; end: number };

/** How far ahead in the text a word is looked for, in characters. */
const reach = 80;

/**
 * Spells timed words as the text does, with capitals and punctuation. Words the text joins ("twenty-five") become one;
 * words missing from the text stay unchanged.
 */
export function spellWords(words: readonly Timed[], text: string): RecognisedWord[] {
  const result: RecognisedWord[] = [];
  // The last word that was found in the text, and where it ends there.
  let last: RecognisedWord | undefined;
  let at = 0;
  for (const { word, start, end } of words) {
    const bare = word.trim();
    if (bare === '') continue;
    const ahead = text.slice(at, at + reach + bare.length);
    const found = ahead.toLowerCase().indexOf(bare.toLowerCase());
    if (found < 0) {
      result.push({ text: bare, start, end });
      continue;
    }
    const between = ahead.slice(0, found);
    const spelt = ahead.slice(found, found + bare.length);
    at += found + bare.length;
    // Such a word ends without a space.
    const joined = !/\s/.test(between) && !UNSPACED_CHARACTER.test(spelt);
    if (last && joined && last === result.at(-1)) {
      last.text += between + spelt;
      last.end = end;
      continue;
    }
    if (last) last.text += /^\S*/.exec(between)![0];
    const opening = /\s/.test(between) || !last ? /\S*$/.exec(between)![0] : '';
    last = { text: opening + spelt, start, end };
    result.push(last);
  }
  if (last) last.text += /^\S*/.exec(text.slice(at))![0];
  return result;
}

const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
let codes: Map<string, string> | undefined;

function codesByName(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const found = new Map<string, string>();
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code)?.toLowerCase();
    if (name && !found.has(name)) found.set(name, code);
  }
  return found;
}

/** The code of a language that a server names in English ("german"), or gives as a code already. */
export function languageCode(name: string | undefined): string | undefined {
  const plain = name?.trim().toLowerCase();
  if (!plain) return undefined;
  if (/^[a-z]{2,3}(-[a-z0-9]+)*$/.test(plain)) return plain;
  return (codes ??= codesByName()).get(plain);
}

const Answer = z.object({
  language: AnswerLanguage,
  text: boundedText(1_000_000),
  words: z.array(z.object({ word: SpokenWord, start: z.number(), end: z.number() })).optional(),
  segments: z
    .array(
      z.object({ start: z.number(), end: z.number(), text: boundedText(100_000), avg_logprob: z.number().optional() }),
    )
    .optional(),
});

const parse = createJsonReader(Answer);

/** Some models answer without any times: no transcript can be made of that, now or later. */
function readAnswer(body: string): z.output<typeof Answer> {
  const answer = parse(body);
  if (answer.text.trim() !== '' && !answer.words?.length && !answer.segments?.length)
    throw new Problem('speech_refused', { cause: 'The model gives no times of words; set SPEECH_MODEL=whisper-1.' });
  return answer;
}

/** Parts that are far below the limit of 25 MB (five minutes are 1.5 MB) and are answered in time. */
const hosted: PartLengthSeconds = { least: 600, most: 900 };
/** A machine of one's own may take as long as the speech itself. */
const own: PartLengthSeconds = { least: 120, most: 240 };

function wordsOf(
  { text, words = [], segments = [] }: z.output<typeof Answer>,
  { start: from, end: to }: TimeRange,
): RecognisedWord[] {
  const found = words.length > 0 ? spellWords(words, text) : segments.flatMap(spreadWords);
  return found.map((word) => {
    const logprob = segments.find(({ end }) => word.start < end)?.avg_logprob;
    return {
      text: word.text,
      start: Math.min(to, from + word.start),
      end: Math.min(to, from + word.end),
      ...(logprob === undefined ? {} : { confidence: Math.min(1, Math.exp(logprob)) }),
    };
  });
}

/** A prompt is read up to 224 tokens. */
const promptLimits = { count: 100, bytes: 600 };

/** OpenAI and servers that speak its protocol: cut in silences, part by part, each with its own times. */
export function createOpenAiSpeech(
  { key, url, model = 'whisper-1', language, pace = defaultServiceTimingMs }: CloudSettings,
  media: Pick<Media, 'samples' | 'speechFile'>,
  length: PartLengthSeconds = url === undefined ? hosted : own,
): SpeechEngine {
  const name = url === undefined ? 'OpenAI' : 'The speech server';
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const service: Service = { name, url: url ?? 'https://api.openai.com/v1', headers, pace };

  /** Told as a text that was just written: models go on in its spelling. Those that tell speakers apart take none. */
  const promptOf = (terms: readonly string[] | undefined): string =>
    model.includes('diarize') ? '' : selectHintTerms(terms, promptLimits).join(', ');

  async function transcribe(speech: string, prompt: string, signal: AbortSignal, onWait: (note: string) => void) {
    const file = await openAsBlob(speech, { type: 'audio/mp4' });
    const form = new FormData();
    form.set('file', file, 'speech.m4a');
    form.set('model', model);
    form.set('response_format', 'verbose_json');
    for (const granularity of ['word', 'segment']) form.append('timestamp_granularities[]', granularity);
    if (language !== undefined) form.set('language', language);
    if (prompt !== '') form.set('prompt', prompt);
    return callSpeechService(service, {
      path: '/audio/transcriptions',
      body: () => form,
      size: file.size,
      read: readAnswer,
      signal,
      onWait,
    });
  }

  return {
    identity: `openai ${service.url} ${model} ${language ?? ''}`,
    label: url === undefined ? `OpenAI (${model})` : `${new URL(url).host} (${model})`,
    detectsSpeech: false,
    async recognise(recognition) {
      const { duration, journal, signal, onProgress } = recognition;
      let from = journal.segments.at(-1)?.end ?? 0;
      while (from < duration) {
        signal.throwIfAborted();
        const to = await endOfPart(media, recognition, from, length);
        const range = { start: from, end: to };
        const done = from / duration;
        onProgress(done, 'Recognising speech');
        const answer = await readOrFetchAnswer(journal, `from ${from.toFixed(2)}`, readAnswer, () =>
          withSpeechFile(media, recognition, range, (speech) =>
            transcribe(speech, promptOf(recognition.terms), signal, (note) => onProgress(done, note)),
          ),
        );
        const code = language ?? languageCode(answer.language);
        await journal.addSegment({
          ...range,
          words: wordsOf(answer, range),
          ...(code === undefined ? {} : { language: code }),
        });
        from = to;
      }
    },
    close: async () => undefined,
  };
}
