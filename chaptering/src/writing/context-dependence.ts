import { isStopWord } from '../terms.ts';
import { memoize } from '../memoize.ts';
import type { Sentence } from '../transcript.ts';
import { GIVEN_NAMES } from './given-names.ts';
import type { Tagged } from './grammar.ts';

/** Openings that lean on the sentence before, whatever follows. */
const LEANING =
  /^(?:(?:this|that|these|those|it|he|she|they|which|who|whose|where|there|here|such|same|another|other|him|her|his|their|them|its|one of (?:them|those|these))\b|(?:because|whereas|or|nor|although|though|if so|then|than|therefore|thus|hence|instead|otherwise|either|neither|too|both|plus|except|not|for (?:example|instance)|in (?:this|that|which) case|in other words|well (?:i|you|we|they|he|she|it|the)|'?cause|(?:good|fair|great|nice) (?:point|enough|question|idea|one)|no|mine|ours|yours|theirs|hers|first of all|first(?:ly)?,|firstly|on (?:the )?one hand|apparently|for the most part|at the end of the day|long story short|however|besides|that said|meanwhile|similarly|likewise|secondly|thirdly|second|third|furthermore|moreover|additionally|finally|lastly|next|again|also|already|yet|still|like|same here|me too|i agree|i see|i then|i also|hey|interesting|go ahead|(?:as|like) (?:i|we|you|he|she|they|i've|we've|you've) (?:said|say|just|discussed|mentioned|talked|heard|saw|know|described|have)|to (?:that|this)|after (?:that|this)|on top of (?:that|this)|at (?:that point|the very least|the same time)|from there|from me|along (?:the same|those) lines|the (?:same|other|first|second|third|next|last|latter|former) (?:one|thing|place|question|point|part|way|reason|half)|one more|combined with|short of|item \d+|paper \d+|either way|in (?:fact|that|this|these|those)|with (?:that|this)|on (?:that|this))\b)/i;
const SMALL_TALK =
  /\b(?:thanks?|thank you|welcome|hello|hi everyone|good (?:morning|afternoon|evening)|sponsor|subscribe|next slide|this slide|on the screen|share my screen|can you (?:see|hear)|my name is|i'm (?:going to|\p{Lu}\p{Ll}+)|i am going to|i(?:'ll| will| would| want to| wanted to|'d like to|'m gonna) (?:just |also |now |still )?(?:go|talk|mention|say|ask|show|give|start|finish|play|try|move|read|add|skip|hand|note|invite|thank)|we(?:'re| are) (?:going to|joined)|(?:am|are|is|we're) joined|joining us|minister for|on the agenda|let (?:me|us)|let's (?:go|move|talk|get|see|start|skip|take|look|do|just|jump|dive)|go ahead|jump in|questions?|episodes?|podcasts?|newsletter|on the call|on mute|sorry|just a sec|(?:we|i) (?:just )?(?:covered|mentioned)|damn|i don't know|i'm not sure|no idea|randomly|go back to|let's remind|laugh|bathroom|lunch|coffee|bye|see you|honou?rable|mr\.? ?speaker|madam chair|mr\.? ?chair|jokes?|news item|this week|last week|last time|earlier|meetings?|presentation)\b/iu;
/** 'that' between a verb or noun and a clause points at nothing: 'we found that tests help'. */
function isConjunction(words: readonly string[], i: number): boolean {
  if (words[i]!.toLowerCase() !== 'that' || i === 0) return false;
  const next = words[i + 1]?.toLowerCase() ?? '';
  return !/^(?:is|was|would|will|can|has|means|makes|and|or|but|so|one|way|kind|point|thing|case)$/.test(next) && i > 1;
}

/** Greetings, thanks, agendas, screens, meetings: of the occasion and not of the subject. */
export const isHousekeeping = (text: string): boolean =>
  /^["“]/.test(text) || SMALL_TALK.test(text) || OCCASION.test(text) || /#\d/.test(text);

const OCCASION =
  /\b(?:hand (?:it |this )?over|turn (?:it|this) over|the floor|any(?:one|body) else (?:has|have|had|wants?)|now would be a good time|moving on|move on|next (?:item|talk|session|speaker|presentation|up|one|topic|question|speaker|week|time|month|section|part)|(?:this|the|my|our|today's) (?:show|talk|session|section|webinar|call|video|recording|slides?|chat|segment|interview|series|panel)|paper to note|as you(?:'ll| may| might| probably)? know|you(?:'ve| have) (?:made|said|asked|talked|put|raised|given|set|heard|just)|as (?:you can see|i said|we said|mentioned)|i'll|we'll (?:go|get|talk|see|start|be|cover|discuss|come|look|have)|i'd like to|i want(?:ed)? to|i (?:just )?wanted|you (?:just )?(?:said|mentioned|asked|touched|brought|alluded)|you were (?:saying|talking)|(?:said|say) (?:before|earlier)|(?:my|our) (?:guest|co-?host)s?|today (?:we|i|i'm|we're|we'll)|i am \p{Lu}\p{Ll}+|correction|joining|titled|entitled|patch|newsletter|PRs?|release (?:notes|candidate)|highlighted|walk(?:ed)? (?:us|you) through|pull request|PR #?\d|issue #|page \d|on (?:page|line)|item \d|minutes?|raise your hand|please|feel free|(?:educate|tell|show|teach|remind|walk) you|in the chat|tweet\w*|twitter|retweet|write-?up|blog ?post|read (?:the|it|about)|section \d|paragraph \d|petition|motion|honou?r to|pleased to|happy to|glad to|excited to|love to|congrat\w*|appreciate|forward to|talked about|talking about|mentioned|discussed|discussing|spoke about|asked|asking|answer\w*|curious|wonder\w*|agenda|colleagues?|the (?:member|minister|committee|author|speaker|guest|listeners?|audience)s?)\b/iu;

const THIRD_PERSON = /^(?:he|she|him|her|his|hers|himself|herself)$/;
const THEY = /^(?:they|them|their|theirs|themselves)$/;
/** Nouns that are many without an s, and those of which one says they. */
const COLLECTIVE =
  /^(?:people|children|men|women|data|media|team|company|government|staff|police|family|community|committee|industry|public|group|each|percent)$/;
const POINTERS = /^(?:this|that|these|those)$/;
/** Nouns understood without naming after a pointing word: 'this year', 'these days'. */
const KNOWN_TO_ALL = /^(?:year|years|day|days|century|decade|world|country|industry|point|moment|way)$/;
/** Looks back, or around, wherever it stands. */
const LOOKS_BACK =
  /\b(?:the (?:former|latter|other (?:one|side|thing|two)|first (?:one|thing)|second (?:one|thing)|same (?:thing|one|way|idea|reason)|whole thing|thing is|next one|last one|above)|such (?:a|an)|like that|that way|that's (?:why|how|what|where|when|the)|this is|that is|those are|these are|in (?:this|that) (?:case|way|sense|regard|context|situation|scenario|example)|so far|here|over there|up there|(?:difference|thing|idea|point|problem|question|goal|one|part|challenge|issue|reason|arguments?) there|there (?:is|was) that|do so|did so|does so|doing so|do that|did that|does that|doing that|do it|did it|again|also|another|other one|earlier|previous(?:ly)?|above|below|aforementioned|as opposed to (?:that|this)|either of (?:them|those)|each of (?:them|those)|both of (?:them|those)|all of (?:them|those|that|this)|one of (?:them|those)|some of (?:them|those|that)|most of (?:them|those|that)|the two|the three|his|said that|back then|at the time|at that time|by then|then,|on the other hand|to \w+'s point|one other thing|(?:have|has|had|needs?|use|get|got|want|is|are) (?:one|two|three|four|some|many|both)(?=[,.])|(?:have|want|need|going) to(?: anymore| now)?(?=[,.])|to anymore|\w+'s right|what (?:that|this|it) means)\b/i;

/** Looks back where a sentence ends with it. */
const LOOKS_BACK_AT_THE_END = /\b(?:as well|too|instead|then|either|though|there)[.!]["”’)]*(?:\s|$)/i;

/** 'One is', 'Some offer': of what? */
const ONE_OF_SOME =
  /^(?:(?:always|never|exactly|correct|definitely|absolutely|possibly|probably|perhaps|yes|no|also|sometimes),|(?:one|some|many|most|others?|each|several|few|all|two|three|the (?:next|first|last|second|third) (?:one|two|three|\w+ (?:is|are|was)))(?: \p{Ll}+)? (?:is|are|was|were|has|have|can|will|would|offer|do|does)\b)/iu;

/** Whether a passage needs what was said before it, by the words it opens with and those that look back. */
export const dependsOnContext = (text: string, english: boolean): boolean =>
  english
    ? LEANING.test(text) || LOOKS_BACK.test(text) || LOOKS_BACK_AT_THE_END.test(text) || ONE_OF_SOME.test(text)
    : LEANING_ABROAD.test(text);

/** Whether a passage of English needs what was said before it: its pronouns are not named in it. */
export function refersOutside(tagged: readonly (readonly Tagged[])[]): boolean {
  const words = tagged.flat().filter(({ tag }) => tag !== 'PUNCT');
  let [nouns, plurals, singulars, people] = [0, 0, 0, 0];
  for (let i = 0; i < words.length; i++) {
    const { lower, tag } = words[i]!;
    const next = words[i + 1];
    if (THIRD_PERSON.test(lower) && people === 0) return true;
    if (/^its?(?:elf)?$/.test(lower) && singulars === 0 && !isEmptyIt(words, i)) return true;
    if (THEY.test(lower) && plurals === 0 && people === 0) return true;
    if (isFirstNameAlone(words, i)) return true;
    if (POINTERS.test(lower) && pointsBack(words, i)) return true;
    if (/^(?:one|ones)$/.test(lower) && tag !== 'NUM' && nouns === 0) return true;
    if ((tag === 'NOUN' && !NEVER_MEANT.test(lower)) || (tag === 'PROPN' && lower !== 'i')) {
      nouns++;
      if (/[^su]s$/.test(lower) || COLLECTIVE.test(lower)) plurals++;
      if (!/[^su]s$/.test(lower) || tag === 'PROPN') singulars++;
    }
    // 'The mill and the oven' are many as well.
    if (lower === 'and' && nouns > 0) plurals++;
    if (tag === 'PROPN' || /^(?:person|people|man|woman|user|users|someone|somebody|everyone|anyone|who)$/.test(lower))
      people++;
    if (next === undefined) break;
  }
  return false;
}

/** Somebody called by a first name has been spoken of before: 'Alice has to sign'. */
function isFirstNameAlone(words: readonly Tagged[], i: number): boolean {
  const { text, lower } = words[i]!;
  const isCapital = (n: number): boolean => /^\p{Lu}/u.test(words[n]?.text ?? '');
  return text !== lower && GIVEN_NAMES.has(lower) && !isCapital(i + 1) && (i === 0 || !isCapital(i - 1));
}

/** Nouns that no pronoun stands for. */
const NEVER_MEANT =
  /^(?:today|tomorrow|yesterday|tonight|times?|days?|years?|months?|weeks?|moment|lots?|bit|kind|sort|way|ways|things?|sense|case|fact|end|example|course|rest|matter|terms?)$/;

/** 'It is important that', 'it turns out', 'it takes a village': the word stands for nothing. */
const isEmptyIt = (words: readonly Tagged[], i: number): boolean =>
  words[i]!.lower === 'it' &&
  (/^(?:takes|turns)$/.test(words[i + 1]?.lower ?? '') ||
    (/^(?:is|'s|was|would|will|can)$/.test(words[i + 1]?.lower ?? '') &&
      words
        .slice(i + 2, i + 9)
        .some(({ lower }) => lower === 'to' || lower === 'that' || lower === 'if' || lower === 'when')));

/** 'This helps' and 'that approach' point back; 'we found that tests help' does not, nor does 'these days'. */
function pointsBack(words: readonly Tagged[], i: number): boolean {
  const { lower, tag } = words[i]!;
  const next = words[i + 1];
  if (next === undefined || words[i - 1]?.tag === 'ADP') return !KNOWN_TO_ALL.test(next?.lower ?? '');
  const after = words[i + 2]?.tag;
  if (
    lower === 'that' &&
    tag === 'DET' &&
    next.tag === 'NOUN' &&
    after !== 'VERB' &&
    after !== 'AUX' &&
    after !== 'NOUN'
  )
    return true;
  if (
    lower === 'that' &&
    (tag === 'SCONJ' ||
      isConjunction(
        words.map(({ text }) => text),
        i,
      ))
  ) {
    const before = words[i - 1]?.tag;
    // After a verb or a noun it opens a clause.
    if (
      before === 'VERB' ||
      before === 'NOUN' ||
      before === 'PROPN' ||
      before === 'ADJ' ||
      before === 'AUX' ||
      tag === 'SCONJ'
    ) {
      return next.tag === 'AUX' || next.tag === 'VERB' ? before === 'VERB' : false;
    }
  }
  if (
    lower === 'that' &&
    (/^(?:NOUN|PROPN)$/.test(words[i - 1]?.tag ?? '') ||
      /^(?:all|everything|something|anything|nothing)$/.test(words[i - 1]?.lower ?? ''))
  )
    return false;
  if (KNOWN_TO_ALL.test(next.lower)) return /^(?:point|moment|way)$/.test(next.lower);
  if (lower === 'those' && /^(?:who|that|of|with|in)$/.test(next.lower)) return false;
  return true;
}

/** In other languages: what a sentence begins with when it leans on the one before. */
const LEANING_ABROAD =
  /^(?:(?:er|sie|es|das|dies|diese|dieser|dieses|dann|danach|deshalb|darum|dabei|damit|dort|denn|aber|und|oder|weil|il|elle|ils|elles|cela|ça|c'est|ce|cet|cette|ces|alors|donc|mais|et|parce|puis|él|ella|ellos|ellas|eso|esto|ese|esa|esos|esas|este|esta|entonces|pero|porque|luego|lui|lei|loro|questo|questa|quello|quella|ciò|allora|quindi|ma|perché|poi|ele|ela|eles|elas|isso|isto|esse|essa|aquilo|então|mas|depois|het|dat|dit|deze|die|hij|zij|dan|maar|en|want)(?![\p{L}\p{M}])|[这那它他她此其]|但是|所以|因为|然后|而且|不过|それ|これ|あれ|その|この|彼|そして|しかし|だから|でも|그|이것|이는|그래서|그리고|하지만|그러나|그런데)/iu;

/** A claim, a lesson, a number, a contrast, a reason: what makes a sentence worth repeating. English. */
const CLAIM =
  /\b(?:because|the (?:key|main|biggest|most|only|real|best|worst|hardest|reason|idea|goal|problem|difference|advantage|benefit|challenge|point|purpose|trick|trade-?off|downside|upside)|important|crucial|essential|fundamental\w*|critical|means|in order to|instead of|rather than|(?:more|less|better|worse|faster|slower|higher|lower|bigger|smaller|easier|harder|cheaper|safer|\w{3,}er) (?:\w+ )?than|more|most|least|fewer|allows?|enables?|lets you|makes? (?:it|sure)|need(?:s|ed)? to|ha(?:s|ve) to|should|never|always|every|must|without|cannot|can't|won't|only|even|if|when|unless|until|while|but|not|no|as long as|as soon as|the (?:more|less)|requires?|depends|prevents?|protects?|improves?|reduces?|increases?|causes?|leads? to|is (?:a|an|the)|are (?:a|an|the)|\d[\d,.]*(?:%| percent| million| billion| thousand)?)\b/i;

/** Whether a sentence of English claims nothing: too few things named, no statement about them. */
export function isContentFree(text: string, tagged: readonly (readonly Tagged[])[]): boolean {
  const things = new Set(
    tagged
      .flat()
      .flatMap(({ tag, lower }) => ((tag === 'NOUN' || tag === 'PROPN') && !isStopWord(lower) ? [lower] : [])),
  );
  return (
    things.size < (scoreClaimStrength(text) > 1.1 ? 1 : 2) ||
    !(CLAIM.test(text) || tagged.flat().some(({ tag }) => tag === 'NUM'))
  );
}

/** `scoreClaimStrength` of a sentence of the transcript as it stands. */
export const claimOfSentence = memoize(({ text }: Sentence) => scoreClaimStrength(text));

/**
 * How strongly a sentence claims: a definition, a contrast, a superlative, a rule or a figure count the most. English
 * words; 1 elsewhere.
 */
export function scoreClaimStrength(text: string): number {
  let value = 1;
  if (
    /\b(?:the (?:key|main|biggest|most|only|real|best|hardest|whole|reason|problem|difference|goal|purpose|beauty|trick)|the more .{3,60} the (?:more|less)|not \w+.{3,50}\bbut\b|instead of|rather than)\b/i.test(
      text,
    )
  )
    value *= 1.5;
  if (
    /\b(?:should|never|always|must|needs? to|ha(?:ve|s) to|important|crucial|essential|fundamental\w*|only way|without)\b/i.test(
      text,
    )
  )
    value *= 1.25;
  if (/\b(?:because|therefore|which means|so that|in order to)\b/i.test(text)) value *= 1.15;
  if (/\b\d[\d,.]*(?:%| percent| million| billion| times)|\b(?:half|twice|million|billion|percent)\b/i.test(text))
    value *= 1.25;
  if (
    /^(?:\p{Lu}[\p{L}\d-]*|the \w+|an? \w+)(?: [\p{L}\d-]+){0,3} (?:is|are|means|allows?|lets?|makes?|gives?|needs?|requires?)\b/iu.test(
      text,
    )
  )
    value *= 1.3;
  if (
    /\b(?:more|less|better|worse|faster|slower|higher|lower|bigger|smaller|easier|harder|cheaper|safer|rather|other|\p{Ll}{3,}er) (?:\p{L}+ ){0,2}than\b|\bthe \p{Ll}{3,}est\b|\bas \p{Ll}+ as\b/iu.test(
      text,
    )
  )
    value *= 1.3;
  if (
    /\b(?:allows?|enables?|lets|prevents?|protects?|improves?|reduces?|causes?|leads to|depends on|requires?|guarantees?|cannot|can't|no longer|impossible|only|even if|unless)\b/i.test(
      text,
    )
  )
    value *= 1.15;
  // Hedges, and what is said to be plain.
  const hedges = (
    text.match(
      /\b(?:I think|maybe|probably|perhaps|a bit|a little|to me|I find|obviously|actually|just|really|pretty|quite|some kind|currently|there's|there is|there are|clearly|right now|initially|normally|certain)\b/gi,
    ) ?? []
  ).length;
  value *= 0.75 ** hedges;
  // 'The child has to be replaced': which one, was said before.
  if (
    /^(?:the|their|its|his|her|our) \p{Ll}+ (?:is|are|was|were|has|have|had|can|could|will|would|should|must|does|did|\p{Ll}+s|\p{Ll}+ed)\b/u.test(
      text.replace(/^\p{Lu}/u, (first) => first.toLowerCase()),
    )
  )
    value *= 0.55;
  if (/\bI (?:was|had|did|learned|thought|saw|heard|said|went|got|wrote|tried|started|\p{Ll}+ed)\b/u.test(text))
    value *= 0.5;
  if (/\b(?:we|our|we're|we've|us)\b/i.test(text)) value *= 0.85;
  // 'You can move the window': mostly told to somebody who does it.
  if (/^you\b/i.test(text)) value *= 0.8;
  // Sums are done, not said.
  if ((text.match(/\b\d[\d,.]*/g)?.length ?? 0) > 3) value *= 0.5;
  // Chains of clauses are how people think aloud.
  const chained = (
    text.match(/(?:,| )(?:and|so|but)(?: then)? (?:i|we|you|they|it|he|she|that|this|there|if|when)\b/gi) ?? []
  ).length;
  const own = (text.match(/\b(?:I|I'm|I've|I'll|I'd|me|my)\b/g) ?? []).length;
  return (value * 0.6 ** own) / (1 + 0.35 * chained);
}
