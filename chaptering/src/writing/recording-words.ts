import type { Sentence } from '../transcript.ts';
import type { LanguageCode } from './language.ts';
import type { WordToken } from './grammar.ts';
import { tokeniserFor } from './words.ts';

/** Sentence from, sentence to (excluded). */
export type SentenceRange = readonly [number, number];

/** The words of a whole recording. */
export type RecordingWords = {
  code: LanguageCode | undefined;
  sentences: readonly Sentence[];
  tokens: readonly (readonly WordToken[])[];
  /** Per sentence its words that carry the subject, as stems. */
  contents: readonly (readonly string[])[];
  /** The sentences that say a stem. */
  sentencesOf: ReadonlyMap<string, readonly number[]>;
  /** How often each stem is said, and in which share of the recording's passages. */
  counts: ReadonlyMap<string, number>;
  spread: ReadonlyMap<string, number>;
  /** Words that carry the subject in all. */
  size: number;
  /** How words are written inside sentences, by their lower case, where that is not all small. */
  spellings: ReadonlyMap<string, string>;
  /** Stems of the speakers' names: who speaks is not what is spoken of. */
  speakers: ReadonlySet<string>;
  /** Share of the sentences that a speaker says. */
  shares: ReadonlyMap<string | undefined, number>;
  /** The words of any text in the recording's language. */
  tokenise: (text: string) => WordToken[];
};

/** Sentences of a passage, over which the spread of a word is measured. */
const PASSAGE = 15;

export function readWords(sentences: readonly Sentence[], code: LanguageCode | undefined): RecordingWords {
  const tokenise = tokeniserFor(code);
  const tokens = sentences.map(({ text }) => tokenise(text));
  const contents = tokens.map((list) => list.flatMap(({ stem, stop }) => (stop ? [] : [stem])));
  const sentencesOf = new Map<string, number[]>();
  const counts = new Map<string, number>();
  contents.forEach((stems, i) => {
    for (const stem of stems) {
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
      const places = sentencesOf.get(stem);
      if (places === undefined) sentencesOf.set(stem, [i]);
      else if (places.at(-1) !== i) places.push(i);
    }
  });
  const passages = Math.max(1, Math.ceil(tokens.length / PASSAGE));
  const spreadOf = (places: readonly number[]): number =>
    new Set(places.map((i) => Math.floor(i / PASSAGE))).size / passages;
  const turns = Map.groupBy(sentences, ({ speaker }) => speaker);
  return {
    code,
    sentences,
    tokens,
    contents,
    sentencesOf,
    counts,
    spread: new Map([...sentencesOf].map(([stem, places]) => [stem, spreadOf(places)])),
    size: contents.reduce((sum, { length }) => sum + length, 0),
    spellings: spellingsOf(tokens),
    speakers: new Set([...turns.keys()].flatMap((name) => (name ? tokenise(name).map(({ stem }) => stem) : []))),
    shares: new Map([...turns].map(([name, own]) => [name, own.length / sentences.length])),
    tokenise,
  };
}

/** The commonest form of each word that is not mostly in small letters, taken from inside sentences. */
function spellingsOf(tokens: Iterable<readonly WordToken[]>): Map<string, string> {
  const forms = new Map<string, Map<string, number>>();
  for (const sentence of tokens) {
    sentence.forEach(({ word, lower }, i) => {
      if (i === 0 && !/\p{Lu}.*\p{Lu}/u.test(word)) return;
      const counts = forms.get(lower) ?? new Map<string, number>();
      forms.set(lower, counts.set(word, (counts.get(word) ?? 0) + 1));
    });
  }
  const spellings = new Map<string, string>();
  for (const [lower, counts] of forms) {
    const [form] = [...counts].reduce((best, other) => (other[1] > best[1] ? other : best));
    if (form !== lower) spellings.set(lower, form);
  }
  return spellings;
}
