import { textLimits } from '@lectern/contract/rules/longest';
import { boundedText } from '@lectern/contract/text';
import { z } from 'zod';
import { cuesOfWords } from '../words-to-cues.ts';
import type { CaptionFile, FileCue } from './caption-file.ts';

const Seconds = z.number().nonnegative();
/** The text of a turn or a word, which can be as long in languages without spaces; tidying splits it into cues. */
const Turn = boundedText(1_000_000);
const Word = Turn;
const Label = z.union([boundedText(200), z.number().int()]).nullish();
const Language = boundedText(textLimits.language).nullish().catch(undefined);

/** Whisper, WhisperX and faster-whisper; whisper.cpp has milliseconds under `offsets`, Transformers `chunks`. */
const Whisper = z.object({
  language: Language,
  segments: z.array(z.object({ start: Seconds, end: Seconds.nullish(), text: Turn, speaker: Label })),
});
const WhisperCpp = z.object({
  result: z.object({ language: Language }).nullish(),
  transcription: z.array(z.object({ offsets: z.object({ from: Seconds, to: Seconds }), text: Turn })),
});
const Chunks = z.object({
  chunks: z.array(z.object({ timestamp: z.tuple([Seconds, Seconds.nullable()]), text: Turn })),
});

const DeepgramWord = z.object({
  word: Word,
  punctuated_word: Word.nullish(),
  start: Seconds,
  end: Seconds,
  speaker: Label,
});
const Deepgram = z.object({
  results: z.object({
    channels: z
      .array(
        z.object({
          detected_language: Language,
          alternatives: z.array(z.object({ words: z.array(DeepgramWord) })).min(1),
        }),
      )
      .min(1),
  }),
});

/** Milliseconds. */
const AssemblyAi = z.object({
  language_code: Language,
  words: z.array(z.object({ text: Word, start: Seconds.int(), end: Seconds.int(), speaker: Label })),
});

const RevAi = z.object({
  monologues: z.array(
    z.object({
      speaker: Label,
      elements: z.array(
        z.object({ type: boundedText(40), value: Word, ts: Seconds.nullish(), end_ts: Seconds.nullish() }),
      ),
    }),
  ),
});

/** Numbers and letters are no names. */
export const readSpeakerLabel = (label: z.output<typeof Label>): { speaker?: string } => {
  if (label === undefined || label === null || label === '') return {};
  if (typeof label === 'number') return { speaker: `Speaker ${label + 1}` };
  return { speaker: /^[A-Z]$/.test(label) ? `Speaker ${label}` : label };
};

const file = (cues: FileCue[], language: string | null | undefined): CaptionFile => ({
  cues,
  broken: 0,
  language: language ?? undefined,
});

/** A form of JSON: its shape, and what is made of it. */
const form =
  <Shape>(schema: z.ZodType<Shape>, read: (value: Shape) => CaptionFile) =>
  (value: unknown): CaptionFile | undefined => {
    const { data } = schema.safeParse(value);
    return data === undefined ? undefined : read(data);
  };

/** Recogniser answers by shape, the most detailed formats first. */
const forms = {
  deepgram: form(Deepgram, ({ results: { channels } }) => {
    // Where there are several, each is somebody's microphone, and speakers are numbered within it.
    const cues = channels.flatMap(({ alternatives }, n) =>
      cuesOfWords(
        alternatives[0]!.words.map(({ word, punctuated_word, speaker, ...times }) => ({
          ...times,
          text: punctuated_word ?? word,
          ...readSpeakerLabel(channels.length > 1 ? n : speaker),
        })),
      ),
    );
    return file(
      cues.sort((a, b) => a.start - b.start),
      channels[0]!.detected_language,
    );
  }),
  assemblyai: form(AssemblyAi, ({ words, language_code }) => {
    const timed = words.map(({ text, start, end, speaker }) => ({
      text,
      start: start / 1000,
      end: end / 1000,
      ...readSpeakerLabel(speaker),
    }));
    return file(cuesOfWords(timed), language_code?.replace('_', '-'));
  }),
  revai: form(RevAi, ({ monologues }) => {
    const words = monologues.flatMap(({ speaker, elements }) => {
      const spoken: { text: string; start: number; end: number }[] = [];
      for (const { type, value, ts, end_ts } of elements)
        if (type === 'text' && typeof ts === 'number') spoken.push({ text: value, start: ts, end: end_ts ?? ts });
        else if (spoken.length > 0) spoken.at(-1)!.text += value.trim();
      return spoken.map((word) => ({ ...word, ...readSpeakerLabel(speaker) }));
    });
    return file(cuesOfWords(words), undefined);
  }),
  whisper: form(Whisper, ({ segments, language }) =>
    file(
      segments.map(({ start, end, text, speaker }) => ({
        start,
        text,
        ...(typeof end === 'number' ? { end } : {}),
        ...readSpeakerLabel(speaker),
      })),
      language,
    ),
  ),
  whispercpp: form(WhisperCpp, ({ transcription, result }) =>
    file(
      transcription.map(({ offsets, text }) => ({ start: offsets.from / 1000, end: offsets.to / 1000, text })),
      result?.language,
    ),
  ),
  chunks: form(Chunks, ({ chunks }) =>
    file(
      chunks.map(({ timestamp: [start, end], text }) => ({ start, text, ...(end === null ? {} : { end }) })),
      undefined,
    ),
  ),
} as const;

/** The transcript that a known recogniser has written as JSON; undefined for any other value. */
export function readRecogniserJson(value: unknown): CaptionFile | undefined {
  for (const read of Object.values(forms)) {
    const found = read(value);
    if (found && found.cues.length > 0) return found;
  }
  return undefined;
}
