import { openAsBlob } from 'node:fs';
import { z } from 'zod';
import type { Media } from '../../media/port.ts';
import type { SpeechEngine, SpeechSegment } from '../port.ts';
import {
  type CloudSettings,
  callSpeechService,
  createJsonReader,
  AnswerLanguage,
  type Service,
  SpokenWord,
  defaultServiceTimingMs,
  nameSpeakers,
  selectHintTerms,
} from './service.ts';
import { readOrFetchAnswer, withSpeechFile } from './parts.ts';

const Answer = z.object({
  results: z.object({
    channels: z
      .array(
        z.object({
          detected_language: AnswerLanguage,
          alternatives: z
            .array(
              z.object({
                words: z.array(
                  z.object({
                    word: SpokenWord,
                    punctuated_word: SpokenWord.optional(),
                    start: z.number(),
                    end: z.number(),
                    confidence: z.number().optional(),
                    speaker: z.number().int().optional(),
                  }),
                ),
              }),
            )
            .min(1),
        }),
      )
      .min(1),
  }),
});

const readAnswer = createJsonReader(Answer);

/** The whole recording is one segment: speakers are told apart within one answer only. */
function segmentOf({ results }: z.output<typeof Answer>, duration: number, language: string | undefined) {
  const [channel] = results.channels;
  const found = language ?? channel!.detected_language;
  const words = nameSpeakers(
    channel!.alternatives[0]!.words.map(({ word, punctuated_word, start, end, confidence, speaker }) => ({
      text: punctuated_word ?? word,
      start,
      end,
      ...(confidence === undefined ? {} : { confidence }),
      label: speaker,
    })),
  );
  return {
    start: 0,
    end: duration,
    words,
    ...(found === undefined ? {} : { language: found }),
  } satisfies SpeechSegment;
}

/** 100 terms of 500 tokens together. */
const keytermLimits = { count: 100, bytes: 1_200 };

/** Deepgram: the whole recording in one question, words with speakers in the answer to it. */
export function createDeepgram(
  {
    key = '',
    url = 'https://api.deepgram.com',
    model = 'nova-3',
    language,
    pace = defaultServiceTimingMs,
  }: CloudSettings,
  media: Pick<Media, 'speechFile'>,
): SpeechEngine {
  const service: Service = { name: 'Deepgram', url, headers: { authorization: `Token ${key}` }, pace };
  function queryOf(terms: readonly string[] | undefined): URLSearchParams {
    const query = new URLSearchParams({
      model,
      smart_format: 'true',
      diarize: 'true',
      ...(language === undefined ? { detect_language: 'true' } : { language }),
    });
    // Older models refuse them.
    if (model.startsWith('nova-3'))
      for (const term of selectHintTerms(terms, keytermLimits)) query.append('keyterm', term);
    return query;
  }
  return {
    identity: `deepgram ${url} ${model} ${language ?? ''}`,
    label: `Deepgram (${model})`,
    detectsSpeech: false,
    async recognise(recognition) {
      const { duration, journal, signal, onProgress } = recognition;
      signal.throwIfAborted();
      if (journal.segments.length > 0) return;
      const answer = await readOrFetchAnswer(journal, 'recording', readAnswer, () =>
        withSpeechFile(media, recognition, { start: 0, end: duration }, async (speech) => {
          onProgress(0.2, 'Deepgram is recognising speech');
          const body = await openAsBlob(speech, { type: 'audio/mp4' });
          return callSpeechService(service, {
            path: `/v1/listen?${queryOf(recognition.terms)}`,
            body: () => body,
            size: body.size,
            read: readAnswer,
            signal,
            onWait: (note) => onProgress(0.2, note),
          });
        }),
      );
      await journal.addSegment(segmentOf(answer, duration, language));
    },
    close: async () => undefined,
  };
}
