import type { Transcript } from '../transcript.ts';
import { joinQuotePieces, splitAtSounds, type WordRange } from './elisions.ts';
import { type Ranked, type Ranker, rankPieces, trainedRanker } from './ranker.ts';
import type { RecordingWords, SentenceRange } from './recording-words.ts';
import { says, sentencePool, statesItself } from './sentences.ts';

/** A quote as words of the transcript, in more than one piece where a sound is left out. */
export type QuoteSpan = { pieces: readonly WordRange[]; at: number; isStrong: boolean };

export type QuoteWishes = {
  count: number;
  /** Quotes that stand already, by their words in small letters: none is given twice. */
  given: Set<string>;
  /** Stems that a quote had better say. */
  query?: ReadonlySet<string>;
  /** As many as asked for, weak ones too. */
  filling: boolean;
  ranker?: Ranker;
};

/** Chooses the strong quotes of a stretch, in order of time; where there is none, the best sentence as a weak one. */
export function selectQuotes(
  transcript: Transcript,
  words: RecordingWords,
  stretch: SentenceRange,
  { count, given, query, filling, ranker = trainedRanker }: QuoteWishes,
): QuoteSpan[] {
  const ranked = rankPieces(sentencePool(words, stretch), ranker.quote);
  const fit = ranked.filter((piece) => statesItself(piece, transcript));
  const unfit = ranked.filter((piece) => !fit.includes(piece));
  const isStrong = (piece: Ranked): boolean => fit.includes(piece) && piece.chance >= ranker.quote.enough;
  const chosen: QuoteSpan[] = [];
  const choose = (from: readonly Ranked[], most: number): void => {
    for (const piece of from) {
      if (chosen.length >= most) return;
      const pieces = splitAtSounds(transcript, transcript.sentences[piece.at]!.words);
      if (pieces === undefined || chosen.some(({ at }) => at === piece.at)) continue;
      const key = wordsOnly(joinQuotePieces(transcript, pieces, ' '));
      if (key === '' || given.has(key)) continue;
      given.add(key);
      chosen.push({ pieces, at: piece.at, isStrong: isStrong(piece) });
    }
  };
  const all = [...fit, ...unfit];
  const asked = query ? all.filter((piece) => says(piece, query)) : [];
  choose(filling ? asked : asked.filter(isStrong), count);
  choose(fit.filter(isStrong), count);
  choose([...asked, ...all], filling ? count : Math.min(count, 1));
  return chosen.toSorted((a, b) => a.at - b.at);
}

const wordsOnly = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
