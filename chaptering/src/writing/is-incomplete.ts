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
