import type { Transcript } from '../transcript.ts';

export type LanguageCode = 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl' | 'zh' | 'ja' | 'ko';

/** Facts about a language that the writers need. */
export type LanguageFacts = {
  /** Undefined for a language none of the writers knows: its texts are made of its own words alone. */
  code: LanguageCode | undefined;
};

/** Commonest words of languages that share a script. */
const BY_WORDS: readonly { code: LanguageCode; words: readonly string[] }[] = [
  { code: 'en', words: ['the', 'and', 'of', 'to', 'that', 'is', 'you', 'we', 'it', 'this', 'in', 'are'] },
  {
    code: 'de',

    words: ['der', 'die', 'und', 'das', 'ist', 'nicht', 'wir', 'ein', 'sie', 'den', 'mit', 'auf'],
  },
  {
    code: 'fr',

    words: ['le', 'les', 'et', 'est', 'des', 'vous', 'nous', 'pas', 'une', 'dans', 'pour', 'qui'],
  },
  { code: 'es', words: ['el', 'los', 'y', 'las', 'una', 'por', 'con', 'como', 'en', 'del', 'para', 'muy'] },
  {
    code: 'it',

    words: ['il', 'che', 'non', 'per', 'sono', 'di', 'gli', 'della', 'una', 'con', 'più', 'anche'],
  },
  { code: 'pt', words: ['o', 'não', 'uma', 'um', 'isso', 'com', 'os', 'você', 'para', 'em', 'do', 'mais'] },
  {
    code: 'nl',

    words: ['het', 'een', 'en', 'niet', 'dat', 'van', 'zijn', 'voor', 'op', 'met', 'ook', 'wij'],
  },
];
const NO_WORDS_KNOWN: LanguageFacts = { code: undefined };

/** Characters that tell enough of a recording. */
const READ = 200_000;

/** The language of a transcript, told by its script and its commonest words. */
export function detectLanguage({ text }: Pick<Transcript, 'text'>): LanguageFacts {
  const read = text.slice(0, READ);
  const letters = read.match(/\p{L}/gu)?.length ?? 0;
  const share = (script: RegExp): number => (read.match(script)?.length ?? 0) / Math.max(1, letters);
  if (share(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 0.1) return { code: 'ja' };
  if (share(/\p{Script=Hangul}/gu) > 0.3) return { code: 'ko' };
  if (share(/\p{Script=Han}/gu) > 0.3) return { code: 'zh' };
  return byWords(read.toLowerCase().match(/\p{L}+/gu) ?? []);
}

function byWords(heard: readonly string[]): LanguageFacts {
  const counts = new Map<string, number>();
  for (const word of heard) counts.set(word, (counts.get(word) ?? 0) + 1);
  let best = NO_WORDS_KNOWN;
  let most = heard.length * 0.05;
  for (const { code, words } of BY_WORDS) {
    const share = words.reduce((n, word) => n + (counts.get(word) ?? 0), 0);
    if (share <= most) continue;
    best = { code };
    most = share;
  }
  return best;
}
