import { memoize } from '../memoize.ts';
import { isHesitation } from '../clean-speech.ts';
import type { RecordingWords, SentenceRange } from './recording-words.ts';
import { isSegmented } from './segmented-words.ts';
import { segmentedSpans } from './segmented-spans.ts';
import { spellWord } from './spelling.ts';
import { removeElidedArticle, titleSpansInOtherLanguages } from './title-spans-other-languages.ts';
import type { WordToken } from './grammar.ts';

/** A phrase as it was spoken, in one piece, that may stand as a title. */
export type TitlePhrase = {
  /** As it stands inside a sentence. */
  text: string;
  tokens: readonly WordToken[];
  /** The sentence that says it first. */
  at: number;
};

const MOST = { words: 8, groups: 3, kept: 150 };
/** Parts of speech of a group of words around a noun, and of what may link two groups. */
const IN_GROUP = new Set(['NOUN', 'PROPN', 'ADJ', 'NUM', 'VERB']);
const NOUN = new Set(['NOUN', 'PROPN']);
const LINK = new Set(['ADP', 'PART']);

/** The phrases of a stretch that may be its title, each once, those with the words that are most its own first. */
export function titlePhrases(words: RecordingWords, [from, to]: SentenceRange): TitlePhrase[] {
  const spansOf = spanFinder(words);
  const isWhole = to - from === words.tokens.length;
  const here = new Map<string, number>();
  for (let i = from; i < to; i++) for (const stem of words.contents[i]!) here.set(stem, (here.get(stem) ?? 0) + 1);
  const portion = (to - from) / Math.max(1, words.tokens.length);
  const own = (stem: string): number => {
    const count = here.get(stem) ?? 0;
    const all = words.counts.get(stem) ?? 1;
    return isWhole ? count * (words.spread.get(stem) ?? 0) : count * Math.log((count + 1) / (all * portion + 1) + 1);
  };
  const found = new Map<string, TitlePhrase & { worth: number }>();
  for (let i = from; i < to; i++)
    for (const tokens of spansOf(words.tokens[i]!)) {
      const stems = tokens.flatMap(({ stem, stop }) => (stop ? [] : [stem]));
      if (stems.length === 0 || new Set(stems).size < stems.length) continue;
      if (stems.every((stem) => words.speakers.has(stem)) || tokens.some(({ word }) => isHesitation(word))) continue;
      const text = textOf(words, tokens, i);
      const key = text.toLowerCase();
      const known = found.get(key);
      if (known !== undefined) known.worth *= 1.2;
      else
        found.set(key, {
          text,
          tokens,
          at: i,
          worth: stems.reduce((sum, stem) => sum + own(stem), 0) / Math.sqrt(stems.length),
        });
    }
  return [...found.values()]
    .toSorted((a, b) => b.worth - a.worth || a.at - b.at || (a.text < b.text ? -1 : 1))
    .slice(0, MOST.kept)
    .map(({ text, tokens, at }) => ({ text, tokens, at }));
}

function textOf(words: RecordingWords, tokens: readonly WordToken[], sentence: number): string {
  if (words.code === 'en') return tokens.map((token) => spellWord(token, words)).join(' ');
  const said = words.sentences[sentence]!.text.slice(tokens[0]!.to, tokens.at(-1)!.to);
  if (isSegmented(words.code)) return tokens[0]!.word + said;
  return removeElidedArticle(spellWord(tokens[0]!, words)) + said;
}

type SpanFinder = (tokens: readonly WordToken[]) => (readonly WordToken[])[];

function spanFinder(words: RecordingWords): SpanFinder {
  const { code } = words;
  if (isSegmented(code)) return (tokens) => segmentedSpans(tokens, code);
  if (code === 'en') return taggedSpans;
  return titleSpansInOtherLanguages(code, (a, b) => (followersOf(words).get(`${a.stem} ${b.stem}`)?.size ?? 0) > 1);
}

/** Words that followed two side by side: different ones behind a noun and its adjective, the same behind a verb. */
const followersOf = memoize(({ tokens }: RecordingWords): ReadonlyMap<string, ReadonlySet<string>> => {
  const followers = new Map<string, Set<string>>();
  for (const sentence of tokens)
    for (let i = 1; i < sentence.length; i++) {
      const [a, b, next] = [sentence[i - 1]!, sentence[i]!, sentence[i + 1]];
      if (a.stop || b.stop || b.breaks) continue;
      const pair = `${a.stem} ${b.stem}`;
      const after = next === undefined || next.breaks ? '' : next.lower;
      followers.set(pair, (followers.get(pair) ?? new Set<string>()).add(after));
    }
  return followers;
});

/** Groups around a noun, and up to three of them with links between, from any word but one behind a noun. */
const taggedSpans = memoize((tokens: readonly WordToken[]): (readonly WordToken[])[] => {
  const spans: (readonly WordToken[])[] = [];
  for (let first = 0; first < tokens.length; first++) {
    const before = tokens[first - 1];
    const { tag = 'X', breaks } = tokens[first]!;
    if (!IN_GROUP.has(tag) || (before && !breaks && NOUN.has(before.tag ?? 'X'))) continue;
    let end: number | undefined = groupEnd(tokens, first);
    for (let groups = 1; end !== undefined; groups++) {
      const span = tokens.slice(first, end);
      if (span.length > MOST.words) break;
      if (span.some(({ stop }) => !stop)) spans.push(span);
      end = groups < MOST.groups ? linkedEnd(tokens, end) : undefined;
    }
  }
  return spans;
});

/** Behind the last noun of the group, or its number, that begins here; undefined where the group ends otherwise. */
function groupEnd(tokens: readonly WordToken[], first: number): number | undefined {
  let end = first;
  let last: number | undefined;
  const belongs = (token: WordToken | undefined): boolean =>
    token !== undefined &&
    (end === first || !token.breaks) &&
    (IN_GROUP.has(token.tag ?? 'X') || (end > first && tokens[first]!.tag === 'VERB' && token.tag === 'DET'));
  for (; belongs(tokens[end]); end++) {
    // Only the first word may be a verb: 'replacing glass', not 'glass breaks'.
    if (end > first && tokens[end]!.tag === 'VERB') break;
    const isNumbered = tokens[end]!.tag === 'NUM' && end > first && NOUN.has(tokens[end - 1]!.tag ?? 'X');
    if (isNumbered || NOUN.has(tokens[end]!.tag ?? 'X')) last = end + 1;
  }
  return last;
}

function linkedEnd(tokens: readonly WordToken[], end: number): number | undefined {
  const link = tokens[end];
  if (link === undefined || link.breaks || !LINK.has(link.tag ?? 'X')) return undefined;
  const next = tokens[end + 1]?.tag === 'DET' && !tokens[end + 1]!.breaks ? end + 2 : end + 1;
  const { tag = 'X', breaks = true } = tokens[next] ?? {};
  return !breaks && IN_GROUP.has(tag) ? groupEnd(tokens, next) : undefined;
}
