import { lenientSeconds, time } from './line-times.ts';
import { isName } from './speakers.ts';
import type { CueHead } from './timed-blocks.ts';

const otter = new RegExp(String.raw`^(\S.{0,60}?)\s{1,9}(?:[-–—|·]\s{0,3})?(${time})\s{0,9}$`);
const rev = new RegExp(String.raw`^(\S.{0,60}?):?\s{0,9}[[(](${time})[\])]:?\s{0,9}(.*)$`);

const headOf = (match: RegExpExecArray | null): CueHead => {
  const [, name = '', at, words] = match ?? [];
  const start = lenientSeconds(at);
  const speaker = name.replace(/^\W+|[\s:*]+$/g, '');
  if (start !== undefined && /^(?:start|time|time ?code|timestamp)$/i.test(speaker))
    return { start, ...(words ? { words } : {}) };
  return start === undefined || !isName(speaker) || /^(?:end|stop|duration|length)$/i.test(speaker)
    ? undefined
    : { start, speaker, ...(words ? { words } : {}) };
};

/** Otter, and what is copied out of Teams: `Sarah Miller  0:05`, the text below. */
export const otterHead = (line: string): CueHead => headOf(otter.exec(line.slice(0, 100)));

/** Rev and Descript: `Sarah Miller (00:05):`, the text below or behind. */
export const revHead = (line: string): CueHead => headOf(rev.exec(line));
