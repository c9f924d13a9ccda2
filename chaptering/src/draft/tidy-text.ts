import { isStopWord, normaliseWord, wordsOf } from '../terms.ts';
import { UNSPACED_CHARACTER } from '../unspaced-scripts.ts';
import { findUnproved, type Proof, splitSentences } from './prove-text.ts';

/** Cleans model output for display; treats it as untrusted text. */

/**
 * Characters that show nothing and can hide something: controls, direction, tags, variation selectors; not the joiners
 * words need.
 */
const UNSEEN = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\u{e0100}-\u{e01ef}]/gu;

/** Without what shows nothing, and with single spaces. */
export const visible = (text: string): string => text.replace(UNSEEN, '').replace(/\s+/g, ' ').trim();

const ADDRESS = /(?:https?:\/\/|www\.)[^\s)\]>"']+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi;
/** Such a run is no word of any language: a picture or a key in letters. */
const SMUGGLED = /[A-Za-z0-9+/=_-]{64,}/;

/** Addresses in a text that a person could want; more of them are nothing that was said. */
const MOST_ADDRESSES = 50;

/**
 * Forbidden content: the mark that fences the transcript, and URLs or emails that were never said. `said` is
 * lowercased once by `createTextGuard`, because transcripts reach megabytes.
 */
export type Guard = { readonly mark: string | undefined; readonly said: Lowered };
type Lowered = string & { readonly lowered: true };

export const createTextGuard = (mark: string | undefined, said: string): Guard => ({
  mark,
  said: said.toLowerCase() as Lowered,
});

/** True of a text that says what it cannot know from the transcript: part of its instructions, or an address. */
export function isTampered(text: string, { mark, said }: Guard): boolean {
  if (mark && text.includes(mark)) return true;
  if (SMUGGLED.test(text)) return true;
  const addresses = new Set(text.toLowerCase().match(ADDRESS));
  return addresses.size > MOST_ADDRESSES || [...addresses].some((address) => !said.includes(address));
}

/** Characters of a model's text that are looked at: all that could be shown, and more. */
const READ = 5000;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const plainText = (text: string): string =>
  visible(text.slice(0, READ).replace(/^\s*\|.*$/gm, ''))
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_entity, name: string) => ENTITIES[name]!)
    .replace(/<\/?[a-z][^>]{0,200}>/gi, '')
    .replace(/\*\*|__|`+/g, '')
    .replace(/^[#>*•\s-]+/, '')
    .trim();

const NUMBERING =
  /^(?:(?:(?:chapter|part|section|topic)\s*(?:number\s*|no\.?\s*)?\d+|\d{1,3}(?=[.)]\s)|\[\d+\]|\(?\d{1,2}(?::\d{2}){1,2}\)?)\s*[-–—:.)]*\s*)+/i;
/** Words of a title that name a part of a recording, or that something is said in it, and not what. */
const PARTS = new Set(
  `introduction introductions intro opening overview outline agenda welcome conclusion conclusions summary closing close wrap-up
wrapup outro recap background discussion discussions discuss discusses q a q&a remarks session sessions section sections segment
segments topic topics subject subjects chapter chapters main content thoughts thought final next steps untitled speaker speakers
presenter presenters host hosts panelist panelists audience talk talks presentation recording video webinar`.split(
    /\s+/,
  ),
);
/** A title that says that somebody speaks of something. */
const TOLD =
  /^(?:in this (?:chapter|part|section|segment)|(?:the )?(?:speakers?|presenters?|hosts?|panell?ists?|moderators?|guests?|they|he|she) (?:then |also )?(?:talk|discuss|explain|speak|present|introduc|describ|mention|share)\w*)\b/i;
const TITLE = { words: 9, characters: 80, least: 3 };

const bareTitle = (raw: string): string =>
  plainText(raw)
    .replace(NUMBERING, '')
    .replace(/^["“'‘«]+|["”'’».,;:]+$/g, '')
    .trim();

/** Words of a sentence with a meaning that make up for its saying that something is said. */
const TELLING = 3;

/** Why a sentence tells nothing, in words for the model that wrote it. */
function findVagueness(text: string): string | undefined {
  const telling = wordsOf(text)
    .map(normaliseWord)
    .filter((word) => !isStopWord(word) && !PARTS.has(word)).length;
  if (UNSPACED_CHARACTER.test(text)) return undefined;
  if (telling === 0) return 'it says nothing of the passage';
  return TOLD.test(text) && telling < TELLING ? 'it says that something is said, and not what' : undefined;
}

/** Why a title is none, in words for the model that wrote it. */
export function findTitleFault(raw: string, guard: Guard, proof: Proof): string | undefined {
  const text = bareTitle(raw);
  if (text === '' || isTampered(text, guard)) return 'it is no title';
  if (!/\p{L}/u.test(text) || (!text.includes(' ') && text.length < 6 && /^[\p{ASCII}]+$/u.test(text)))
    return 'it is no title';
  const names = wordsOf(text).map(normaliseWord);
  if (names.every((word) => isStopWord(word) || PARTS.has(word))) return 'it names nothing special to the passage';
  if (TOLD.test(text)) return 'it says that something is said, and not what';
  return findUnproved(text, proof);
}

/** A title of a few words; undefined for one that is empty, says nothing, is not proved, or is no title. */
export function tidyTitle(raw: string, guard: Guard, proof: Proof): string | undefined {
  if (findTitleFault(raw, guard, proof) !== undefined) return undefined;
  const text = bareTitle(raw);
  if (text.split(' ').length <= TITLE.words && text.length <= TITLE.characters) return text;
  // A sentence is cut only where it pauses; elsewhere a fragment would be left.
  const [head = ''] = text.split(/\s*[:;,–—(]\s*|\s+-\s+|\.\s/);
  const count = head.split(' ').length;
  return count >= TITLE.least && count <= TITLE.words && head.length <= TITLE.characters ? head : undefined;
}

const ENDS = /[.!?。！？।؟…]["”’)]?$/u;

/** The sentences of a text with why they cannot be shown, if so. */
export const judgeSentences = (
  raw: string,
  guard: Guard,
  proof: Proof,
): { text: string; fault: string | undefined }[] =>
  splitSentences(plainText(raw)).map((text) => ({
    text,
    fault: isTampered(text, guard) ? 'it holds what was not said' : (findVagueness(text) ?? findUnproved(text, proof)),
  }));

/** Whole sentences that are proved, as many as fit; undefined when there is none. */
export function tidySentences(raw: string, longest: number, guard: Guard, proof: Proof): string | undefined {
  const judged = judgeSentences(raw, guard, proof);
  const isUnspaced = UNSPACED_CHARACTER.test(raw);
  let kept = '';
  for (const [n, { text, fault }] of judged.entries()) {
    if (fault !== undefined) continue;
    // A text that was cut off is no sentence, but where it is all there is.
    if (!ENDS.test(text) && (judged.length > 1 || !text.includes(' '))) continue;
    const sentence = ENDS.test(text) ? text : `${text.replace(/[,;:–—-]+$/, '')}.`;
    const next = n === 0 || kept === '' || isUnspaced ? `${kept}${sentence}` : `${kept} ${sentence}`;
    if (next.length > longest) break;
    kept = next;
  }
  return kept.length >= 15 || (isUnspaced && kept.length >= 5) ? kept : undefined;
}
