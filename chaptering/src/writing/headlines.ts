import { stem } from '../terms.ts';
import { taggedWords } from './grammar.ts';
import type { Phrase } from './phrases.ts';
import { isAction } from './phrase-words.ts';
import type { SpeechProfile } from './speech.ts';
import type { WordToken } from './word-profile.ts';

/** A title that says what is done or asked, in the speaker's words. English only. */
export type Headline = { text: string; stems: readonly string[]; score: number };

/** How the forms compare with the phrase they are built on; chosen like the weights of phrases. */
const WORTH = { named: 3, question: 1.3, howTo: 1.2, doing: 0.75, doingOne: 0.3 };
const WORDS = { least: 3, most: 8 };
/** Questions later than this many sentences into a chapter are details of it. */
const ASKED_WITHIN = 12;
const NAMED_WITHIN = 4;
const NAMED = /\b(?:titled|entitled|called|named|title is|headline is|topic is),? ["“]([^"”]{8,70}?)[.,]?["”]/i;

const ARTICLES = new Set(['the', 'a', 'an', 'your', 'our']);
/** After these, a word in -ing is something done: 'instead of building the index'. */
const BEFORE_DOING = new Set(
  'of for by about with without in on from start started starting avoid is was and or when while to'.split(' '),
);
/** Words in -ing that stand for no deed, or for any. */
const NOT_DOING =
  /^(?:.{0,5}|going|doing|having|saying|being|trying|using|making|getting|talking|looking|thinking|following|according|including|regarding|depending|interesting|existing|assuming|missing|remaining|something|anything|everything|nothing|during|morning|evening|coming|working|giving|taking|putting|seeing|calling|showing|wondering|mentioning|amazing|exciting|boring|upcoming|outstanding|underlying|corresponding|surprising)$/;
/** Verbs that ask for no particular deed: 'how to think about', 'how to do'. */
const ANY_DEED = /^(?:be|do|go|think|get|say|have|know|feel|see|look|come|tell|talk|answer|pronounce|word|phrase|put)$/;
const POINTING =
  /\b(?:it|its|it's|this|that|these|those|they|them|their|he|him|his|she|her|there|here|i|me|my|mine|some|something|anything|one|guys?|else|so|then|just|like|actually|really|happens?|mean|know|say|think|talk|tell|mentioned|sorry|question|next|going|again)\b/i;
const QUESTION =
  /(?:^|[,:;.—–]\s*|\b(?:so|and|but|then|now)\s+)((?:how|what|why|who|when|which|where)\b[^,:;.?—–]{6,70})\?["”’)]?$/i;

/** Titles out of questions, 'how to' and words in -ing, over phrases already weighed for the same stretch. */
export function composeHeadlines(
  { sentences, tokens }: SpeechProfile,
  [from, to]: readonly [number, number],
  phrases: readonly Phrase[],
): Headline[] {
  const known = new Map(phrases.slice(0, 120).map((phrase) => [phrase.stems.join(' '), phrase]));
  const found = new Map<string, Headline>();
  for (let i = from; i < to; i++) {
    if (i - from < NAMED_WITHIN) offer(named(sentences[i]!.text, known));
    if (i - from < ASKED_WITHIN) offer(asked(sentences[i]!.text, known));
    tokens[i]!.forEach((_, at) => {
      offer(howTo(tokens[i]!, at, known));
      offer(doing(tokens[i]!, at, known));
    });
  }
  return [...found.values()].sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));

  function offer(headline: Headline | undefined): void {
    if (headline === undefined) return;
    const words = headline.text.split(' ').length;
    if (words < WORDS.least || words > WORDS.most) return;
    const key = headline.text.toLowerCase();
    if ((found.get(key)?.score ?? 0) < headline.score) found.set(key, headline);
  }
}

type Known = ReadonlyMap<string, Phrase>;

/** 'an article titled "Roofs that leak"' */
function named(sentence: string, known: Known): Headline | undefined {
  const name = NAMED.exec(sentence)?.[1];
  const about = name === undefined ? undefined : bestIn(stemsOf(name), known);
  return name === undefined || about === undefined
    ? undefined
    : { text: name, stems: about.stems, score: WORTH.named * about.score };
}

const stemsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}'_#-]+/u)
    .map(stem);

/** 'Why does the roof leak?' as it is asked, if it points at nothing outside itself. */
function asked(sentence: string, known: Known): Headline | undefined {
  const question = QUESTION.exec(sentence)?.[1];
  if (question === undefined || POINTING.test(question) || /\b(?:you|your|we|our|us)\b/i.test(question))
    return undefined;
  const about = bestIn(stemsOf(question), known);
  if (about === undefined || !taggedWords(question).some(({ tag }) => tag === 'AUX' || tag === 'VERB'))
    return undefined;
  return { text: `${question}?`, stems: about.stems, score: WORTH.question * about.score };
}

/** 'how to seal the roof'; 'how do you seal the roof' says the same. */
function howTo(tokens: readonly WordToken[], at: number, known: Known): Headline | undefined {
  if (tokens[at]!.lower !== 'how') return undefined;
  const asks = /^(?:do|does|should|can|could|would)$/.test(tokens[at + 1]?.lower ?? '');
  if (asks && !/^(?:you|we|i|people|one|they|somebody|someone)$/.test(tokens[at + 2]?.lower ?? '')) return undefined;
  if (!asks && tokens[at + 1]?.lower !== 'to') return undefined;
  const verb = at + (asks ? 3 : 2);
  const deed = tokens[verb];
  if (deed === undefined || deed.breaks || ANY_DEED.test(deed.lower) || /(?:ed|ing|ly)$/.test(deed.lower))
    return undefined;
  const thing = thingAfter(tokens, verb, known);
  if (thing === undefined) return undefined;
  return {
    text: `How to ${deed.word} ${thing.text}`,
    stems: [...thing.phrase.stems, ...(deed.stop ? [] : [deed.stem])],
    score: WORTH.howTo * thing.phrase.score,
  };
}

/** 'sealing the roof', where it is a deed and not a thing: not 'the sealing compound'. */
function doing(tokens: readonly WordToken[], at: number, known: Known): Headline | undefined {
  const deed = tokens[at]!;
  if (!deed.lower.endsWith('ing') || NOT_DOING.test(deed.lower) || deed.word !== deed.lower) return undefined;
  const before = tokens[at - 1]?.lower ?? '';
  const hasArticle = ARTICLES.has(tokens[at + 1]?.lower ?? '');
  if (!hasArticle && !isAction(deed) && !BEFORE_DOING.has(before)) return undefined;
  if (ARTICLES.has(before)) return undefined;
  const thing = thingAfter(tokens, at, known);
  if (thing === undefined) return undefined;
  return {
    text: `${deed.word} ${thing.text}`,
    stems: [...thing.phrase.stems, deed.stem],
    // One word is too little to tell whether the deed is the subject.
    score: (thing.phrase.stems.length > 1 ? WORTH.doing : WORTH.doingOne) * thing.phrase.score,
  };
}

/** The longest weighed phrase that follows, with its article. */
function thingAfter(
  tokens: readonly WordToken[],
  verb: number,
  known: Known,
): { text: string; phrase: Phrase } | undefined {
  const article = ARTICLES.has(tokens[verb + 1]?.lower ?? '') ? tokens[verb + 1]! : undefined;
  const start = verb + (article ? 2 : 1);
  for (let end = Math.min(tokens.length, start + 5); end > start; end--) {
    const span = tokens.slice(start, end);
    if (span.some(({ breaks }, k) => breaks && (k > 0 || article === undefined)) || span.at(-1)!.stop) continue;
    const phrase = known.get(
      span
        .filter(({ stop }) => !stop)
        .map((token) => token.stem)
        .join(' '),
    );
    if (phrase === undefined || span[0]!.stop) continue;
    // 'sealing the roof tiles' is not about roofs.
    const next = tokens[end];
    if (next !== undefined && !next.breaks && !next.stop) return undefined;
    const words = span.map(({ word }) => word);
    return { text: [...(article ? [article.lower] : []), ...words].join(' '), phrase };
  }
  return undefined;
}

function bestIn(stems: readonly string[], known: Known): Phrase | undefined {
  let best: Phrase | undefined;
  for (let a = 0; a < stems.length; a++) {
    for (let b = a + 1; b <= Math.min(stems.length, a + 4); b++) {
      const phrase = known.get(stems.slice(a, b).join(' '));
      if (phrase !== undefined && phrase.score > (best?.score ?? 0)) best = phrase;
    }
  }
  return best;
}
