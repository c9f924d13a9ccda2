import type { Tagged } from './grammar.ts';

const FINITE = new Set(['AUX', 'VERB']);
/** With one of these a clause or a phrase begins that belongs to another. */
const LINKED = new Set(['CCONJ', 'SCONJ', 'ADP', 'ADV', 'PART', 'INTJ', 'VERB', 'AUX', 'PUNCT']);
const LINKING =
  /^(?:and|but|or|so|that|which|who|whom|whose|where|when|while|if|because|as|like|since|unless|although|though|whether|what|how|why|not|then|than|even|especially|including|the (?:more|less))$/;
const SPEAKERS = new Set(['PRON', 'NOUN', 'PROPN', 'DET', 'NUM', 'ADJ']);

/**
 * Detects clauses joined by a bare comma: 'It is cold, we wait'. Deliberate contrasts pass: 'It is not a recipe, it is
 * patience'.
 */
export function hasCommaSplice(words: readonly Tagged[]): boolean {
  const parts = partsOf(words);
  const [first = [], ...rest] = parts;
  const [head] = first;
  if (head === undefined) return false;
  if (LINKED.has(head.tag) || LINKING.test(head.lower)) return rest.some((part, n) => isLeftBehind(part, rest[n + 1]));
  if (isComparing(first) && rest.some(isComparing)) return false;
  if (first.some(({ lower }) => /^(?:not|n't|no|never|less|when|if|because|while|since|says?|said)$/.test(lower)))
    return false;
  return rest.some(isClauseOfItsOwn) || isWithoutItsSubject(first, rest);
}

const CONDITION = /^(?:if|when|once|while|although|unless|since|because|whenever)$/;
const BELONGS_TO_ANOTHER =
  /^(?:and|or|but|which|who|whose|where|because|if|when|while|like|namely|unless|although|since|as)$/;

/**
 * Detects sentences made only of subordinate clauses: 'If you think it is cold, because it is wet', 'The library,
 * which is a crate that reads blocks'.
 */
export function lacksMainClause(words: readonly Tagged[]): boolean {
  const parts = partsOf(words);
  const isConditional = CONDITION.test(words[0]?.lower ?? '');
  // The condition may span several parts: 'If the baker, a man of the town, sleeps'.
  const from = isConditional ? 1 + parts.findIndex((part, n) => holdsAVerb(n === 0 ? part.slice(1) : part)) : 0;
  const rest = parts.slice(from);
  if (parts.length === 1 || (isConditional && from === 0)) return false;
  return !rest.some((part) => !BELONGS_TO_ANOTHER.test(part[0]?.lower ?? '') && holdsAVerb(part));
}

/** A verb of its own, not one that tells which thing is meant. */
function holdsAVerb(part: readonly Tagged[]): boolean {
  const end = part.findIndex(({ lower }, n) => n > 0 && /^(?:which|who|that|whose|because)$/.test(lower));
  return (end < 0 ? part : part.slice(0, end)).some(
    ({ tag, lower }, n) => FINITE.has(tag) && part[n - 1]?.lower !== 'to' && !/.{3}ing$/.test(lower),
  );
}

/** 'In autumn, your loaves, the crust of them is hard': named, and never said anything of. */
const isLeftBehind = (part: readonly Tagged[], next: readonly Tagged[] | undefined): boolean =>
  next !== undefined &&
  /^(?:DET|PRON|NOUN|PROPN)$/.test(part[0]?.tag ?? '') &&
  !LINKING.test(part[0]!.lower) &&
  !part.some(({ tag }) => FINITE.has(tag)) &&
  next[0]?.tag === 'DET' &&
  isClauseOfItsOwn(next);

/** The parts between commas, semicolons excepted: these join. */
function partsOf(words: readonly Tagged[]): Tagged[][] {
  const parts: Tagged[][] = [[]];
  for (const word of words) {
    if (word.text === ',') parts.push([]);
    else if (/^[;:—–-]$/.test(word.text)) break;
    else parts.at(-1)!.push(word);
  }
  return parts;
}

/** 'The more, the better' */
const isComparing = ([head, second]: readonly Tagged[]): boolean =>
  head?.lower === 'the' && /^(?:more|less|better|worse|\p{Ll}{3,}er)$/u.test(second?.lower ?? '');

/** 'Grey is better, doesn't look old': no 'and' joins the second verb to the first. */
const isWithoutItsSubject = (first: readonly Tagged[], rest: readonly (readonly Tagged[])[]): boolean =>
  first.some(({ tag }) => FINITE.has(tag)) &&
  rest.some(([head]) => head !== undefined && isOfOne(head)) &&
  !rest.flat().some(({ lower }) => /^(?:and|or|but)$/.test(lower));

/** A verb that has one subject, in the present or the past. */
const isOfOne = ({ tag, lower }: Tagged): boolean =>
  (tag === 'AUX' && /^(?:is|was|does|did|has|had)$/.test(lower)) ||
  (tag === 'VERB' && /(?:[^s]s|ed)$/.test(lower) && !/^(?:based|used|called|named|compared|given)$/.test(lower));

function isClauseOfItsOwn(part: readonly Tagged[]): boolean {
  const [head] = part;
  if (head === undefined || !SPEAKERS.has(head.tag) || LINKED.has(head.tag) || LINKING.test(head.lower)) return false;
  const end = part.findIndex(({ lower, tag }) => LINKING.test(lower) || tag === 'SCONJ');
  const clause = end < 0 ? part : part.slice(0, end);
  const verb = clause.findIndex(
    ({ tag, lower }, n) => FINITE.has(tag) && !/(?:ing|ed)$/.test(lower) && clause[n - 1]?.lower !== 'to',
  );
  return verb > 0 && !(clause[verb - 1]!.tag === 'VERB' && clause[verb - 1]!.lower.endsWith('ing'));
}
