import { isStopWord, plain, wordsOf } from '../terms.ts';

/** Pronouns that need somebody or something named before them. */
const DANGLING = new Set(
  `he she him his her hers it its it's they them their theirs this that that's these those he's she's they're they've they'll it'll
  there's here's such another`.split(/\s+/),
);
/** Openings that lean on the sentence before, whatever follows. */
const LEANING =
  /^(?:(?:this|that|these|those|it|he|she|they|which|who|whose|where|there|here|such|same|another|other|him|her|his|their|them|its|one of (?:them|those|these))\b|(?:because|whereas|or|nor|although|though|if so|then|than|therefore|thus|hence|instead|otherwise|either|neither|too|both|plus|except|not|for (?:example|instance)|in (?:this|that|which) case|in other words|however|besides|that said|meanwhile|similarly|likewise|secondly|thirdly|again|also|already|yet|still|same here|me too|i agree|go ahead|as i said|like i said|to (?:that|this)|after (?:that|this)|at that point|from there)\b)/i;
const SMALL_TALK =
  /\b(?:thanks?|thank you|welcome|hello|hi everyone|good (?:morning|afternoon|evening)|sponsor|subscribe|next slide|this slide|on the screen|share my screen|can you (?:see|hear)|my name is|i'm going to|i am going to|we(?:'re| are) going to|let's (?:go|move|talk|get|see|start)|go ahead|jump in|questions?|episodes?|podcasts?|newsletter|on the call|on mute|sorry|just a sec|(?:we|i) (?:just )?(?:covered|mentioned)|damn|i don't know|i'm not sure|no idea|randomly|go back to|let's remind|laugh|bathroom|lunch|coffee|bye|see you|honou?rable|mr\. speaker|madam chair|mr\. chair)\b/i;
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

/** Less for greetings, thanks, housekeeping and questions; more for reasons, contrasts, advice and figures. */
export function tone(text: string): number {
  let value = 1;
  if (SMALL_TALK.test(text)) value *= 0.3;
  if (/\?/.test(text)) value *= 0.35;
  if (WEIGHT.test(text)) value *= 1.25;
  if (/\b\d/.test(text)) value *= 1.1;
  const own = (text.match(/\b(?:I|I'm|I've|I'll|I'd|me|my)\b/g) ?? []).length;
  return value * 0.88 ** own;
}
