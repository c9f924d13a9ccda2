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

const plainText = (text: string): string =>
  visible(text.slice(0, READ))
    .replace(/<\/?[a-z][^>]{0,200}>/gi, '')
    .replace(/\*\*|__|`+/g, '')
    .replace(/^[#>*•\s-]+/, '')
    .trim();

const NUMBERING =
  /^(?:(?:(?:chapter|part|section)\s*\d+|\d{1,3}(?=[.)]\s)|\[\d+\]|\(?\d{1,2}(?::\d{2}){1,2}\)?)\s*[-–—:.)]*\s*)+/i;
const GENERIC =
  /^(?:the\s+)?(?:introductions?|intro|opening|overview|outline|agenda|welcome|conclusions?|summary|closing|wrap[- ]?up|outro|recap|background|discussion|questions?|q\s*(?:&|and)\s*a|questions? (?:and|&) answers?|next steps|final thoughts|main (?:part|topic|content)|untitled|chapter|part|section|segment|topic|new chapter)(?:\s+(?:remarks|session|part|section|words))?[\s\d.:#-]*$/i;
const TITLE = { words: 9, characters: 80, least: 3 };

/** A title of a few words; undefined for one that is empty, says nothing, or is no title. */
export function tidyTitle(raw: string, guard: Guard): string | undefined {
  const text = plainText(raw)
    .replace(NUMBERING, '')
    .replace(/^["“'‘«]+|["”'’».,;:]+$/g, '')
    .trim();
  if (text === '' || isTampered(text, guard) || GENERIC.test(text)) return undefined;
  if (!/\p{L}/u.test(text) || (!text.includes(' ') && text.length < 6 && /^[\p{ASCII}]+$/u.test(text)))
    return undefined;
  if (text.split(' ').length <= TITLE.words && text.length <= TITLE.characters) return text;
  // A sentence is cut only where it pauses; elsewhere a fragment would be left.
  const [head = ''] = text.split(/\s*[:;,–—(]\s*|\s+-\s+|\.\s/);
  const count = head.split(' ').length;
  return count >= TITLE.least && count <= TITLE.words && head.length <= TITLE.characters ? head : undefined;
}

/** Whole sentences, as many as fit; undefined when there is none. */
export function tidySentences(raw: string, longest: number, guard: Guard): string | undefined {
  const text = plainText(raw);
  if (text.length < 15 || isTampered(text, guard)) return undefined;
  if (text.length <= longest && /[.!?。！？।؟…]["”’)]?$/u.test(text)) return text;
  const sentences = text.match(/[^.!?。！？।؟]+(?:[.!?。！？।؟]+["”’)]?(?=\s|$|\p{Lo})|[.!?](?=\S))*/gu) ?? [];
  let kept = '';
  for (const sentence of sentences) {
    if (!/[.!?。！？।؟]["”’)]?\s*$/u.test(sentence) || kept.length + sentence.length > longest) break;
    kept += sentence;
  }
  kept = kept.trim();
  if (kept.length >= 15) return kept;
  return text.length <= longest && text.includes(' ') ? `${text.replace(/[,;:–—-]+$/, '')}.` : undefined;
}
