import { type ShownSlide, normaliseTitle } from '../slide-changes.ts';
import { wordsOf } from '../terms.ts';
import { isFallbackTitle } from './fallback-titles.ts';
import type { RecordingWords, SentenceRange } from './recording-words.ts';
import { capitaliseStart, spellWord } from './spelling.ts';

const WORDS = { least: 2, most: 8 };
const LONGEST = 70;
/** Seconds by which a slide may be there before its chapter, and of a chapter that make its beginning at least. */
const EARLY = 8;
const BEGINNING = 20;
/** Share of a chapter's time a title is shown for, and of its words that are said in the chapter, at least. */
const LEAST = { shown: 0.25, first: 0.05, said: 0.5 };
/** A title on more of the slides than this is their header. Of fewer slides nobody can tell. */
const HEADER = { share: 0.4, slides: 5 };
/** Slide titles common to every deck. */
const OF_ANY_DECK =
  /^(?:(?:today'?s )?agenda|outline|(?:table of )?contents|overview|thank(?:s| you)\b.*|welcome\b.*|about (?:me|us)|who (?:am i|we are)|disclaimer|references|appendix|contact(?: us)?|any questions.*)$/i;
const ADDRESS = /@|https?:|www\.|\.(?:com|org|net|io|de|eu|uk)\b/i;

/**
 * Finds the title of the slide shown at a time range's start or mostly. At least half its words must be said,
 * excluding misreadings and headers.
 */
export function slideTitles(
  recording: RecordingWords,
  shown: readonly ShownSlide[],
): (span: { start: number; end: number }, stretch: SentenceRange) => string | undefined {
  const titled = shown.filter(({ title }) => isTitle(title));
  const uses = Map.groupBy(titled, ({ title }) => normaliseTitle(title));
  const isHeader = (title: string): boolean =>
    shown.length >= HEADER.slides && uses.get(normaliseTitle(title))!.length > HEADER.share * shown.length;
  const usable = titled.filter(({ title }) => !isHeader(title));

  return (span, [from, to]) => {
    const length = span.end - span.start;
    const said = new Set(recording.tokens.slice(from, to).flatMap((tokens) => tokens.map(({ stem }) => stem)));
    const seconds = new Map<string, number>();
    const candidates: { slide: ShownSlide; key: string }[] = [];
    for (const slide of usable) {
      const time = Math.min(slide.end, span.end) - Math.max(slide.start, span.start);
      if (time <= 0) continue;
      const key = normaliseTitle(slide.title);
      if (!seconds.has(key)) candidates.push({ slide, key });
      seconds.set(key, (seconds.get(key) ?? 0) + time);
    }
    let best: { title: string; score: number } | undefined;
    for (const { slide, key } of candidates) {
      const isFirst = slide.start >= span.start - EARLY && slide.start <= span.start + Math.max(BEGINNING, length / 4);
      const share = seconds.get(key)! / length;
      if (share < (isFirst ? LEAST.first : LEAST.shown)) continue;
      const stems = recording.tokenise(slide.title).flatMap(({ stem, stop }) => (stop ? [] : [stem]));
      const spoken = stems.filter((stem) => said.has(stem)).length / stems.length;
      if (stems.length === 0 || spoken < LEAST.said) continue;
      const score = (share + (isFirst ? 0.3 : 0)) * spoken;
      if (score > (best?.score ?? 0)) best = { title: slide.title, score };
    }
    return best && inSentenceCase(best.title, recording);
  };
}

function isTitle(title: string): boolean {
  const words = wordsOf(title);
  const letters = title.match(/\p{L}/gu)?.length ?? 0;
  return (
    words.length >= WORDS.least &&
    words.length <= WORDS.most &&
    title.length <= LONGEST &&
    letters >= 0.75 * title.replace(/\s/g, '').length &&
    !OF_ANY_DECK.test(title.trim()) &&
    !isFallbackTitle(title.trim()) &&
    !ADDRESS.test(title)
  );
}

/**
 * 'HOW GLACIERS MOVE' and 'How Glaciers Move' as 'How glaciers move', names and acronyms as the recording writes them.
 */
function inSentenceCase(title: string, recording: RecordingWords): string {
  const tidy = title
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[^\p{L}\p{N}"“(¿¡]+|[\s:;,.–—-]+$/gu, '');
  const shouted = tidy === tidy.toUpperCase();
  const words = tidy.split(' ');
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  // German writes its nouns so, and one capital in a line is a name.
  if (!shouted && (recording.code === 'de' || capitals * 2 <= words.length))
    return capitaliseStart(tidy, recording.spellings);
  const calm = words.map((word) => {
    const [core = ''] = /[\p{L}\p{M}\p{N}'’.+#-]*[\p{L}\p{M}\p{N}+#]/u.exec(word) ?? [];
    if (core === '') return word;
    const lower = core.toLowerCase();
    const written = shouted
      ? (recording.spellings.get(lower) ?? lower)
      : spellWord({ word: core, lower, tag: undefined }, recording);
    return word.replace(core, () => written);
  });
  return capitaliseStart(calm.join(' '), recording.spellings);
}
