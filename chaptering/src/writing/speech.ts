import type { Sentence } from '../transcript.ts';
import { type Token, tokensOf, type WordProfile, wordProfiles } from './word-profile.ts';

/** What the phrase finder knows of a whole recording. */
export type Speech = {
  sentences: readonly Sentence[];
  tokens: readonly (readonly Token[])[];
  profiles: ReadonlyMap<string, WordProfile>;
  /** How often each stem is said, and in which share of the recording's passages. */
  counts: ReadonlyMap<string, number>;
  spread: ReadonlyMap<string, number>;
  /** Stems of the speakers' names: who speaks is not what is spoken of. */
  speakers: ReadonlySet<string>;
};

/** Sentences of a passage, over which the spread of a word is measured. */
const PASSAGE = 15;

export function speechOf(sentences: readonly Sentence[]): Speech {
  const tokens = sentences.map(({ text }) => tokensOf(text));
  const passages = new Map<string, Set<number>>();
  tokens.forEach((list, i) => {
    for (const { stem, stop } of list) {
      if (!stop) passages.set(stem, (passages.get(stem) ?? new Set<number>()).add(Math.floor(i / PASSAGE)));
    }
  });
  const all = Math.ceil(tokens.length / PASSAGE);
  return {
    sentences,
    tokens,
    profiles: wordProfiles(sentences),
    counts: stemCounts(tokens),
    spread: new Map([...passages].map(([stem, found]) => [stem, found.size / all])),
    speakers: speakerStems(sentences),
  };
}

const INTRODUCTION =
  /\b(?:I'm|I am|my name is|this is|thank you,?|thanks,?|joined by|welcome,?|(?:guest|speaker|host)(?: today)? is) (\p{Lu}\p{Ll}+)(?: (\p{Lu}\p{Ll}+))?/gu;

function speakerStems(sentences: readonly Sentence[]): Set<string> {
  const names = new Set(sentences.flatMap(({ speaker }) => (speaker ? tokensOf(speaker).map(({ stem }) => stem) : [])));
  for (const { text } of sentences) {
    for (const [, first, last] of text.matchAll(INTRODUCTION))
      for (const name of [first, last]) if (name) names.add(tokensOf(name)[0]!.stem);
  }
  return names;
}

/** How often each stem that carries a subject is said. */
export function stemCounts(tokens: Iterable<readonly Token[]>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const sentence of tokens)
    for (const { stem, stop } of sentence) if (!stop) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}
