import { memoize } from '../memoize.ts';
import type { Sentence } from '../transcript.ts';
import { namesGiven } from './introductions.ts';
import { filterPersonalNames } from './persons.ts';
import type { SpeechProfile } from './speech.ts';

/** The persons who speak, as far as they are known by name, and who of them says a sentence. */
export type People = { names: readonly string[]; speakerOf: (sentence: number) => string | undefined };

/** Names from speaker labels; for numbered labels, names that speakers state at the beginning. */
export const identifySpeakers = memoize((speech: SpeechProfile): People => {
  const { sentences } = speech;
  const called = calledIn(sentences);
  const given = called.length > 0 ? undefined : namesGiven(sentences);
  const all = (given ? [...given.values()] : filterPersonalNames(called, speech)).map(plain);
  // 'Ann' is the Ann Miller that is there.
  const names = all.filter((name) => !all.some((other) => other.startsWith(`${name} `)));
  return {
    names,
    speakerOf: (sentence) => {
      const label = sentences[sentence]?.speaker;
      if (label === undefined) return undefined;
      const name = plain(given === undefined ? label : (given.get(label) ?? ''));
      return names.find((one) => one === name) ?? (name === '' ? undefined : fullName(name, all, names));
    },
  };
});

const fullName = (name: string, all: readonly string[], names: readonly string[]): string | undefined =>
  all.includes(name) ? names.find((one) => one.startsWith(`${name} `)) : undefined;

/** 'Ann Miller (Northfield)' is Ann Miller. */
const plain = (name: string): string => name.replace(/ \([^)]*\)$/u, '');

/**
 * Recogniser labels for unknown speakers: 'Speaker 1', 'SPEAKER_00', 'S2', 'Unknown'. 'Eunovo9', 'Su' and 'Persona'
 * are names.
 */
const NUMBERED =
  /^(?:(?:unknown|unidentified)\b.*|(?:speaker|spk|participant|person|guest|voice|channel|caller|s)?(?:[ _#-]*\d+|[ _#-]+\p{L})?|\p{L})$/iu;

/** Speakers by how much they said, without those who are only numbered. */
function calledIn(sentences: readonly Sentence[]): string[] {
  const said = new Map<string, number>();
  for (const { speaker, length } of sentences) if (speaker) said.set(speaker, (said.get(speaker) ?? 0) + length);
  const names = [...said].toSorted((a, b) => b[1] - a[1]).map(([name]) => name);
  return names.filter((name) => !NUMBERED.test(name));
}
