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

/**
 * Tells by its words whether an English sentence is incomplete. Readers called each pattern unusable (bench/readings).
 */
export const isIncompleteSentence = (text: string): boolean => HALF_SAID.some((sign) => sign.test(text));

const HALF_SAID: readonly RegExp[] = [
  // 'To warm ourselves at the ovens that we build': and then?
  /^To \p{Ll}+\b[^,]*\.$/u,
  // 'Without the trouble that ovens make'
  /^(?:Without|Despite|Instead of|Because of|Except for) [^,]*\.$/u,
  // 'Every time a baker opens the oven': and then?
  /^(?:every|each|any|the (?:first|last|next)) time (?!is\b|was\b|will\b|has\b)[^,]*\.$/iu,
  // 'Flour for bread; salt, which is cheap; and the ability to wait': a list that nothing is said of.
  /;[^;]*;/u,
  // 'They'll receive 500': of what? A year, a version and a number with its name are whole.
  /(?<!\b(?:in|since|by|before|until|till|after|from|version|page|chapter|rule|article|number|age|than|step|level|phase|layer|part|to \d+)) (?<=\b\p{Ll}+ )(?!(?:1[89]|20)\d\d)\d{1,4}\.$/u,
  // 'The baker has the choice': which one?
  /\b(?:has|have|had) the (?:choice|option|chance|problem|same|answer)\.$/u,
  // 'You cannot bake because you cannot easily provide': what?
  /\bbecause\b[^,.]*\b(?:can|can['’]t|cannot|could|must|should|will|would)(?: not)?(?: \p{L}+ly)? (?:implement|provide|include|make|need|want|get|enable|require|involve|contain|produce|create)\.$/u,
  // 'At least one ovens have doors': one, or many?
  /\b(?:one|an?|each|every)(?: (?!of\b|and\b|or\b|few\b|lot\b|number\b|couple\b|bunch\b|dozen\b|majority\b|hundred\b|thousand\b|million\b|billion\b|variety\b|series\b|group\b|set\b)\p{L}+){0,2} (?!series\b|has\b|is\b)\p{Ll}+[^s\W]s (?:have|are|were|do)\b/u,
  // 'Three months builds a tree'
  /^(?:Two|Three|Four|Five|Six|Ten|\d+) (?:minutes|hours|days|weeks|months|years) (?!(?:is|was|has|seems|means|goes|works|makes)\b)\p{Ll}+[^s]s\b/u,
  // 'The in the oven is the bread': the noun is lost.
  /\b(?:the|an?) (?:in|of|on|at|to|for|with|from|is|are|was|were)\b(?! the (?:know|loop)\b)/iu,
  // 'The only one is the oven': of what?
  /^The only (?:one|ones|other)\b/u,
  // 'A is zero and B is the capacity': named on a slide.
  /\b[A-Z] is\b.*\b[B-Z] is\b/u,
  // 'At that point you become.', 'a baker that commits.'
  /\b(?:become|becomes|because|the|an?)\.$|\b(?:that|which) (?!(?:is|works?|matters?|counts?|exists?|helps?|fits?)\b)\p{Ll}+s\.$/u,
  // 'So bakers can The oven is cold', 'the heat is not coming from wood is coming from coal': one sentence into another.
  /\b(?:can|could|will|would|should|must) (?:The|It|They|We|You|This|That|\p{Lu}\p{Ll}+ (?:is|are))\b/u,
  /\b(is|are) (?:not )?(\p{L}+ing)\b[^,;]*\b\1 \2\b/iu,
];
