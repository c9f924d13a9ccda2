import type { CaptionFile } from './caption-file.ts';
import { lenientSeconds, time } from './line-times.ts';
import { type CueHead, eachLine, readTimedBlocks } from './timed-blocks.ts';
import { isName } from './speakers.ts';

/** A link may stand behind it, as pages about videos have them. */
const bracketed = new RegExp(
  String.raw`^\s{0,3}[[(](${time})[\])](?:\(https?:[^\s()]{1,300}\))?(?:\s{0,3}[-–—|:])?\s{0,9}(.*)$`,
);
const bare = new RegExp(
  String.raw`^\s{0,3}(${time})(?:(?:\s{0,3}[-–—|:>])?\s{1,9}|(?:,\d)?[=:]\s{0,9}(?=\P{Nd}))(\S.*)$`,
  'u',
);

/** A time before the words of the same line: `[00:00:05] Sarah: Hello.`, `0:05 Hello.`, and LRC's `[00:05.10]Hello.` */
export const bracketedHead = (line: string): CueHead => {
  const [, at, words] = bracketed.exec(line) ?? bare.exec(line) ?? [];
  if (at === undefined) return undefined;
  const start = lenientSeconds(at);
  return start === undefined ? 'broken' : { start, ...(words ? { words } : {}) };
};

const second = new RegExp(String.raw`^.{0,11}?(?<!\d)${time}(?!\d)`);

/** Whether a second time stands so near to the first that the line has a form of its own. */
export const isDouble = (line: string): boolean => {
  const [, , words = ''] = bare.exec(line) ?? [];
  return second.test(words);
};

const several = new RegExp(String.raw`^\s{0,3}((?:\[${time}\]\s?){2,200})(.*)$`);
const one = new RegExp(String.raw`\[(${time})\]`, 'g');
/** How many times as long a text may become of lines with several times. */
const longestApart = 12;

/**
 * Splits lines with several leading times, as in LRC, into one line per time, sorted. If every line has two ascending
 * times, they are start and end.
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
  if (lines.length > 1 && lines.length === tagged && lines.every(isPair))
    return text.replace(
      new RegExp(several, 'gm'),
      (_, tags: string, words: string) => `[${timesOf(tags).join(' --> ')}] ${words}`,
    );
  let room = text.length * longestApart;
  /** A line with a leading time, and the lines up to the next one. */
  const parts: { start: number; text: string }[] = [{ start: -1, text: '' }];
  for (const line of eachLine(text)) {
    const [, tags = '', words = ''] = several.exec(line) ?? [];
    const times = timesOf(tags).filter(() => (room -= words.length + 10) > 0);
    if (times.length > 0)
      parts.push(...times.map((at) => ({ start: lenientSeconds(at) ?? 0, text: `[${at}]${words}\n` })));
    else if (bracketed.test(line))
      parts.push({ start: lenientSeconds(bracketed.exec(line)![1]) ?? parts.at(-1)!.start, text: `${line}\n` });
    else parts.at(-1)!.text += `${line}\n`;
  }
  return parts
    .toSorted((early, late) => early.start - late.start)
    .map((part) => part.text)
    .join('');
}

/** LRC may say by how many milliseconds all of it comes too late. */
export function readBracketed(text: string): CaptionFile {
  const file = readTimedBlocks(text, bracketedHead, { isLoose: true });
  const early = Number(/^\[offset:\s?([+-]?\d{1,6})\]/im.exec(text.slice(0, 2000))?.[1] ?? 0) / 1000;
  return { ...file, cues: file.cues.map((cue) => ({ ...cue, start: Math.max(0, cue.start - early) })) };
}

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
