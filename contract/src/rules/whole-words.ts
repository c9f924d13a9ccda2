/** Splits words by script, independent of language. Undefined when the browser has no segmenter. */
const segmenter = (): Intl.Segmenter | undefined =>
  'Segmenter' in Intl ? (made ??= new Intl.Segmenter(undefined, { granularity: 'word' })) : undefined;
let made: Intl.Segmenter | undefined;

/**
 * Extends text ranges to whole words. Segments the text once for all ranges; without a segmenter, ranges stay
 * unchanged.
 */
export function wholeWords(text: string): (from: number, to: number) => [from: number, to: number] {
  let segments: Intl.Segments | undefined;
  /** The word around a place: none where one begins, ends or is not. */
  const around = (at: number) => {
    if (at <= 0 || at >= text.length) return undefined;
    segments ??= segmenter()?.segment(text);
    const word = segments?.containing(at);
    return word?.isWordLike && word.index < at ? word : undefined;
  };
  return (from, to) => {
    const [first, last] = [around(from), around(to)];
    return [first?.index ?? from, last ? last.index + last.segment.length : to];
  };
}
