/** What is a word is told by the script: no language has to be known for it. Undefined where a browser has none. */
const segmenter = (): Intl.Segmenter | undefined =>
  'Segmenter' in Intl ? (made ??= new Intl.Segmenter(undefined, { granularity: 'word' })) : undefined;
let made: Intl.Segmenter | undefined;

/**
 * Grows stretches of a text to whole words where they begin or end within one. The text is divided once, however many
 * stretches are asked for. Without a segmenter they stay as they are.
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
