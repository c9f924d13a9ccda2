import { type CaptionFile, type FileCue, maxCues } from './caption-file.ts';
import { stripMarkup } from './plain-text.ts';

/**
 * What a line says about time: the head of a cue, with the words that stand in the same line; a head that cannot be
 * read; or nothing (it is text).
 */
export type CueHead = { start: number; end?: number; speaker?: string; words?: string } | 'broken' | undefined;

/**
 * Reads a file in which a line with times begins each cue and the text follows. A cue lasts up to the next such line,
 * so missing blank lines and blank lines inside a text do no harm; number lines before times are dropped.
 */
export function readTimedBlocks(text: string, parseHead: (line: string) => CueHead): CaptionFile {
  const cues: FileCue[] = [];
  let broken = 0;
  let numbered: boolean | undefined;
  let head: CueHead;
  let lines: string[] = [];

  const finish = (isLast: boolean) => {
    const hasNumber = /^\s*\d{1,9}\s*$/.test(lines.at(-1) ?? '');
    numbered ??= hasNumber;
    if (numbered && hasNumber && !isLast) lines.pop();
    if (typeof head === 'object') {
      const { words = '', ...cue } = head;
      if (cues.length < maxCues) cues.push({ ...cue, text: stripMarkup([words, ...lines].join('\n')) });
      else broken += 1;
    }
    lines = [];
  };

  for (const line of eachLine(text)) {
    const next = parseHead(line);
    if (next) {
      finish(false);
      head = next;
      if (head === 'broken') broken += 1;
    } else if (line.trim() !== '' || lines.at(-1) !== '') lines.push(line.trimEnd());
  }
  finish(true);
  return { cues, broken };
}

/** The lines of a text one by one, so that a file of millions of them takes no memory for a list. */
export function* eachLine(text: string): Generator<string> {
  let position = 0;
  while (position <= text.length) {
    const found = text.indexOf('\n', position);
    const end = found < 0 ? text.length : found;
    yield text.slice(position, end);
    position = end + 1;
  }
}
