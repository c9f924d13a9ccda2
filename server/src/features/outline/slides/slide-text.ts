import { normaliseTitle } from '@lectern/chaptering/slide-changes';

/** Text on a slide: the largest line near the top as title, and all lines. Both may be empty. */
export type SlideText = { title: string; text: string };

/** The lines that were read on a picture, and its height in pixels. */
export type ReadPage = { height: number; lines: readonly Line[] };

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
/** A line on more than this share of the slides is their template's; a long chapter's title is on fewer. */
const template = { share: 0.75, slides: 4 };

/**
 * Reads the table that Tesseract writes: level, page, block, paragraph, line, word, left, top, width, height,
 * confidence, text; a row each, parted by tabs.
 */
export function readTesseractTable(table: string): ReadPage {
  const rows = table.split('\n').map((row) => row.split('\t'));
  const height = Number(rows.find(([level]) => level === '1')?.[9] ?? 0);
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
  return { height, lines: [...Map.groupBy(words, ({ line }) => line).values()].flatMap(lineOf) };
}

/** Titles and texts of all slides of a recording: what stands on most of them is no title. */
export function slideTexts(pages: readonly ReadPage[]): SlideText[] {
  const uses = new Map<string, number>();
  for (const { lines } of pages)
    for (const key of new Set(lines.map(({ text }) => normaliseTitle(text)))) uses.set(key, (uses.get(key) ?? 0) + 1);
  const isOfTemplate = ({ text }: Line): boolean =>
    pages.length >= template.slides && uses.get(normaliseTitle(text))! > pages.length * template.share;
  return pages.map(({ lines, height }) => ({
    title: titleOf(
      lines.filter((line) => !isOfTemplate(line)),
      height,
    ),
    text: lines.map(({ text }) => text).join('\n'),
  }));
}

/** Whether a slide has the title and all lines of the one before, and perhaps more: it goes on. */
export function goesOn(before: SlideText, after: SlideText): boolean {
  const lines = new Set(after.text.split('\n').map(normaliseTitle));
  return (
    normaliseTitle(before.title) === normaliseTitle(after.title) &&
    before.text.split('\n').every((line) => lines.has(normaliseTitle(line)))
  );
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
