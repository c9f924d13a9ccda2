import type { LanguageCode } from './language.ts';
import type { WordToken } from './grammar.ts';

/** Before these languages' nouns stands one of these more often than not. */
const ARTICLES: Partial<Record<LanguageCode, string>> = {
  fr: 'le la les un une des du de au aux ce cette ces notre nos votre vos leur leurs son sa ses mon ma mes en sur pour par avec sans',
  es: 'el la los las un una unos unas del al de este esta estos estas nuestro nuestra nuestros nuestras su sus mi tu en sobre para por con sin',
  it: 'il lo la i gli le un uno una del dello della dei degli delle al alla ai alle nel nella nei nelle sul sulla di questo questa questi queste su per con senza',
  pt: 'o a os as um uma uns umas do da dos das no na nos nas ao à de este esta esse essa nosso nossa seu sua em sobre para por com sem',
};
/** Words that may link two nouns. */
const LINKS: Partial<Record<LanguageCode, string>> = {
  de: 'der des von für mit zur zum im in über bei aus auf',
  fr: 'de du des en à pour',
  es: 'de del en para con',
  it: 'di del della dei delle degli dello in per con',
  pt: 'de do da dos das em para com',
  nl: 'van de het voor in met op',
};
const listOf = (words = ''): ReadonlySet<string> => new Set(words.split(' ').filter(Boolean));
const ELISION = /^(?:[ldcjmnst]|qu|un|dell|nell|sull|all|dall|quest)['’](?=\p{L})/iu;

/** The noun phrases of a sentence. */
export type AbroadSpans = (tokens: readonly WordToken[]) => (readonly WordToken[])[];

/**
 * Finds noun phrases without a grammar: by capitals in German, elsewhere by preceding words and repetition.
 * `isRepeated` reports whether two words occur together more than once.
 */
export function titleSpansInOtherLanguages(
  code: LanguageCode | undefined,
  isRepeated: (a: WordToken, b: WordToken) => boolean,
): AbroadSpans {
  const articles = listOf(code && ARTICLES[code]);
  const links = listOf(code && LINKS[code]);
  const nounEnd = code === 'de' ? germanGroup : romanceGroup;

  return (tokens) => {
    const spans: (readonly WordToken[])[] = [];
    for (let a = 0; a < tokens.length; a++) {
      let end = nounEnd(tokens, a);
      for (let linked = 0; end !== undefined && end - a <= 7; linked++) {
        spans.push(tokens.slice(a, end));
        const link = linkEnd(tokens, end);
        end = link === undefined || linked === 2 ? undefined : nounEnd(tokens, link, true);
      }
    }
    return spans;
  };

  function linkEnd(tokens: readonly WordToken[], at: number): number | undefined {
    const link = tokens[at];
    if (link === undefined || link.breaks) return undefined;
    if (ELISION.test(link.word)) return at;
    if (!links.has(link.lower)) return undefined;
    const next = tokens[at + 1];
    return next &&
      !next.breaks &&
      (articles.has(next.lower) || (code === 'de' && /^(?:der|die|das|den|dem)$/.test(next.lower)))
      ? at + 2
      : at + 1;
  }

  /** Adjectives in small letters before a noun with a capital. */
  function germanGroup(tokens: readonly WordToken[], a: number, linked = false): number | undefined {
    let at = a;
    while (at < tokens.length && isGermanAdjective(tokens[at]!) && (at === a || !tokens[at]!.breaks)) at++;
    const noun = tokens[at];
    if (noun === undefined || noun.stop || noun.word === noun.lower || (at > a && noun.breaks)) return undefined;
    if (at === 0 && tokens[1] !== undefined && tokens[1].word === tokens[1].lower && !linked) return undefined;
    const before = tokens[a - 1];
    if (
      !linked &&
      before !== undefined &&
      !tokens[a]!.breaks &&
      !before.stop &&
      (before.word !== before.lower || isGermanAdjective(before))
    )
      return undefined;
    let end = at + 1;
    while (
      end < tokens.length &&
      !tokens[end]!.breaks &&
      !tokens[end]!.stop &&
      tokens[end]!.word !== tokens[end]!.lower
    )
      end++;
    return end - a > 4 ? undefined : end;
  }

  /** A noun behind its article, with one more word where the two stand together again. */
  function romanceGroup(tokens: readonly WordToken[], a: number, linked = false): number | undefined {
    const noun = tokens[a];
    if (noun === undefined || noun.stop || noun.lower.length < 3) return undefined;
    const before = tokens[a - 1];
    const announced =
      linked || ELISION.test(noun.word) || (before !== undefined && !noun.breaks && articles.has(before.lower));
    if (!announced && !(noun.word !== noun.lower && a > 0) && code !== undefined) return undefined;
    const next = tokens[a + 1];
    if (next === undefined || next.breaks || next.stop || next.lower.length < 3) return a + 1;
    const further = tokens[a + 2];
    const whole = further === undefined || further.breaks || further.stop;
    return whole && isRepeated(noun, next) ? a + 2 : a + 1;
  }
}

const isGermanAdjective = ({ word, lower, stop }: WordToken): boolean =>
  !stop && word === lower && /(?:e|en|er|es|em)$/.test(lower) && lower.length > 4;

/** Without the article that is written together with its noun: 'intelligence' of "l'intelligence". */
export const removeElidedArticle = (text: string): string => text.replace(ELISION, '');
