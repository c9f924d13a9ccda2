import { normaliseWord, stem, wordsOf } from '../terms.ts';
import { GIVEN_NAMES } from './given-names.ts';
import type { SpeechProfile } from './speech.ts';
import type { Sentence } from '../transcript.ts';
import { memoize } from '../memoize.ts';
import { namesGiven } from './introductions.ts';

/**
 * Keeps personal names and drops roles such as 'Marketing', 'The Chair', found by their lowercase use. When roles
 * dominate, names without a usual given name go too.
 */
export function filterPersonalNames(names: readonly string[], speech: SpeechProfile): string[] {
  const called = names.filter((name) => !/^(?:the |[[(])/i.test(name));
  const roles = called.filter((name) => isRole(name, speech));
  if (roles.length * 2 >= called.length) return called.filter(hasGivenName);
  return roles.length > 0 && !called.some(hasGivenName) ? called.filter((name) => !roles.includes(name)) : called;
}

const hasGivenName = (name: string): boolean => wordsOf(name).some((word) => GIVEN_NAMES.has(normaliseWord(word)));

/** Offices that people hold in a meeting. */
export const OFFICE =
  /\b(?:manager|designer|marketing|interface|engineer|moderator|interviewer|interviewee|presenter|narrator|chair|secretary|student|teacher|professor|customer|agent|host|guest|participant|audience)\b/i;

const isRole = (name: string, { profiles }: SpeechProfile): boolean =>
  !hasGivenName(name) &&
  (OFFICE.test(name) ||
    wordsOf(name).every((word) => {
      const profile = profiles.get(stem(normaliseWord(word)));
      // In a script without capitals nothing tells a name from a word.
      return profile !== undefined && word.toLowerCase() !== word.toUpperCase() && profile.capital * 2 <= profile.count;
    }));

/** Lists participants known only by office: 'the project manager', 'marketing'. */
export function listSpeakerOffices(sentences: readonly Sentence[]): string[] {
  const labels = new Set(sentences.flatMap(({ speaker }) => speaker ?? []));
  return [...labels].flatMap((label) => {
    const name = label.toLowerCase();
    return isHeldBySomebody(name) ? [`the ${name}`] : /^marketing$/.test(name) ? [name] : [];
  });
}

/**
 * Phrases a speaker's office: 'the project manager', 'somebody from marketing'; undefined when the label is no office.
 */
export function phraseSpeakerOffice(label: string | undefined): string | undefined {
  const name = label?.toLowerCase();
  if (name === undefined || !OFFICE.test(name) || /\b(?:audience|participant|guest)\b/.test(name)) return undefined;
  return isHeldBySomebody(name) ? `the ${name}` : `somebody from ${name}`;
}

const isHeldBySomebody = (name: string): boolean => /(?:er|or|ist|chair)$/.test(name) && OFFICE.test(name);

/** Suffixes after a name that are no part of it: 'Suzy Davies AM'. */
const AFTER = /^(?:AM|MP|MS|PhD|Jr\.?|Sr\.?|[IVX]+)$/;

/**
 * Returns the last name: 'Miller' for 'Anna Miller', 'van Dam' for 'Jan van Dam'. Keeps the full name if it is one
 * word or others share it.
 */
export function shortName(name: string, names: readonly string[]): string {
  const last = lastOf(name);
  const isShared = names.some(
    (other) => other !== name && ` ${other} `.toLowerCase().includes(` ${last.toLowerCase()} `),
  );
  return last === '' || isShared ? name : last;
}

function lastOf(name: string): string {
  const words = name.split(' ');
  while (words.length > 1 && AFTER.test(words.at(-1)!)) words.pop();
  if (words.length < 2 || !/^\p{Lu}[\p{L}’'-]{2,}$/u.test(words.at(-1)!)) return '';
  let from = words.length - 1;
  while (from > 1 && /^\p{Ll}{2,3}$/u.test(words[from - 1]!)) from--;
  return words.slice(from).join(' ');
}

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
