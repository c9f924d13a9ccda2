import model from 'wink-eng-lite-web-model';
import winkNlp, { type PartOfSpeech, type WinkMethods } from 'wink-nlp';
import { rememberedByText } from '../memoize.ts';

/** No sentence of speech is longer: what is, is a file gone wrong, and patterns are not tried on it. Characters. */
export const LONGEST_SENTENCE = 900;

/** A word, or a mark of punctuation, with its place in the sentence and its part of speech (Universal Dependencies). */
export type Tagged = { text: string; lower: string; tag: PartOfSpeech; from: number; to: number };

/** One word of a sentence. */
export type WordToken = {
  word: string;
  lower: string;
  stem: string;
  /** Whether it says nothing of the subject. */
  stop: boolean;
  /** Punctuation stands between it and the word before. */
  breaks: boolean;
  /** Where it stands in the sentence. */
  from: number;
  to: number;
  /** Its part of speech, of English words only; of a contraction that of its first part. */
  tag: PartOfSpeech | undefined;
};

let nlp: WinkMethods | undefined;

/** Sentences whose tags are kept: three hours have some 2,000, and what is said may become title, quote and summary. */
const MOST_SENTENCES = 8000;

/** The words of an English sentence with their parts of speech; contractions come in two ('do', "n't"). */
export const taggedWords: (sentence: string) => readonly Tagged[] = rememberedByText(tag, MOST_SENTENCES);

function tag(sentence: string): Tagged[] {
  // Loaded by the first English recording: other languages do without the model.
  nlp ??= winkNlp(model, ['pos']);
  const { its } = nlp;
  const tokens = nlp.readDoc(sentence.slice(0, LONGEST_SENTENCE)).tokens();
  const texts = tokens.out(its.value) as string[];
  const tags = tokens.out(its.pos) as PartOfSpeech[];
  const words: Tagged[] = [];
  let at = 0;
  texts.forEach((text, i) => {
    const from = sentence.indexOf(text, at);
    if (from < 0) return;
    at = from + text.length;
    words.push({ text, lower: text.toLowerCase().replaceAll('’', "'"), tag: tags[i]!, from, to: at });
  });
  return words;
}
