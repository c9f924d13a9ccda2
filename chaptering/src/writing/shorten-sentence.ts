/**
 * Wordings of a spoken sentence of English in which it may be reported: nothing is added and nothing turned, only left
 * out.
 */

/** How people begin while they think; what follows is what they say. */
const RUN_UP =
  /^(?:(?:so|and|but|now(?! that)|then|well|yeah|yes|right(?! now)|okay|again|like|basically|essentially|actually|obviously|of course|for example|for instance|in other words|in practice|also|the thing is(?: that)?|i think(?: that)?|i believe(?: that)?|i would say(?: that)?|i'd say(?: that)?|i mean|you know|as you can see|it turns out(?: that)?|that means(?: that)?|which means(?: that)?|that is|meaning(?: that)?|one (?:problem|advantage|reason|idea|option) is that|unfortunately|first of all|at that point|the (?:\p{L}+ )?(?:thing|key|gist|tl;?dr|point|truth|news|fact|downside|upside|problem|issue|advantage|benefit|catch|trick) (?:(?:t?here|with [^ ]+) )?is(?: that)?)\b,? )+/iu;
/** Said in passing; 'not just' carries meaning, and so does every doubt: 'sort of', 'I guess'. */
const IN_PASSING =
  /,? (?:you know|i mean|i think|i believe|i would say|of course|obviously|basically|essentially)(?=,),|,? (?:basically|actually|essentially|obviously|literally|of course)(?= \p{Ll})|(?<!\b(?:not|n't|more than|only|than|but)) just(?= (?!as\b|like\b|enough\b|about\b|over\b|under\b|before\b|after\b|one\b|a\b|an\b|the\b)\p{Ll})|(?<!\b(?:not|n't|too|so|as|is|are)) really(?= \p{Ll})/giu;
/** 'data,. so': where the lines of a caption were joined. */
const BROKEN_LINE = /([,;]?)\.(?= \p{Ll})/u;
/** Joints at which a sentence splits into independent pieces; neither piece retracts the other. */
const JOINT =
  /, (?:and|so|because|which|or|right|like|cause|as in|you know)\b,?(?: then| that| basically| I think)? |; | – | — /giu;
/** Joints after which a standalone piece may be taken. */
const CONTRAST = /, (?:but|and|so)(?: then)? /giu;
/** Signs that a piece depends on the other: a choice, a condition, others' thoughts or fears. */
const BOUND = {
  end: /\b(?:either|neither|both|not only|whether|nor)\b/i,
  beginning:
    /\b(?:if|when|unless|until|whether|because|although|while|either|neither|not only|whatever|say|says|said|think|thinks|thought|believe|believes|claim|claims|argue|argues|imagine|suppose|assume|assuming|pretend|wonder|worry|hope|wish|would|could|might)\b/i,
};
/** Pieces tried at most. */
const MOST_PIECES = 4;
const LEAST_WORDS = 8;

/** The whole without what is said in passing, then without what comes after it or before it, the longest first. */
export function shorterWordings(text: string): string[] {
  // Half of a question is none.
  if (text.endsWith('?')) return [text];
  const whole = plain(text);
  const ends = [...whole.matchAll(JOINT)]
    .map(({ index }) => whole.slice(0, index))
    .filter((end) => !BOUND.end.test(end));
  const beginnings = [...whole.matchAll(CONTRAST)]
    .filter(({ index }) => !BOUND.beginning.test(whole.slice(0, index)))
    .map((match) => whole.slice(match.index + match[0].length));
  const pieces = [...ends, ...beginnings]
    .map((piece) => plain(piece))
    .filter((piece) => piece.split(' ').length >= LEAST_WORDS)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MOST_PIECES);
  return [...new Set([...(RUN_UP.test(text) || BROKEN_LINE.test(text) ? [] : [text]), whole, ...pieces])];
}

function plain(text: string): string {
  const body = text
    .replace(new RegExp(BROKEN_LINE, 'gu'), '$1')
    .replace(IN_PASSING, '')
    .replace(/\bgonna\b/g, 'going to')
    .replace(/\bwanna\b/g, 'want to')
    .replace(RUN_UP, '')
    .replace(/\s+/g, ' ')
    .replace(/[,;:. –—-]+$/u, '')
    .replace(/, (?:essentially|basically|obviously|actually|right|so to speak|for example|I think|you know)$/iu, '')
    .trim();
  return /[?!]$/.test(body) || body === '' ? body : `${body.charAt(0).toUpperCase()}${body.slice(1)}.`;
}
