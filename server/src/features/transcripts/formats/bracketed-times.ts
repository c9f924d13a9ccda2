import { lenientSeconds, time } from './line-times.ts';
import type { CueHead } from './timed-blocks.ts';

const range = new RegExp(String.raw`^\s{0,3}\[(${time}) --> (${time})\]\s{0,9}(.*)$`);
const single = new RegExp(String.raw`^\s{0,3}[[(]?(${time})[\])]?(?:\s{0,3}[-–—|:])?\s{1,9}(\S.*)$`);
const alone = new RegExp(String.raw`^\s{0,3}[[(](${time})[\])]\s{0,9}$`);

/** A time before the words of the same line: `[00:00:05] Sarah: Hello.`, `0:05 Hello.`, `[00:05.000 --> 00:07.500] Hello.` */
export const bracketedHead = (line: string): CueHead => {
  const between = range.exec(line);
  if (between) {
    const [from, to] = [lenientSeconds(between[1]), lenientSeconds(between[2])];
    return from === undefined
      ? 'broken'
      : { start: from, ...(to === undefined ? {} : { end: to }), words: between[3]! };
  }
  const [, at, words] = single.exec(line) ?? alone.exec(line) ?? [];
  const start = lenientSeconds(at);
  return start === undefined ? undefined : { start, ...(words ? { words } : {}) };
};
