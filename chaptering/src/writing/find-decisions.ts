import { stemsIn } from '../terms.ts';
import { memoize } from '../memoize.ts';
import { hasCommaSplice, isIncompleteSentence } from './clauses.ts';
import { taggedWords, LONGEST_SENTENCE } from './grammar.ts';
import type { SpeechProfile } from './speech.ts';
import { hasFragment, hasSpeechSlips } from './spoken.ts';
import { refersOutside } from './context-dependence.ts';

/** Decision, wish or estimate of a meeting: sentence index, standalone text and worth. */
export type MeetingDecision = { i: number; text: string; score: number };

const VERB =
  'use|have|make|put|include|add|keep|produce|sell|design|target|offer|build|provide|implement|drop|leave|get rid|reduce|change|choose|focus|aim|develop|combine|integrate|remove|spend|save|start|launch|test|send|write|ship|move|support';
const PEOPLE =
  '(?:(?!then\\b|that\\b|so\\b)\\p{L}+(?: \\p{L}+)? per ?cent of (?:the |our )?)?(?:(?:most|many|some|the|our|young(?:er)?|old(?:er)?|elderly) )*(?:people|users?|customers?|consumers?|buyers|everybody|the market|generation)';
const MONEY_OR_SHARE = '(?:euros?|dollars?|pounds?|cents?|per ?cent|%|million|thousand)';

/** How a clause begins in which something is resolved, and how much that tells of a meeting. */
const BEGINNINGS: readonly (readonly [RegExp, number])[] = [
  [
    /\bwe(?:['’]ve| have|['’]d)?(?: all| now| already| also)? (?:decided|agreed|chosen|chose|settled) (?:that|to|on|for|not to|against)\b/iu,
    1.8,
  ],
  [
    /\bwe(?:['’]re| are|['’]ll| will)? (?:gonna |going to )?(?:go|going) (?:for|with) (?:an?|the|our|\p{L}+ing|\p{L}+s)\b/iu,
    1.5,
  ],
  [new RegExp(String.raw`\bwe(?:['’]re| are) (?:gonna|going to) (?:${VERB})\b`, 'iu'), 1.3],
  [new RegExp(String.raw`\bwe (?:need|want|have) to (?:${VERB})\b`, 'iu'), 1.15],
  [new RegExp(String.raw`\bwe (?:should|could|must|will|can) (?:${VERB})\b`, 'iu'), 1.15],
  [
    // Before them nothing that tells which ones.
    new RegExp(
      String.raw`(?<=^|[,;] |\b(?:so|and|because|that|but|think|well|okay|then) )${PEOPLE} (?:want|like|prefer|find|need|would|do not|don['’]t|are|use|think|get|lose|will|only|can)\b`,
      'iu',
    ),
    1.3,
  ],
  [
    /\b(?:the|our|an?) (?!one\b|thing\b|other\b|first\b|second\b|last\b|next\b)(?:\p{L}+ ){1,6}?(?:should|must|has to|have to|needs? to|will|would|may|can|costs?|is|are) (?:not )?(?:be |have |cost )?\p{L}+/iu,
    1,
  ],
  [
    /\b(?:the|our) (?!one\b|thing\b|other\b|first\b|second\b|last\b|next\b)(?:\p{L}+ ){1,4}?(?:has|have|allows|uses|works|needs|gives|makes|comes|goes|stays|sells|wants|looks|feels) \p{L}+/iu,
    0.95,
  ],
  [
    /(?<=^|[,;] |\b(?:so|because|that|but|think|well|okay) )(?!this|thus|its|always|perhaps|towards|yes|as|is|was|has|does)\p{L}{3,}s (?:should|must|have to|need to|will|would|are|cost|need|can) (?:not )?(?:be |have |cost )?\p{L}+/iu,
    0.95,
  ],
  [/\byou (?:can|could|have to|need to|press|push|hold|use) \p{L}+/iu, 0.9],
];
const HAS_FIGURE = new RegExp(String.raw`\b${MONEY_OR_SHARE}\b`, 'iu');
const FIGURE = 1.4;

/** Text from here on is another matter. */
const ENDS =
  /[.?!;]|, (?:so|and|but|'?cause|because|or|if|which|you|right|okay|is|yeah|i|we|it|that|then|like|no|well|maybe|the|our|an?)\b|(?:,? |\b)(?:'cause|because|you know|or something|or whatever|and stuff|and so|so that['’]s|but|so (?=we|i|it|you|that)|and then|and (?=we|i|it|you|that|the)|i think|i guess|which|(?<!\b(?:that|what|how|if|when|where|because|as|than|and|or|thing|things|one|ones)) (?=we (?:want|need|have|should|could|will|can|are)\b|we['’]))\b/iu;
/** Words that refer to something missing. */
const LEANS =
  /\b(?:it|its|it['’]s|this|these|those|there|there['’]s|here|them|he|she|him|her|his|ones|one(?= (?:of|is|has|was|that|which|on|in|for|to|and|with|there|where|you|we)\b|[.,])|well|things?|stuff|something|somewhere|anything|everything|whatever|like|yeah|okay|i|i['’]\p{L}+|me|my|what|who|how|where|going on|talk|talked|look|looked|discuss\w*|mention\w*|minutes?|agenda|decisions?|go first|team|meetings?|presentations?|questions?|slides?|whiteboard|powerpoint|email|folder|draw|drawing|laptop)\b|\b(?<!fact )that\b(?! (?:we|the|a|an|they|our|people|users)\b)|\b(\p{L}+) \1\b|_/iu;
/** Begun again, or broken off: each is a sentence that is none. */
const BROKEN: readonly RegExp[] = [
  // 'We decided that the voice recognition system.'
  /^we(?: \p{L}+)? (?:decided|agreed) that(?!.* (?:is|are|was|were|should|will|would|can|could|must|has|have|need|needs)\b)/iu,
  // 'The bot the bottom', 'percent fifty percent', 'a all animals'
  /^percent\b|^(?:the|our|an?) (?:(?!of\b|in\b|on\b|for\b|to\b|with\b|from\b|at\b|between\b|and\b|or\b)\p{L}+ ){0,3}(?:the|our|an?) |\ban? (?:all|some|the|an?)\b/iu,
  // 'A manual a manual', 'is titanium made of titanium', 'coop some cooperation'
  /\b(\p{L}{4,})(?: \p{L}+)?(?: (?:an?|the|is|are))? \1\b|\bis (?!that|what|how|why|where|all)(?:\p{L}+ ){1,3}is\b/iu,
  /\b(\p{L}{5,})(?: (?:is|made|of|in|the|an?|are)){1,3} \1\b|\b(\p{L}{3,6}) (?:some|any|the|an?) \2\p{L}+/iu,
  // 'We make with the new one is', 'two million would the company', 'most people would adults would', 'and are the costs'
  /^we (?!.*\b(?:that|if|when|what|which|because|where)\b).* (?:is|are|was|were|(?:will|would|should) (?:be|have|cost))\b(?<!^we \S+ \S+)/iu,
  /\b(?:would|will|could|should|can|must) (?:the|an?|they|we|our)\b|\b(would|will|could|should|can|must)(?: \p{L}+){1,6} \1\b|\band (?:is|are|was|were) (?:the|an?)\b/iu,
  // 'The under the flip', 'ready to have a.'
  /\b(?:the|an?|our) (?:so|re|is|are|will|can|for|of|under|on|in|at|to)\b|\b(?:an?|the|in|on|at|to|of|for|with|from|by|\p{L})\.$/iu,
  // 'Many colours of instead', 'the controllers so can', 'by a particular for'
  /\bof (?:instead|so|is|are|the actual)\b|\p{L} so (?:can|is|are|will)\b|\ba \p{L}+(?:ar|al|ain|ous|ive) (?:for|of|in|to)\b/iu,
  // 'Going to use in the lower half', 'onto the desi the device'
  /\b(?:use|have|make|include|add|keep|put) (?:in|on|at|of|for|from)\b|\b(?:the|an?|our) (?!of\b|in\b|on\b|for\b|to\b|with\b|from\b|at\b|and\b|or\b)\p{L}+ (?:the|an?|our) \p{L}/iu,
];
const LENGTH = { least: 6, most: 26 };
const LEAST_SCORE = 0.75;
const LEAST_STEMS = 2;
/** Said so often, a word is one of the subjects. */
const OFTEN = 3;

/** Best first. English only. */
export const findMeetingDecisions = memoize((speech: SpeechProfile): readonly MeetingDecision[] =>
  speech.sentences
    .flatMap(({ text }, i) => {
      if (text.length > LONGEST_SENTENCE || text.endsWith('?')) return [];
      const said = fluent(text);
      return BEGINNINGS.flatMap(([beginning, worth]) => {
        const at = beginning.exec(said)?.index;
        const clause = at === undefined || isBound(said.slice(0, at)) ? undefined : clauseAt(said, at);
        return clause === undefined || !isWhole(clause) || hasStrayWord(clause, speech)
          ? []
          : [{ i, text: clause, score: worth * worthOf(clause, speech) }];
      }).slice(0, 1);
    })
    .filter(({ score }) => score >= LEAST_SCORE)
    .toSorted((a, b) => b.score - a.score || a.i - b.i),
);

const FRAGMENT =
  /(?<![\p{L}'’])(?!(?:a|i|an|as|at|be|by|do|go|he|if|in|is|it|me|my|no|of|on|or|so|to|up|us|we|the|and|for|are|can|you|all|not|has|had|but|out|one|two|may|any|our|her|his|how|new|now|see|use|was|who|way|too|put|get|big)[ ,])\p{L}{1,3},? (?=\p{L})/giu;

/** Without hesitations, and without words that were begun and begun again. */
function fluent(text: string): string {
  let said = text
    .replace(/\b(?:um+|uh+|mm+(?:-hmm)?|hmm+|erm)\b[,.]? ?/giu, '')
    .replace(/(?<=\p{Lu})_(?=\p{Lu}|$|[ ,.])/gu, '')
    .replace(/,? (?:you know|i mean|basically|actually|just|really|obviously|of course)(?=,? \p{L}|[.,]?$)/giu, '');
  said = said.replace(FRAGMENT, (fragment, at: number) =>
    begins(fragment, said.slice(at + fragment.length)) ? '' : fragment,
  );
  for (let before = ''; before !== said;) {
    before = said;
    said = said.replace(/(?<![\p{L}'’])([\p{L}'’]+(?: [\p{L}'’]+){0,3}),? \1(?![\p{L}'’])/giu, '$1');
  }
  return said.replace(/\s+/g, ' ').trim();
}

/** 's star', 'th these' */
const begins = (fragment: string, rest: string): boolean =>
  rest.toLowerCase().startsWith(fragment.replace(/[, ]/g, '').toLowerCase());

/** 'I don't think we should', 'if we could': what stands before takes it back, or makes it hang on something else. */
function isBound(before: string): boolean {
  const near = before.split(/[,;.]/).at(-1)!;
  return (
    /\b(?:if|unless|whether|imagine|suppose|instead|rather than)\b/i.test(before) ||
    /\b(?:not|no|never|doubt|why|how|what|where|who|wonder|wish|until|before|when|once|said|thought|remember|says|which|last)\b|n['’]t\b/i.test(
      near,
    )
  );
}

/** A continuation that changes the statement. */
const HANGS_ON = /^,? ?(?:if|unless|until|except|or|instead)\b/i;

function clauseAt(said: string, at: number): string | undefined {
  const rest = said.slice(at);
  const end = ENDS.exec(rest.slice(6));
  const body = (end === null ? rest : rest.slice(0, 6 + end.index))
    .replace(/[, ]+$/, '')
    .replace(/\bgonna\b/g, 'going to');
  const count = body.split(' ').length;
  if (end !== null && HANGS_ON.test(rest.slice(6 + end.index))) return undefined;
  return count < LENGTH.least || count > LENGTH.most ? undefined : `${body.charAt(0).toUpperCase()}${body.slice(1)}.`;
}

/** A short word that is said nowhere else is mostly the beginning of another one: 'their whi notes'. */
const hasStrayWord = (text: string, { tokenise, counts }: SpeechProfile): boolean =>
  tokenise(text).some(
    ({ word, lower, stem, stop }) =>
      !stop && word === lower && /^\p{L}{1,3}$/u.test(word) && (counts.get(stem) ?? 0) < 2,
  );

/** A sentence, as far as grammar tells, that names what it speaks of. */
function isWhole(text: string): boolean {
  if (
    LEANS.test(text) ||
    (!/^you\b/i.test(text) && /\byour?\b/i.test(text)) ||
    BROKEN.some((sign) => sign.test(text)) ||
    hasFragment(text) ||
    hasSpeechSlips(text) ||
    isIncompleteSentence(text)
  )
    return false;
  const words = taggedWords(text);
  const spoken = words.filter(({ tag }) => tag !== 'PUNCT');
  const verb = spoken.findIndex(({ tag }) => tag === 'AUX' || tag === 'VERB');
  return (
    verb > 0 &&
    /^(?:DET|NOUN|ADJ|NUM|PROPN|PRON)$/.test(spoken[0]!.tag) &&
    /^(?:NOUN|PROPN|NUM|ADJ)$/.test(spoken.at(-1)?.tag ?? '') &&
    // 'A wheel for incremental'
    !(spoken.at(-1)?.tag === 'ADJ' && /^(?:ADP|DET)$/.test(spoken.at(-2)?.tag ?? '')) &&
    // 'The concept they need', 'once they product'
    !spoken.slice(1, verb).some(({ tag }) => tag === 'PRON') &&
    !spoken.some(({ lower }, n) => /^(?:we|they)$/.test(lower) && spoken[n + 1]?.tag === 'NOUN') &&
    // Another verb of a main clause: two sentences.
    !spoken.some(
      ({ tag }, n) =>
        n > verb + 1 &&
        tag === 'PRON' &&
        /^(?:AUX|VERB)$/.test(spoken[n + 1]?.tag ?? '') &&
        spoken[n - 1]?.lower !== 'that',
    ) &&
    !hasCommaSplice(words) &&
    !refersOutside([words])
  );
}

function worthOf(text: string, { counts }: SpeechProfile): number {
  const stems = new Set(stemsIn(text));
  const often = [...stems].filter((stem) => (counts.get(stem) ?? 0) >= OFTEN).length;
  if (stems.size < LEAST_STEMS || often === 0) return 0;
  return (
    (0.6 + 0.1 * Math.min(6, stems.size)) * (0.7 + 0.15 * Math.min(3, often)) * (HAS_FIGURE.test(text) ? FIGURE : 1)
  );
}
