import { GIVEN_NAMES } from './given-names.ts';
import { taggedWords, LONGEST_SENTENCE } from './grammar.ts';

/** Words of one matter. */
const MOST_WORDS = 32;

const ADVERBS = String.raw`(?:(?:actually|also|really|mostly|just|now|then|first|briefly|probably|mainly|largely|only|today|instead|kind of|sort of|sitting down|all) )*`;
const WE = String.raw`(?:we|i)(?:['’](?:re|ll|m)| are| will| am|)`;
const VERB = String.raw`(?:(?:have|having|do|doing|give|giving) an? (?:discussion|talk|presentation|overview|episode)|show(?:ing)? you|talk(?:ing)?|speak(?:ing)?|discuss(?:ing)?|cover(?:ing)?|explain(?:ing)?|explor(?:e|ing)|highlight(?:ing)?|look(?:ing)? (?:at|into)|get(?:ting)? (?:back )?(?:to|into)|go(?:ing)? (?:through|over)|start(?:ing)?(?: off)? with)`;
const BETWEEN = String.raw`(?:,? (?:a (?:little )?bit|more|today|here|at length|in depth|briefly|about|on|of|over|through|(?:to|with) (?:us|you|him|her|them|\p{Lu}[\p{L}\d]+(?: \p{Lu}\p{Ll}+)?(?: and \p{Lu}\p{Ll}+)?)))*`;

/** Before what a recording says it is about. */
const CUES: readonly RegExp[] = [
  String.raw`\b${WE} ${ADVERBS}(?:going to|gonna|here to|excited to|happy to) ${ADVERBS}(?:be )?${VERB}${BETWEEN} `,
  String.raw`\bwe(?:['’]re| are|['’]ll be| will be) ${ADVERBS}(?:talking|speaking|discussing|covering|explaining|exploring|looking (?:at|into))${BETWEEN} `,
  String.raw`\bwe(?:['’]ll| will) ${ADVERBS}(?:be )?(?:talk|discuss|cover|explain|explore|highlight)${BETWEEN} `,
  String.raw`\b(?:sit down|going|want) (?:and|to) (?:talk|speak|go)(?: (?:with|to) (?:us|you))?(?: today)?,? (?:about|into) `,
  String.raw`\b(?:joined|here)(?: this week| today)?(?: by [^,;]{3,40}?)? to (?:talk|speak)(?: to us)? about `,
  String.raw`\b(?:(?:back|here) with|recording|do|make|dedicate) (?:an?|another|our) (?:new )?episode (?:about|on|to) `,
  String.raw`\bwhat (?:we['’]re|we are) (?:going to |gonna )?(?:be )?(?:discuss|discussing|talk about|talking about)(?: today)? is `,
  String.raw`\b(?:the|our|today['’]s) (?:topic|subject|theme)(?: (?:of the day|today|of today|for today|of this \p{L}+|du jour))? (?:is|will be) `,
  String.raw`\b(?:our|the) (?:first|main|only) (?:news )?(?:topic|item|subject)s?(?: (?:for|of|from) [^,.]{2,30}?)?(?: today| this week)? (?:is|will be|is going to be|today is)(?: about| on| titled)? `,
  String.raw`\bour news item(?: (?:for|of) today)?(?: this week)? is(?: about| on| titled)? `,
  String.raw`\bevidence session (?:with [^,]{3,80}? )?(?:on|about) `,
  String.raw`\b(?:our|an) (?:continued )?inquiry (?:into|on) |\bpost-legislative scrutiny of `,
  String.raw`\b(?:meeting|meet|met)(?: today)?(?: for the purposes?)? (?:of|to) (?:study(?:ing)?|discuss(?:ing)?|consider(?:ing)?|continu(?:e|ing) (?:its|our) (?:study|discussion) (?:of|about|on)) `,
  String.raw`\bon the agenda(?:,? (?:um,? )?(?:for )?(?:this|today)[^,]{0,40})?,? (?:we['’]ll have|we have|is|are) `,
].map((cue) => new RegExp(cue, 'iu'));
/** 'Sourdough, and that's what we'll talk about': said the other way round. */
const REVERSED = new RegExp(
  String.raw`(?:^|[,.:] |\b(?:called|named) )((?:\p{Lu}[\p{L}\d_-]+ ?){1,4}),? (?:and |so )?that['’]s what (?:${WE}) (?:going to |gonna )?(?:be )?(?:discuss|discussing|talk about|talking about|cover|covering|explain)\b`,
  'u',
);

/** Between the items of a sentence that lists them. */
const NEXT_ITEM = new RegExp(
  String.raw`[,;]? (?:(?:and|then|but|so) )*(?:${WE} ${ADVERBS}(?:(?:going to|gonna|here to) ${ADVERBS})?(?:be )?(?:${VERB}|have|be|having)${BETWEEN}|(?:and )?(?:\p{Lu}\p{Ll}+ ){1,2}is (?:going to|gonna|here to) (?:be )?(?:${VERB})${BETWEEN}) |; (?:and )?`,
  'iu',
);
/** Announcements for another time are not this recording's programme. */
const ANOTHER_TIME =
  /\b(?:last|previous|earlier|next|future|another time|already) (?:week|time|episodes?|month|year|session|meeting|show|podcast)?|\b(?:not|n['’]t)(?: \w+)? (?:going to|gonna|want)|\bdon['’]t|\b(?:had|did|done|since|listen(?:ed)? to|remember) (?:\p{L}+ ){0,3}episodes?\b|\b(?:used to|later|maybe|might|could|should)\b|\?$/iu;

/** Behind it those are named who are there. */
const WELCOMES = /,? and (?:I['’]m|I am|we['’]re|we are|I['’]d like|it['’]s|can I) .*$|:.*$/iu;

/** Where an item ends although its sentence goes on: somebody is spoken to, thinks aloud, or says something else. */
const ENDS_BEFORE = [
  /,? (?:right|okay|isn['’]t it|aren['’]t we|you know|I think|I guess|I mean|basically|at least|sort of|kind of|as you|as I|as we|or whatever|and (?:so|stuff)|if you)\b/iu,
  /,? (?:and|but|so|because|since|as) (?:then )?(?:we|i|you|it|they|that|this|there|he|she|for|with that|yeah)\b/iu,
  /, (?:which|who|where|that|and) (?:we|i|you|it|was|were|is|has|have|had|sort|happened|resulted|came|just)\b/iu,
  /,? (?:today|now|this week|here|in this episode|in this [\p{L}-]+ today|for you)(?=[.,!]|$)/iu,
  /[.!?…]+$|\.\.\./u,
  // 'Bread and trying to explain it', 'tools that the bakers have been working': said of it, and without its end.
  / and \p{L}+ing (?:\p{L}+ ){0,4}(?:it|them)$| that [^,]*\b(?:been|are|is|were|was) (?:working|talking|looking|doing)$/u,
  /, (?:that|where|who|which)$|,? (?:that|where|there['’]s|because)$/iu,
  /, (?:yeah|yes|no|well|so|like|just|maybe)\b/iu,
];
const FILLER =
  /(?<=^|\s)(?:(?:kind of|sort of|basically|actually|really|very briefly|a little bit (?:of|about)|some of|all about|um+|uh+),? )+/giu;
/** Names nothing by itself. */
const VAGUE =
  /^(?:(?:to|with|at|in|it|its|this|that|these|those|them|him|her|you|your|what (?!['’]?s (?:actually )?new\b|is (?:actually )?new\b)|how (?:you|we|i|it|they)|why (?:you|we|i|it|they)|us|me|my|here|there|things?|something|anything|everything|stuff|everybody|everyone|the (?:usual|regular|weekly|work|great|blog|idea|best|show|news|next|first|episode|minutes|agenda|newsletter|actual|meat|details?|rest|same|code)|one|a (?:bit|few|couple|lot|classic)|some (?:of|things?)|one|order|people|talking|who|each|allowing|questioning|we|i|go|do|be|have|get|if|more|any|another|other|whereas|causing|exactly|finally|hopefully|several|different|both|because|where|today|just|right|also|news items?(?! about)|two|three|four|five)\b|the topics?\b|\d)/iu;
const EMPTY =
  /^(?:announcements?|petitions?|apologies|declarations|introductions?|ways?|history|improvements?|challenges?|techniques?|discussions?|session|evidence|research|work|proposals?|ideas?|topics?|things?|stuff|items?|news|segments?|updates?|sections?|bunch|lots?|variety|number|today|summit|talk|meeting|paper|thread|post|blog|week|papers?)$/;
const PERSONAL = /\b(?:i|i['’]\p{L}+|we|we['’]\p{L}+|you|you['’]\p{L}+|your|my|me|him|her|his|she|he|us)\b/iu;

/** The matters that a sentence announces. */
export function extractProgrammeItems(text: string): string[] {
  if (text.length > LONGEST_SENTENCE) return [];
  const reversed = REVERSED.exec(text)?.[1];
  if (reversed !== undefined) return [reversed.trim()];
  for (const cue of CUES) {
    const match = cue.exec(text);
    if (match === null) continue;
    const before = text.slice(0, match.index);
    if (ANOTHER_TIME.test(before.slice(-60) + match[0]) || /\b(?:that|which|who) $/i.test(before)) continue;
    // 'Talk to Ann Miller': the name is cut in two.
    if (/ (?:to|with) \p{Lu}[\p{L}\d]+ $/u.test(match[0]) && /^\p{Lu}/u.test(text.slice(match.index + match[0].length)))
      continue;
    const items = text
      .slice(match.index + match[0].length)
      .replace(WELCOMES, '')
      .split(NEXT_ITEM)
      .flatMap((part, _, { length }) => listedIn(part, length > 1))
      .flatMap((item) => itemOf(item) ?? [])
      .filter((item) => !isSomebody(item));
    if (items.length > 0) return items;
  }
  return [];
}

/** People present are not subjects: 'Ann Miller', 'head of the mill'. */
const isSomebody = (item: string): boolean =>
  (/^(?:\p{Lu}[\p{L}’'-]+ ){1,3}\p{Lu}[\p{L}’'-]+$/u.test(item) &&
    GIVEN_NAMES.has(item.split(' ')[0]!.toLowerCase())) ||
  /^(?:notable code|releases?(?: and|,|$)|release candidates?(?: and|,|$))|^(?:\p{L}+ )?(?:head|director|member|chief|chair|founder)s? of |^representing |\bto (?:talk|speak)$/iu.test(
    item,
  );

/** Behind a comma: what goes on with the item before it. */
const NO_ITEM =
  /^(?:which|who|that|with|including|especially|mostly|most|such|also|in|due|as|for|by|from|where|when|right|you|we|I|but|so|like|namely|the latest|and (?:its|their|some|how|trying|also)|maybe|kind|sort)\b/u;

/** 'A, b and c' are three where it is clear that matters are listed. */
function listedIn(part: string, isOneOfMany: boolean): string[] {
  const pieces = part.split(/, (?:and )?/u);
  if (pieces.length < (isOneOfMany ? 2 : 3)) return [part];
  const items: string[] = [];
  for (const piece of pieces) {
    if (
      items.length > 0 &&
      (NO_ITEM.test(piece) || (/ by \p{Lu}/u.test(items.at(-1)!) && /^\p{Lu}[\p{L}’'-]+$/u.test(piece)))
    )
      items.push(`${items.pop()!}, ${piece}`);
    else items.push(piece);
  }
  return items;
}

/** One item as it stands in a list, without what is not of it; undefined where it names nothing. */
function itemOf(said: string): string | undefined {
  let item = said.trim();
  for (const end of ENDS_BEFORE) {
    const at = end.exec(item);
    if (at !== null && at.index > 0) item = item.slice(0, at.index);
  }
  item = item
    .replace(FILLER, '')
    .replace(/^(?:and |but |so |then )+/iu, '')
    .replace(/^(?:about|on|of|all things|the (?:topic|subject|idea|question) of|and|also|then) /iu, '')
    .replace(/^(?:is|are) /iu, '')
    .replace(/^(?:(?:an? |some |the )?discussions? (?:about|on|of|around) )/iu, '')
    .replace(/^(?:a variety of |a (?:few|couple of|number of) |some )?news items?(?: today)? and /iu, '')
    .replace(/,? and (?:the |our )?(?:first |second )?evidence session.*$/iu, '')
    .replace(/^your [^,]+, (?=\p{Lu})/u, '')
    .replace(/^(?:our|your|their|his|her) (?=\p{L}+ )/iu, 'the ')
    .replace(
      /^([^,]+), ([^,]+),? and (?:some |many )?other (?:\p{L}+ ){0,3}(?:things|topics|stuff)\b.*$/iu,
      '$1 and $2',
    )
    .replace(/,? with (?:hopefully |our (?:special )?guests? |an absolute ).*$/iu, '')
    .replace(/(?<=\b(?:in|of|from|and|on|as well as) )our /giu, 'the ')
    .replace(
      /,? (?:and|or|among|amongst|with) (?:more|(?:some )?(?:other|very) (?:\p{L}+ )?(?:things|topics|stuff)|as well|so on|others?)$/iu,
      '',
    )
    .replace(
      /(?:^|,? (?:and )?)(?:the|a|our|its) (?:\w+ )?(?:regular|usual|weekly|releases and notable|notable code|changes to services) [^,;]*$/iu,
      '',
    )
    .replace(/^there(?:['’](?:s|re)| is| are) (?=[^,]+$)/iu, '')
    .replace(/[\s,;:–—-]+$/u, '')
    .replace(
      /,? (?:and|or|with|about|of|the|a|an|to|so|but|as|in|on|for|from|that|also|just|and also|more|etc)(?: just)?$/iu,
      '',
    )
    .trim();
  item = withoutItsNews(item);
  const words = item.split(' ');
  const isPersonal = PERSONAL.test(item.startsWith('how to ') ? item.replace(/\byour\b/g, '') : item);
  if (item === '' || words.length > MOST_WORDS || VAGUE.test(item) || isPersonal) return undefined;
  const tags = taggedWords(item);
  return tags.some(({ tag, lower }) => (tag === 'NOUN' || tag === 'PROPN') && !EMPTY.test(lower)) ? item : undefined;
}

/** 'A new oven launched': what happened is half of a clause, and the thing is named without it. */
const NEWS = / (?:launched|announced|released|published|happened|appeared|came out|shipped|opened|started)$/u;

function withoutItsNews(item: string): string {
  const name = item.replace(NEWS, '');
  // 'The oven that was released' is whole.
  return / (?:is|are|was|were|been|being|got|get|has|have|had|that|which|just|newly|recently)$/u.test(name)
    ? item
    : name;
}
