import { isStopWord, plain, wordsOf } from '../terms.ts';
import { isActionWord, isCoarse } from './phrase-words.ts';

/** Pronouns that need somebody or something named before them. */
const DANGLING = new Set(
  `he she him his her hers it its it's they them their theirs this that that's these those he's she's they're they've they'll it'll
  there's here's such another`.split(/\s+/),
);
/** Openings that lean on the sentence before, whatever follows. */
const LEANING =
  /^(?:(?:this|that|these|those|it|he|she|they|which|who|whose|where|there|here|such|same|another|other|him|her|his|their|them|its|one of (?:them|those|these))\b|(?:because|whereas|or|nor|although|though|if so|then|than|therefore|thus|hence|instead|otherwise|either|neither|too|both|plus|except|not|for (?:example|instance)|in (?:this|that|which) case|in other words|however|besides|that said|meanwhile|similarly|likewise|secondly|thirdly|second|third|furthermore|moreover|additionally|finally|lastly|next|again|also|already|yet|still|like|same here|me too|i agree|i see|i then|i also|hey|interesting|go ahead|(?:as|like) (?:i|we|you|he|she|they|i've|we've|you've) (?:said|say|just|discussed|mentioned|talked|heard|saw|know|described|have)|to (?:that|this)|after (?:that|this)|on top of (?:that|this)|at (?:that point|the very least|the same time)|from there|from me|along (?:the same|those) lines|the (?:same|other|first|second|third|next|last|latter|former) (?:one|thing|place|question|point|part|way|reason|half)|one more|combined with|short of|item \d+|paper \d+|either way|in (?:fact|that|this|these|those)|with (?:that|this)|on (?:that|this))\b)/i;
const SMALL_TALK =
  /\b(?:thanks?|thank you|welcome|hello|hi everyone|good (?:morning|afternoon|evening)|sponsor|subscribe|next slide|this slide|on the screen|share my screen|can you (?:see|hear)|my name is|i'm (?:going to|\p{Lu}\p{Ll}+)|i am going to|i(?:'ll| will| would| want to| wanted to|'d like to|'m gonna) (?:just |also |now |still )?(?:go|talk|mention|say|ask|show|give|start|finish|play|try|move|read|add|skip|hand|note|invite|thank)|we(?:'re| are) (?:going to|joined)|(?:am|are|is|we're) joined|joining us|minister for|on the agenda|let (?:me|us)|let's (?:go|move|talk|get|see|start|skip|take|look|do|just|jump|dive)|go ahead|jump in|questions?|episodes?|podcasts?|newsletter|on the call|on mute|sorry|just a sec|(?:we|i) (?:just )?(?:covered|mentioned)|damn|i don't know|i'm not sure|no idea|randomly|go back to|let's remind|laugh|bathroom|lunch|coffee|bye|see you|honou?rable|mr\.? ?speaker|madam chair|mr\.? ?chair|jokes?|news item|this week|last week|last time|earlier|meetings?|presentation)\b/iu;
const WEIGHT =
  /\b(?:because|the (?:key|main|biggest|most|only|real|whole|best|first|reason|idea|goal|point|problem|difference|advantage|benefit)|important|means|in order to|instead of|rather than|more than|allows?|lets you|makes? (?:it|sure)|need to|should|never|always|every|must|without|however|therefore|if you|when you)\b/i;

/**
 * How well a passage is understood with nothing before it: 1 for a passage that names what it speaks of, towards 0 the more it
 * leans on what came before. `isFirst` false for sentences that follow another of the same passage.
 */
export function standsAlone(text: string): number {
  if (LEANING.test(text)) return 0;
  let named = 0;
  let value = 1;
  const words = wordsOf(text);
  for (let i = 0; i < Math.min(words.length, 16); i++) {
    const lower = plain(words[i]!);
    const raw = words[i]!.toLowerCase().replaceAll('’', "'");
    if (DANGLING.has(raw) && !isConjunction(words, i)) value *= named === 0 ? 0.25 : named === 1 ? 0.6 : 0.9;
    if (!isStopWord(lower)) named++;
  }
  return named < 2 ? value * 0.4 : value;
}

/** 'that' between a verb or noun and a clause points at nothing: 'we found that tests help'. */
function isConjunction(words: readonly string[], i: number): boolean {
  if (words[i]!.toLowerCase() !== 'that' || i === 0) return false;
  const next = words[i + 1]?.toLowerCase() ?? '';
  return !/^(?:is|was|would|will|can|has|means|makes|and|or|but|so|one|way|kind|point|thing|case)$/.test(next) && i > 1;
}

/** Verbs that make a clause a sentence, however short. */
const FINITE =
  /\b(?:am|is|are|was|were|be|been|has|have|had|do|does|did|can|could|will|would|shall|should|must|may|might|need|want|make|use|get|go|come|take|give|know|think|see|say|work|help|keep|let|put|run|mean|seem|look|try|start|stop|find|feel|tell|show|become|needs|wants|makes|uses|gets|goes|comes|takes|gives|knows|thinks|sees|says|works|helps|keeps|lets|runs|means|seems|looks|tries|starts|stops|finds|feels|tells|shows|becomes|made|used|got|went|came|took|gave|knew|thought|saw|said|kept|ran|meant|found|felt|told|became|brings?|brought|\w+n't|\w+'(?:s|re|ve|ll|d|m)|\w{2,}ed)\b/i;

/** A piece of a sentence: without a verb, or beginning with one that lacks its subject ('reduces the cost'). */
export function isFragment(text: string): boolean {
  const [first = ''] = wordsOf(text);
  const lower = first.toLowerCase();
  if (/^(?:causes|\w+(?:izes|ifies|uces|ides|ates)|feasible|reducing|including)$/.test(lower)) return true;
  return !FINITE.test(text.replaceAll('’', "'")) && !wordsOf(text).some((word) => isActionWord(word));
}

/** Less for greetings, thanks, housekeeping, questions and coarse words; more for reasons, contrasts, advice and figures. */
export function tone(text: string): number {
  let value = 1;
  if (SMALL_TALK.test(text)) value *= 0.3;
  if (wordsOf(text).some(isCoarse)) value *= 0.02;
  if (/\?/.test(text)) value *= 0.35;
  if (WEIGHT.test(text)) value *= 1.25;
  if (/\b\d/.test(text)) value *= 1.1;
  const own = (text.match(/\b(?:I|I'm|I've|I'll|I'd|me|my)\b/g) ?? []).length;
  return value * 0.8 ** own;
}
