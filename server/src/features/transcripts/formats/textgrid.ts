import { type CaptionFile, maxCues } from './caption-file.ts';

const interval =
  /(?:xmin\s?=\s?)?(?<![\d.])(\d{1,9}(?:\.\d{1,20})?)\s{1,40}(?:xmax\s?=\s?)?(\d{1,9}(?:\.\d{1,20})?)\s{1,40}(?:text\s?=\s?)?"([^"]{0,20000}(?:""[^"]{0,20000}){0,200})"/g;
/** Tiers of parts of words, which say nothing new. */
const parts = /phone|syll|word/i;

export const isTextGrid = (text: string): boolean => /^[^\n]{0,40}ooTextFile[^]{0,60}TextGrid/.test(text);

/**
 * Praat's TextGrid, with names before the values or without: tiers with when each is said, of speakers where there are
 * several.
 */
export function readTextGrid(text: string): CaptionFile {
  const tiers = text.split('"IntervalTier"').slice(1);
  const named = tiers.map((tier) => ({ tier, name: /"([^"\n]{0,100})"/.exec(tier)?.[1]?.trim() ?? '' }));
  const whole = named.filter(({ name }) => !parts.test(name));
  const chosen = whole.length > 0 ? whole : named;
  const found = chosen.flatMap(({ tier, name }) =>
    Array.from(tier.matchAll(interval), ([, start, end, said = '']) => ({
      start: Number(start),
      end: Number(end),
      text: said.replaceAll('""', '"'),
      ...(chosen.length > 1 && name ? { speaker: name } : {}),
    })),
  );
  const cues = found.filter((cue) => cue.text.trim());
  return { cues: cues.slice(0, maxCues), broken: Math.max(0, cues.length - maxCues) };
}
