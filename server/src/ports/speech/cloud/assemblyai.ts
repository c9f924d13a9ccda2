import { openAsBlob } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '@lectern/contract/problem';
import { boundedText, cutText } from '@lectern/contract/text';
import { z } from 'zod';
import type { Media } from '../../media/port.ts';
import type { Recognition, SpeechEngine, SpeechSegment } from '../port.ts';
import {
  type CloudSettings,
  callSpeechService,
  createJsonReader,
  AnswerLanguage,
  type Service,
  SpokenWord,
  defaultServiceTimingMs,
  nameSpeakers,
  ProviderRefusal,
  selectHintTerms,
} from './service.ts';
import { readOrFetchAnswer, withSpeechFile } from './parts.ts';

const Uploaded = z.object({ upload_url: boundedText(2_000) });
const Created = z.object({ id: boundedText(255) });
/** Jobs of the whole account: what others have asked for may be of any form. */
const Listed = z.object({
  transcripts: z.array(
    z
      .object({ id: boundedText(255).catch(''), audio_url: boundedText(2_000).nullish().catch(undefined) })
      .catch({ id: '' }),
  ),
});
const Transcript = z.object({
  status: z.enum(['queued', 'processing', 'completed', 'error']),
  error: cutText(2_000, (said, most) => said.slice(0, most)).nullish(),
  language_code: AnswerLanguage,
  words: z
    .array(
      z.object({
        text: SpokenWord,
        /** Milliseconds. */
        start: z.number(),
        end: z.number(),
        confidence: z.number().optional(),
        speaker: boundedText(200).nullish(),
      }),
    )
    .nullish(),
});
type Transcript = z.output<typeof Transcript>;
const readTranscript = createJsonReader(Transcript);

type Tell = (note: string) => void;

/** As many as the less able of the usual models takes, of six words each. */
const keytermLimits = { count: 200, bytes: 20_000, words: 6 };
/** Models that take terms. */
const takesTerms = /^(universal-[23]|slam-1)/;

/** How the journal notes what the provider has of us: first the sound, then the job on it. */
const uploaded = 'uploaded ';
const created = 'created ';

/** Said of recordings in which nobody speaks: no failure, but no words. */
const nobodySpeaks = /no spoken audio|does not appear to contain (speech|audio)|no speech/i;

function segmentOf({ words, language_code }: Transcript, duration: number, language: string | undefined) {
  const found = language ?? language_code?.replace('_', '-');
  const spoken = nameSpeakers(
    (words ?? []).map(({ text, start, end, confidence, speaker }) => ({
      text,
      start: start / 1000,
      end: end / 1000,
      ...(confidence === undefined ? {} : { confidence }),
      label: speaker,
    })),
  );
  return { start: 0, end: duration, words: spoken, ...(found ? { language: found } : {}) } satisfies SpeechSegment;
}

/**
 * Whether sound or job is gone at the provider, in another account, or declined, so the next attempt starts over.
 * Wrong keys and empty accounts lose nothing.
 */
const isLost = (error: unknown): boolean =>
  (error instanceof Problem && error.code === 'speech_declined') ||
  (error instanceof ProviderRefusal && [403, 404].includes(error.answered));

/**
 * Uploads sound to AssemblyAI, creates a job and polls it. Notes both at once, so restarts resume the paid job;
 * unnoted jobs are found by their sound.
 */
export function createAssemblyAi(
  { key = '', url = 'https://api.assemblyai.com', model, language, pace = defaultServiceTimingMs }: CloudSettings,
  media: Pick<Media, 'speechFile'>,
): SpeechEngine {
  const service: Service = { name: 'AssemblyAI', url, headers: { authorization: key }, pace };
  const models = (model ?? 'universal-3-pro,universal-2').split(',').map((name) => name.trim());

  async function upload(speech: string, signal: AbortSignal, onWait: Tell): Promise<string> {
    const body = await openAsBlob(speech, { type: 'application/octet-stream' });
    const { value } = await callSpeechService(service, {
      path: '/v2/upload',
      body: () => body,
      size: body.size,
      read: createJsonReader(Uploaded),
      signal,
      onWait,
    });
    return value.upload_url;
  }

  async function findJob(audio: string, signal: AbortSignal): Promise<string | undefined> {
    const path = '/v2/transcript?limit=100';
    const { value } = await callSpeechService(service, { method: 'GET', path, read: createJsonReader(Listed), signal });
    return value.transcripts.find(({ audio_url }) => audio_url === audio)?.id;
  }

  const keytermsOf = (terms: readonly string[] | undefined): string[] =>
    models.every((name) => takesTerms.test(name)) ? selectHintTerms(terms, keytermLimits) : [];

  async function createJob(audio: string, terms: string[], signal: AbortSignal, onWait: Tell): Promise<string> {
    const { value } = await callSpeechService(service, {
      path: '/v2/transcript',
      headers: { 'content-type': 'application/json' },
      body: () =>
        JSON.stringify({
          audio_url: audio,
          speech_models: models,
          speaker_labels: true,
          ...(terms.length > 0 ? { keyterms_prompt: terms } : {}),
          ...(language === undefined ? { language_detection: true } : { language_code: language }),
        }),
      read: createJsonReader(Created),
      signal,
      onWait,
      repeatable: false,
    });
    return value.id;
  }

  /** The job on a recording: the one of an earlier run, else a new one. */
  async function jobOf(recognition: Recognition, tell: Tell): Promise<string> {
    const { duration, journal, signal } = recognition;
    if (journal.job?.startsWith(created)) return journal.job.slice(created.length);
    const audio = journal.job?.startsWith(uploaded) ? journal.job.slice(uploaded.length) : undefined;
    const orphan = audio === undefined ? undefined : await findJob(audio, signal);
    const terms = keytermsOf(recognition.terms);
    const id = orphan ?? (await createJob(audio ?? (await freshUpload()), terms, signal, tell));
    await journal.saveJob(created + id);
    return id;

    async function freshUpload(): Promise<string> {
      const address = await withSpeechFile(media, recognition, { start: 0, end: duration }, (speech) =>
        upload(speech, signal, tell),
      );
      await journal.saveJob(uploaded + address);
      return address;
    }
  }

  async function whenDone(id: string, signal: AbortSignal, tell: Tell) {
    const until = performance.now() + pace.longest;
    for (;;) {
      const path = `/v2/transcript/${encodeURIComponent(id)}`;
      const found = await callSpeechService(service, {
        method: 'GET',
        path,
        read: readTranscript,
        signal,
        onWait: tell,
      });
      const { status, error } = found.value;
      if (status === 'completed' || (status === 'error' && nobodySpeaks.test(error ?? ''))) return found;
      if (status === 'error') throw new Problem('speech_declined', { cause: `AssemblyAI, job ${id}: ${error}` });
      if (performance.now() > until)
        throw new Problem('speech_failed', { cause: `AssemblyAI, job ${id}: still ${status}` });
      tell(status === 'queued' ? 'Waiting in the queue of AssemblyAI' : 'AssemblyAI is recognising speech');
      await delay(pace.poll, undefined, { signal }).catch(() => undefined);
    }
  }

  return {
    identity: `assemblyai ${url} ${models.join()} ${language ?? ''}`,
    label: `AssemblyAI (${models[0]})`,
    detectsSpeech: false,
    async recognise(recognition) {
      const { duration, journal, signal, onProgress } = recognition;
      signal.throwIfAborted();
      if (journal.segments.length > 0) return;
      const tell: Tell = (note) => onProgress(0.3, note);
      const answer = await readOrFetchAnswer(journal, 'recording', readTranscript, async () => {
        try {
          return await whenDone(await jobOf(recognition, tell), signal, tell);
        } catch (error) {
          if (isLost(error)) await journal.saveJob(undefined);
          throw error;
        }
      });
      await journal.addSegment(segmentOf(answer, duration, language));
    },
    close: async () => undefined,
  };
}
