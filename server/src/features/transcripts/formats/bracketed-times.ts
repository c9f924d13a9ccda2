import { lenientSeconds, time } from './line-times.ts';
import type { CueHead } from './timed-blocks.ts';

const bracketed = new RegExp(String.raw`^\s{0,3}[[(](${time})[\])](?:\s{0,3}[-–—|:])?\s{0,9}(.*)$`);
const bare = new RegExp(String.raw`^\s{0,3}(${time})(?:\s{0,3}[-–—|:])?\s{1,9}(\S.*)$`);

/** A time before the words of the same line: `[00:00:05] Sarah: Hello.`, `0:05 Hello.`, and LRC's `[00:05.10]Hello.` */
export const bracketedHead = (line: string): CueHead => {
  const [, at, words] = bracketed.exec(line) ?? bare.exec(line) ?? [];
  const start = lenientSeconds(at);
  return start === undefined ? undefined : { start, ...(words ? { words } : {}) };
};

const several = new RegExp(String.raw`^\s{0,3}((?:\[${time}\]){2,12})(.*)$`);
const one = new RegExp(String.raw`\[(${time})\]`, 'g');

/**
 * Lines with several times before them: of LRC, where they are sung several times, each becomes a line of its own. Where all
 * have two, and the second later, they are when a line begins and ends.
 */
export function eachTimeApart(text: string): string {
  const tagged = text.match(new RegExp(bracketed, 'gm'))?.length ?? 0;
  const lines = [...text.matchAll(new RegExp(several, 'gm'))];
  if (lines.length === 0) return text;
  const timesOf = (tags: string): string[] => Array.from(tags.matchAll(one), ([, at]) => at!);
  const isPair = ([, tags = '']: RegExpExecArray): boolean => {
    const [start, end, more] = timesOf(tags).map((at) => lenientSeconds(at));
    return start !== undefined && end !== undefined && end > start && more === undefined;
  };
  const arePairs = lines.length > 1 && lines.length === tagged && lines.every(isPair);
  return text.replace(new RegExp(several, 'gm'), (_, tags: string, words: string) =>
    arePairs
      ? `[${timesOf(tags).join(' --> ')}] ${words}`
      : timesOf(tags)
          .map((at) => `[${at}]${words}`)
          .join('\n'),
  );
}
