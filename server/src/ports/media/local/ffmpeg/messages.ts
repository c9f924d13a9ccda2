import { stripVTControlCharacters } from 'node:util';

/** Characters kept of the end of what is said at each level. */
const keptOfLevel = 16_384;

const escape = '\u001B';
const paint = new RegExp(`${escape}\\[\\d;(\\d\\d)m`, 'g');

/** Paints of errors and of warnings. */
const [red, yellow] = ['31', '33'];
const complaint = new RegExp(`${escape}\\[\\d;(?:${red}|${yellow})m[^${escape}]*`, 'g');

/**
 * Makes ffmpeg colour its messages by level. Files cannot fake this, because ffmpeg escapes their control characters.
 * Other variables would change or disable the colours.
 */
export const forceColourCommand =
  'unset TERM NO_COLOR AV_LOG_FORCE_NOCOLOR AV_LOG_FORCE_256COLOR; export AV_LOG_FORCE_COLOR=1';

const plain = (texts: Iterable<string>): string => stripVTControlCharacters([...texts].join(''));

export type Messages = {
  /** All that was said, level by level: much of one pushes out nothing of another. */
  all: string;
  /** Complaints of ffmpeg itself, without text quoted from the file. */
  complaints: string;
};

/** Keeps the end of what `painted` ffmpeg says. */
export function keepMessages(): { hear: (chunk: string) => void; told: () => Messages } {
  const levels = new Map<string, string>();
  let begun = '';
  const keep = (line: string): void => {
    const level = [...line.matchAll(paint)].at(-1)?.[1] ?? '';
    levels.set(level, `${levels.get(level) ?? ''}${line}\n`.slice(-keptOfLevel));
  };
  return {
    hear(chunk) {
      const lines = (begun + chunk).split('\n');
      begun = lines.pop()!.slice(-keptOfLevel);
      lines.forEach(keep);
    },
    told() {
      keep(begun);
      begun = '';
      const complaints = [red, yellow].flatMap((level) => levels.get(level!)?.match(complaint) ?? []);
      return { all: plain(levels.values()), complaints: plain(complaints) };
    },
  };
}
