// Controls, soft hyphens, zero-width and direction marks, interlinear and tag characters.
const invisible =
  /(?![\t\n])\p{Cc}|[\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;
// Joiners spell words in Persian or Hindi and hold emojis together; in other scripts they only hide text.
const needlessJoiner =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\p{Script=Arabic}\p{M}\p{Lo}])[\u200C\u200D]/gu;

/** Marks beyond those that any letter has. Normalizing orders marks, which takes the square of their number. */
export const endlessMarks = /(?<=[\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** Something that shows: fillers and selectors of scripts are letters and marks, and are as empty as a space. */
const showing = /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;

/** The lines of a text that show something, without characters that do not show and with single spaces. */
export function visibleLines(text: string): string[] {
  const visible = text
    .toWellFormed()
    .replace(invisible, '')
    .replace(needlessJoiner, '')
    .replace(endlessMarks, '')
    .normalize('NFC');
  return visible
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => showing.test(line));
}

const unspaced =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF])\n(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;

/** Lines as one line: a space between them, but none in Chinese and Japanese. */
export function joinLines(lines: readonly string[]): string {
  return lines.join('\n').replace(unspaced, '').replaceAll('\n', ' ');
}

/** A text that somebody typed, on one line and without what does not show. */
export const visibleText = (text: string): string => joinLines(visibleLines(text));
