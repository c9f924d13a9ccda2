import type { CaptionFile } from './caption-file.ts';
import { stripMarkup } from './plain-text.ts';
import { secondsOf, spreadLines } from './spread.ts';

/** Words under which a text is a note and no transcript. */
const fewest = 40;
/** Characters: somebody who talks quickly for a whole day says fewer. */
const longest = 2_000_000;

/**
 * The words of a transcript that has no times, such as minutes or a script; undefined for what is no text. One cue a
 * paragraph, at the times of an ordinary pace: whoever knows the recording stretches them.
 */
export function readUntimed(text: string): CaptionFile | undefined {
  if (text.length > longest || /^\s{0,99}(?:[<{]|\[\s{0,99}[{"])/.test(text) || text.includes('-->')) return undefined;
  // Documents and pictures are full of what no text has.
  const head = text.slice(0, 20_000);
  if ((head.match(/(?![\n\t\f])\p{Cc}|\uFFFD/gu)?.length ?? 0) > head.length / 1000) return undefined;
  const words = head.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const unspaced = head.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  if ((words.length < fewest && unspaced < fewest * 2) || letters < head.replace(/\s/g, '').length / 2)
    return undefined;
  const body = stripMarkup(text);
  return { cues: spreadLines({ start: 0, text: body }, secondsOf(body)), broken: 0, untimed: true };
}
