import { UNSPACED } from '@lectern/chaptering/unspaced-scripts';
import { endlessMarks } from '@lectern/contract/rules/visible-text';

/** How something is written, and the forms that are replaced by it. */
export type Rule = { term: string; wrong: readonly string[] };

/** A text with each wrong form replaced by its term. */
export type Rewriter = (text: string) => string;

type Span = { from: number; to: number };
/** A form found at a position, with the term it means. */
type Found = Span & { key: string; term: string; tokens: number };

/** Forms by their tokens: whatever many there are, a text is read once. */
type Branch = { next: Map<string, Branch>; forms: { key: string; term: string }[] };

const step = ({ key, apart }: GlossaryToken, at: number): string => (apart && at > 0 ? ` ${key}` : key);

function treeOf(forms: readonly { form: string; term: string }[]): Branch {
  const root: Branch = { next: new Map(), forms: [] };
  for (const { form, term } of forms) {
    let branch = root;
    for (const [at, token] of splitGlossaryTokens(form).entries()) {
      const onward: Branch = branch.next.get(step(token, at)) ?? { next: new Map(), forms: [] };
      branch.next.set(step(token, at), onward);
      branch = onward;
    }
    if (branch !== root) branch.forms.push({ key: formKeyOf(form), term });
  }
  return root;
}

/** The forms that stand at the n-th token of a text, with the gaps they have, the longest first. */
function standingAt(tree: Branch, text: readonly GlossaryToken[], n: number): Found[] {
  const found: Found[] = [];
  let branch: Branch | undefined = tree;
  for (let tokens = 1; ; tokens += 1) {
    const last = text[n + tokens - 1];
    branch = last && branch.next.get(step(last, tokens - 1));
    if (!last || !branch) return found.reverse();
    for (const form of branch.forms) found.push({ ...form, tokens, from: text[n]!.from, to: last.to });
  }
}

/** Times a text is gone through: what one rule has written may be the beginning of what another one replaces. */
const mostPasses = 32;

/**
 * Rewrites wrong forms as whole words in any case, idempotently. Correct `terms` are left alone; texts that rules
 * would change endlessly stay as they were.
 */
export function createRewriter(rules: readonly Rule[], terms: readonly string[] = []): Rewriter {
  const rewriteOnce = passOf(rules, terms);
  return (text) => {
    let now = text;
    for (let pass = 0; pass < mostPasses; pass += 1) {
      const next = rewriteOnce(now);
      if (next === now) return now;
      now = next;
    }
    return text;
  };
}

/** Builds a rewriter that passes through a text once. */
function passOf(rules: readonly Rule[], terms: readonly string[]): Rewriter {
  const wrongs = treeOf(rules.flatMap(({ term, wrong }) => wrong.map((form) => ({ form, term }))));
  const rights = treeOf([...rules.map(({ term }) => term), ...terms].map((term) => ({ form: term, term })));
  return (text) => {
    const tokens = splitGlossaryTokens(text);
    if (!tokens.some(({ key }) => wrongs.next.has(key))) return text;
    let dictionary: Set<number> | undefined;
    const ends = (): Set<number> => (dictionary ??= wordEnds(text));
    const found = (tree: Branch, n: number): Found[] =>
      standingAt(tree, tokens, n).filter(({ from, to }) => beginsWord(text, from, ends) && endsWord(text, to, ends));

    const candidates = tokens.map((_, n) => found(wrongs, n));
    if (candidates.every((each) => each.length === 0)) return text;
    const right = tokens.flatMap((_, n) => found(rights, n));
    const mayReplace = ({ from, to, key, term }: Found): boolean =>
      right
        .filter((each) => each.from < to && each.to > from)
        .every((each) => {
          // Only its case is wrong.
          if (each.from === from && each.to === to) return formKeyOf(term) === key;
          return each.from >= from && each.to <= to;
        });

    let made = '';
    let done = 0;
    for (let n = 0; n < tokens.length;) {
      const form = candidates[n]!.find(mayReplace);
      if (form) {
        made += text.slice(done, form.from) + form.term;
        done = form.to;
      }
      n += form?.tokens ?? 1;
    }
    return made + text.slice(done);
  };
}

/** A piece of a text that a form can begin or end with: a word, a sign, or a character where words have no spaces. */
export type GlossaryToken = {
  text: string;
  /** Identity of the token, ignoring case. */
  key: string;
  from: number;
  to: number;
  /** Whether something stands between it and the one before it. */
  apart: boolean;
};

/** Korean puts its particles behind a word without a space. */
const hangul = '\\p{Script=Hangul}';
// The mark of a long vowel belongs to no script.
const dense = `${UNSPACED}\\u30FC\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}`;

const token = new RegExp(
  `[${dense}${hangul}]\\p{M}*|(?:(?![${dense}${hangul}])[\\p{L}\\p{N}\\p{M}])+|\\p{Extended_Pictographic}[\\p{M}\\u200D\\p{Extended_Pictographic}]*|\\S`,
  'gu',
);

export const splitGlossaryTokens = (text: string): GlossaryToken[] => {
  let end = 0;
  return Array.from(text.matchAll(token), ({ 0: found, index: from }) => {
    const apart = from > end;
    end = from + found.length;
    return { text: found, key: found.replace(endlessMarks, '').normalize('NFC').toLowerCase(), from, to: end, apart };
  });
};

/** Returns the identity of a form, equal for all spellings that are searched together. */
export const formKeyOf = (form: string): string =>
  splitGlossaryTokens(form)
    .map(({ key, apart }, n) => (apart && n > 0 ? ` ${key}` : key))
    .join('');

const isDense = new RegExp(`[${dense}]`, 'u');
const isHangul = new RegExp(hangul, 'u');
const words = new Intl.Segmenter('und', { granularity: 'word' });

const lowSurrogate = /[\uDC00-\uDFFF]/;

/** Whether a place lies between two characters of a kind. */
function isWithin(kind: RegExp, text: string, at: number): boolean {
  const before = text.slice(lowSurrogate.test(text[at - 1] ?? '') ? at - 2 : Math.max(0, at - 1), at);
  return kind.test(before) && kind.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

/** Where the dictionaries of the scripts without spaces have a word end or begin. */
export const wordEnds = (text: string): Set<number> =>
  new Set([...Array.from(words.segment(text), ({ index }) => index), text.length]);

/** Whether a word may begin at a place: not in the midst of one, where words have no spaces. */
function beginsWord(text: string, at: number, ends: () => Set<number>): boolean {
  return !isWithin(isHangul, text, at) && endsWord(text, at, ends);
}

/** Whether a word may end at a place. A Korean one goes on with its particle. */
const endsWord = (text: string, at: number, ends: () => Set<number>): boolean =>
  !isWithin(isDense, text, at) || ends().has(at);
