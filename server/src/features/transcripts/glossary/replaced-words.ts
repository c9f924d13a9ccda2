import { matchCommonWords } from '@lectern/contract/rules/longest-common';
import { formKeyOf, type GlossaryToken, splitGlossaryTokens, wordEnds } from './rewriter.ts';

/** Words that a person put in the place of others. */
export type Replacement = { wrong: string; term: string };

/** Words on either side: what is longer is a sentence that was put otherwise. */
const mostTokens = 6;
/** Characters on either side. */
const mostCharacters = 60;
/** Tokens of both texts, multiplied: beyond that nobody corrected a word. */
const mostWork = 4_000_000;

/** Tokens from and up to which a text differs from another one. */
type Stretch = { from: number; to: number };

/** The stretches of two texts that took each other's place. */
function differing(
  olds: readonly GlossaryToken[],
  news: readonly GlossaryToken[],
): { before: Stretch; after: Stretch }[] {
  const became = matchCommonWords(olds, news);
  const found: { before: Stretch; after: Stretch }[] = [];
  let [from, start] = [0, 0];
  for (let n = 0; n <= olds.length; n += 1) {
    const now = n === olds.length ? news.length : became[n]!;
    if (now === -1) continue;
    if (n > from && now > start) found.push({ before: { from, to: n }, after: { from: start, to: now } });
    [from, start] = [n + 1, now + 1];
  }
  return found;
}

const saysSomething = /[\p{L}\p{N}]/u;
const sentenceEnd = /[.!?…。！？:]["”’»)]?\s*$/u;

/** Whether a text differs by no more than the case that the place in a sentence asks for. */
function isOfItsPlace(before: string, at: number, { wrong, term }: Replacement): boolean {
  if (formKeyOf(wrong) !== formKeyOf(term)) return false;
  const begins = at === 0 || sentenceEnd.test(before.slice(0, at));
  return term === term.toLowerCase() || (begins && term.slice(1) === wrong.slice(1));
}

/**
 * Finds corrected words in a cue. In scripts without spaces, each range widens to the words a dictionary finds in the
 * written text.
 */
export function replacedWords(before: string, after: string): Replacement[] {
  const [olds, news] = [splitGlossaryTokens(before), splitGlossaryTokens(after)];
  if (olds.length * news.length > mostWork) return [];
  const ends = wordEnds(after);
  return differing(olds, news).flatMap(({ before: old, after: now }) => {
    let [lead, tail] = [0, 0];
    const isSame = (n: number, m: number): boolean => olds[n] !== undefined && olds[n].text === news[m]?.text;
    while (!ends.has(news[now.from - lead]!.from) && isSame(old.from - lead - 1, now.from - lead - 1)) lead += 1;
    while (!ends.has(news[now.to + tail - 1]!.to) && isSame(old.to + tail, now.to + tail)) tail += 1;
    const cut = (text: string, tokens: readonly GlossaryToken[], { from, to }: Stretch): string =>
      text.slice(tokens[from - lead]!.from, tokens[to + tail - 1]!.to);
    const made = { wrong: cut(before, olds, old), term: cut(after, news, now) };
    const isShort =
      Math.max(old.to - old.from, now.to - now.from) + lead + tail <= mostTokens &&
      Math.max(made.wrong.length, made.term.length) <= mostCharacters;
    const isWords = saysSomething.test(made.wrong) && saysSomething.test(made.term);
    return isShort && isWords && !isOfItsPlace(before, olds[old.from - lead]!.from, made) ? [made] : [];
  });
}
