import { isEdge, isGeneral, isGivenName, isThing, canBePhrase } from './phrase-words.ts';
import type { SpeechProfile } from './speech.ts';
import type { WordToken } from './word-profile.ts';

const LONGEST = 8;
/** Stand before a noun and are no part of a title. */
const BEFORE = new Set(
  'the a an our your my their his her its this these those some any all like um uh maybe actually really just basically also both more'.split(
    ' ',
  ),
);
const ARTICLES = new Set(['the', 'a', 'an', 'our', 'your', 'their', 'its']);
const LINKS = new Set(
  'of for in with on to from without between against versus vs via and per under over across within beyond as into by'.split(
    ' ',
  ),
);
/** 'The idea of X', 'the question of X' is X. */
const SHELL =
  /^(?:ideas?|notion|concept|topics?|subject|question|questions|matter|issue|area|point|thing|part|section|piece|kind|sort|type|bit|lot|couple|sense|world|term|process|fact|case)$/;
/** 'Funding from', 'a talk with': a name behind these is who speaks. */
const isWho = (token: WordToken, { speakers }: SpeechProfile): boolean =>
  isGivenName(token) || speakers.has(token.stem);

/**
 * The words of the noun phrase that begins at a word of a sentence, as whole as it was said; undefined where there is
 * none.
 */
export function findNounPhraseAt(
  tokens: readonly WordToken[],
  at: number,
  speech: SpeechProfile,
): WordToken[] | undefined {
  let from = at;
  for (let skipped = 0; skipped < 6; skipped++) {
    const token = tokens[from];
    if (token === undefined || (skipped > 0 && token.breaks && token.from > 0 && !BEFORE.has(tokens[from - 1]!.lower)))
      return undefined;
    if (BEFORE.has(token.lower)) from++;
    else if (SHELL.test(token.lower) && /^(?:of|around|about)$/.test(tokens[from + 1]?.lower ?? '')) from += 2;
    else break;
  }
  // 'What is considered essential' is said of something else.
  const first = tokens[from];
  if (first === undefined || (first.tag === 'VERB' && first.lower.endsWith('ed'))) return undefined;
  let whole = from;
  let words = 0;
  let i = from;
  while (i < tokens.length && words < LONGEST) {
    const token = tokens[i]!;
    if (i > from && token.breaks) break;
    if (LINKS.has(token.lower)) {
      // Only from one whole group to the next.
      if (i === from || whole !== i) break;
      const article = ARTICLES.has(tokens[i + 1]?.lower ?? '') ? 1 : 0;
      const next = tokens[i + 1 + article];
      if (next === undefined || next.breaks || tokens[i + 1]!.breaks || !stands(next) || isWho(next, speech)) break;
      // 'Questions on cellars from Dafydd'
      if (/^(?:from|by)$/.test(token.lower) && article === 0 && next.word !== next.lower) break;
      i += 1 + article;
      words += 1 + article;
      continue;
    }
    if (i === from + 1 && ARTICLES.has(token.lower) && isDeed(tokens[from]!)) {
      i++;
      words++;
      continue;
    }
    if (!stands(token)) break;
    // 'Wallets using keys', 'people running nodes': what follows a whole group is another clause.
    if (whole === i && i > from && token.tag === 'VERB' && !isNewsOf(tokens, from, i)) break;
    i++;
    words++;
    if (endsWell(token) || isNumberOf(tokens, i - 1, from)) whole = i;
  }
  if (i < tokens.length && words >= LONGEST && !tokens[i]!.breaks) {
    // Cut short: back to the last link.
    const link = tokens.slice(from, whole).findLastIndex(({ lower }) => LINKS.has(lower));
    if (link > 0 && (stands(tokens[i]!) || LINKS.has(tokens[i]!.lower))) whole = from + link;
  }
  const found = tokens.slice(from, whole);
  const subject = found.filter(({ stop, lower }) => !stop && !LINKS.has(lower));
  if (subject.every(isGeneral) || subject.some((token) => isWho(token, speech))) return undefined;
  if (!isEdge(found.at(-1)!) && !/\d/.test(found.at(-1)!.lower)) return undefined;
  if (new Set(subject.map(({ stem }) => stem)).size < subject.length) return undefined;
  return found;
}

/** 'Roofers adding skylights': what a name does, as news are told. */
const isNewsOf = (tokens: readonly WordToken[], from: number, at: number): boolean =>
  tokens[at]!.lower.endsWith('ing') &&
  tokens.slice(from, at).every(({ word, lower }) => word !== lower) &&
  tokens[at + 1] !== undefined &&
  !tokens[at + 1]!.breaks &&
  stands(tokens[at + 1]!);

/** 'Roof 22' */
const isNumberOf = (tokens: readonly WordToken[], at: number, from: number): boolean =>
  at > from && /^v?\d/.test(tokens[at]!.lower) && tokens[at - 1]!.word !== tokens[at - 1]!.lower;

const isDeed = ({ tag, lower }: WordToken): boolean => (tag === 'VERB' || tag === 'NOUN') && /.{3}ing$/.test(lower);

/** Whether a word may stand in a noun phrase. */
function stands(token: WordToken): boolean {
  const { tag, lower, word } = token;
  if (tag === 'NUM' || /^\d/.test(lower)) return true;
  if (token.stop && !(tag === 'PROPN' && word !== lower)) return false;
  if (tag === 'NOUN' || tag === 'PROPN' || tag === 'ADJ')
    return canBePhrase(token) || word !== lower || lower.endsWith('ing');
  if (tag === 'VERB') return /(?:ing|ed)$/.test(lower) && lower.length > 4;
  return tag === 'X' && word !== lower;
}

const endsWell = (token: WordToken): boolean =>
  (token.tag === 'NOUN' || token.tag === 'PROPN' || (token.tag === 'X' && token.word !== token.lower)) &&
  isThing(token);
