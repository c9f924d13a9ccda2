import type { Lexicon } from '../segment/lexicon.ts';
import type { Transcript } from '../transcript.ts';
import { salience, type Stretch } from './salience.ts';
import { blemishes, LONGEST_SENTENCE, written } from './spoken.ts';
import { standsAlone, tone } from './standing.ts';

const LENGTH = { least: 7, ideal: 20, most: 38 };

/**
 * Two to `most` sentences that say what a stretch is about: the ones that carry most of its subject and stand alone, without
 * saying the same twice, in the order they were said. Fewer only where the stretch has no more words.
 */
export function summarise(
  { sentences, punctuated }: Transcript,
  lexicon: Lexicon,
  stretch: Stretch,
  { most = 3, query }: { most?: number; query?: ReadonlySet<string> } = {},
): string {
  const [from, to] = stretch;
  const weight = salience(lexicon, stretch, query);
  const pool: { i: number; text: string; score: number }[] = [];
  for (let i = from; i < to; i++) {
    const sentence = sentences[i]!;
    if (sentence.text.length > LONGEST_SENTENCE) continue;
    const text = written(sentence.text);
    if (text === '') continue;
    const words = text.split(' ').length;
    const fits =
      words >= LENGTH.least && words <= LENGTH.most && sentence.complete && (!punctuated || !/[?…]|\.\.\./.test(text));
    const position = 1 + 0.35 * Math.exp((-6 * (i - from)) / Math.max(1, to - from));
    const score =
      ((weight[i - from]! / Math.sqrt(Math.max(words, LENGTH.ideal * 0.6))) *
        (0.15 + standsAlone(text)) *
        tone(text) *
        position *
        (fits ? 1 : 0.02)) /
      (1 + 0.5 * blemishes(text));
    pool.push({ i, text, score });
  }
  const chosen = diverse(pool, lexicon, most);
  return chosen
    .toSorted((a, b) => a.i - b.i)
    .map(({ text }) => text)
    .join(' ');
}

function diverse<T extends { i: number; score: number }>(pool: readonly T[], lexicon: Lexicon, most: number): T[] {
  const chosen: T[] = [];
  const said = new Set<number>();
  const left = pool.toSorted((a, b) => b.score - a.score || a.i - b.i).slice(0, 60);
  while (chosen.length < most && left.length > 0) {
    let best = 0;
    let bestValue = -1;
    left.forEach((item, k) => {
      const terms = new Set(lexicon.terms[item.i]!);
      const known = [...terms].reduce((n, term) => n + (said.has(term) ? 1 : 0), 0);
      const value = item.score * (1 - (0.75 * known) / Math.max(1, terms.size));
      if (value <= bestValue) return;
      best = k;
      bestValue = value;
    });
    const [item] = left.splice(best, 1);
    // The third sentence must be worth reading; two are always given.
    if (chosen.length >= 2 && bestValue < 0.3 * chosen[0]!.score) break;
    chosen.push(item!);
    for (const term of lexicon.terms[item!.i]!) said.add(term);
  }
  return chosen;
}
