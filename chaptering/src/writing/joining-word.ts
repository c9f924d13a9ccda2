import type { Transcript } from '../transcript.ts';

const LANGUAGES: readonly { and: string; words: readonly string[] }[] = [
  { and: 'and', words: ['the', 'and', 'of', 'to', 'that', 'is', 'you', 'we'] },
  { and: 'und', words: ['der', 'die', 'und', 'das', 'ist', 'nicht', 'wir', 'ein'] },
  { and: 'et', words: ['le', 'les', 'et', 'est', 'des', 'vous', 'nous', 'pas'] },
  { and: 'y', words: ['el', 'los', 'y', 'las', 'una', 'por', 'con', 'como'] },
  { and: 'e', words: ['il', 'che', 'non', 'per', 'sono', 'di', 'gli', 'della'] },
  { and: 'e', words: ['o', 'não', 'uma', 'um', 'isso', 'com', 'os', 'você'] },
  { and: 'en', words: ['het', 'een', 'en', 'niet', 'dat', 'van', 'zijn', 'voor'] },
];

/** The word for 'and' in the language of the transcript, told by its commonest words; a dot where it is none we know. */
export function joiningWord({ text }: Transcript): string {
  const heard =
    text
      .slice(0, 200_000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of heard) counts.set(word, (counts.get(word) ?? 0) + 1);
  let best = '·';
  let most = heard.length * 0.04;
  for (const { and, words } of LANGUAGES) {
    const share = words.reduce((n, word) => n + (counts.get(word) ?? 0), 0);
    if (share <= most) continue;
    best = and;
    most = share;
  }
  return best;
}
