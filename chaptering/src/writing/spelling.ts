import { isStopWord, normaliseWord, stem } from '../terms.ts';
import type { SpeechProfile } from './speech.ts';
import type { WordToken } from './word-profile.ts';

/** Written in capitals wherever they are written well; without vowels or not, nobody sees it from their letters. */
const ACRONYMS = new Set(
  `ai api apis aws cad ceo cfo cio cpu cpus crm css csv cto dns erp eu faq gdp gpu gpus gps gui hr html http https id iot ip isp
  json kpi kpis lan llm llms mfa mri nasa nato nft npm ocr oauth os pdf php png poc pr qa qr rag ram rest rna roi saas sdk seo sla sms
  smtp soc sql ssd ssh ssl tcp tls ui uk un url urls usa usb ux vpn wan wifi xml yaml utxo utxos`.split(/\s+/),
);

type Spellings = Pick<SpeechProfile, 'spellings' | 'profiles'>;

/**
 * A word as it is written inside a sentence: names and acronyms as the recording writes them, the rest in small
 * letters.
 */
export function spellWord(
  { word, lower }: Pick<WordToken, 'word' | 'lower'>,
  { spellings, profiles }: Spellings,
): string {
  if (ACRONYMS.has(lower)) return acronym(word);
  if (/\p{Lu}.*\p{Lu}|\d/u.test(word)) return word;
  const profile = profiles.get(stem(lower));
  const known = spellings.get(lower);
  if (known !== undefined && known.toLowerCase() === word.toLowerCase()) return known;
  if (word === word.toLowerCase()) return word;
  // Never heard inside a sentence with a small letter, or mostly with a capital: a name.
  return profile !== undefined && profile.capital * 2 > profile.count ? word : word.toLowerCase();
}

const acronym = (word: string): string =>
  /\p{Lu}.*\p{Lu}/u.test(word)
    ? word
    : word.endsWith('s') && word.length > 3 && ACRONYMS.has(word.slice(0, -1).toLowerCase())
      ? `${word.slice(0, -1).toUpperCase()}s`
      : word.toUpperCase();

/** A text with a capital at its beginning, and an acronym that stands there in capitals. */
export function capitaliseStart(text: string, spellings: ReadonlyMap<string, string> = new Map()): string {
  const [first = ''] = /^[\p{L}\p{M}\p{N}'’-]+/u.exec(text) ?? [];
  const lower = first.toLowerCase();
  const known = spellings.get(lower);
  if (known !== undefined && /\p{Lu}/u.test(known)) return known + text.slice(first.length);
  if (ACRONYMS.has(lower) && !/^(?:it|id|os|un|pr|rest|ram|rag)$/.test(lower))
    return acronym(first) + text.slice(first.length);
  // iOS, eBay
  if (/^\p{Ll}\p{Lu}/u.test(first)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A title or a sentence as it stands inside a sentence: its first word small, unless it is a name. */
export function lowercaseStart(text: string, speech: Spellings): string {
  const [first = ''] = /^[\p{L}\p{M}\p{N}'’.-]+/u.exec(text) ?? [];
  if (first === '' || first === 'I' || /^I['’]/.test(first)) return text;
  const lower = first.toLowerCase();
  const known = speech.spellings.get(lower);
  // A word never heard inside a sentence is a name, unless it usually opens sentences.
  if (known === undefined && !isStopWord(lower) && !speech.profiles.has(stem(normaliseWord(lower)))) return text;
  return spellWord({ word: first, lower }, speech) + text.slice(first.length);
}
