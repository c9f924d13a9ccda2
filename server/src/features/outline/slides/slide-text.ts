/** Text on a slide: the largest line near the top as title, and all lines. Both may be empty. */
export type SlideText = { title: string; text: string };

type Word = { line: string; top: number; height: number; confidence: number; text: string };
type Line = { top: number; height: number; text: string };

/**
 * Confidence of Tesseract, 0 to 100, under which a word is noise of a picture, and a line of such words all the more.
 */
const sureWord = 40;
const sureLine = 65;

/** Characters that the bullet of a list item is read as. */
const dot = /^[+*•·◦‣▪●○°¢»]$/;
const beginsWithLetter = /^["'“‘(]?\p{L}/u;

/** A title stands in this part of the picture, from its top. */
const upperPart = 0.5;
/** Lines of a title have nearly one height. */
const sameHeight = 0.75;
const longestTitle = 120;

/**
 * Reads the table that Tesseract writes: level, page, block, paragraph, line, word, left, top, width, height,
 * confidence, text; a row each, parted by tabs.
 */
export function readTesseractTable(table: string): SlideText {
  const rows = table.split('\n').map((row) => row.split('\t'));
  const pageHeight = Number(rows.find(([level]) => level === '1')?.[9] ?? 0);
  const words = rows.flatMap(([level, page, block, paragraph, line, , , top, , height, confidence, text]): Word[] =>
    level === '5' && text?.trim()
      ? [
          {
            line: [page, block, paragraph, line].join(' '),
            top: Number(top),
            height: Number(height),
            confidence: Number(confidence),
            text: text.trim(),
          },
        ]
      : [],
  );
  const lines = [...Map.groupBy(words, ({ line }) => line).values()].flatMap(lineOf);
  return { title: titleOf(lines, pageHeight), text: lines.map(({ text }) => text).join('\n') };
}

function lineOf(words: readonly Word[]): Line[] {
  const sure = words.filter(({ confidence }) => confidence >= sureWord);
  const [first, second] = sure;
  const isItem = first && second && dot.test(first.text) && beginsWithLetter.test(second.text);
  const text = (isItem ? sure.slice(1) : sure).map((word) => word.text).join(' ');
  const confidence = sure.reduce((sum, word) => sum + word.confidence, 0) / sure.length;
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (sure.length * 2 < words.length || confidence < sureLine || letters < 2 || letters * 2 < text.length) return [];
  const heights = sure.map(({ height }) => height).toSorted((one, other) => one - other);
  return [{ top: Math.min(...sure.map(({ top }) => top)), height: heights[heights.length >> 1]!, text }];
}

/** The first of the tallest lines in the upper part, with the lines that go on in the same height. */
function titleOf(lines: readonly Line[], pageHeight: number): string {
  const upper = lines.filter(({ top }) => top < pageHeight * upperPart);
  const tallest = Math.max(0, ...upper.map(({ height }) => height));
  const first = upper.findIndex(({ height }) => height >= tallest * sameHeight);
  if (first < 0) return '';
  const rest = upper.slice(first);
  const end = rest.findIndex(({ height }) => height < tallest * sameHeight);
  const title = rest
    .slice(0, end < 0 ? rest.length : end)
    .map(({ text }) => text)
    .join(' ');
  // Where everything has one height there is no title.
  return title.length <= longestTitle ? title : '';
}
