import { readCaptions } from './read-captions.ts';

export const read = (text: string) => readCaptions(Buffer.from(text));

/** The cues that every format below contains. */
export const talk = [
  { start: 1, end: 4, text: 'Good morning and welcome to our webinar about pricing.' },
  { start: 4.5, end: 8, text: 'Today we talk about 3 things: plans, tokens and renewals.' },
  { start: 8.2, end: 12, text: 'First, the plans that most teams choose in their first year.' },
  { start: 12.1, end: 16, text: 'Second, how tokens are counted and when they expire.' },
];
export const clock = (seconds: number, mark = ','): string =>
  `00:00:${seconds.toFixed(3).padStart(6, '0').replace('.', mark)}`;
export const each = (write: (cue: (typeof talk)[number], n: number) => string, end = '\n'): string =>
  talk.map(write).join(end);
export const srt = (arrow: string, mark = ','): string =>
  each(({ start, end, text }, n) => `${n + 1}\n${clock(start, mark)}${arrow}${clock(end, mark)}\n${text}\n`);

/** Reads a file and returns the start and text of each cue. */
export const said = (text: string): (number | string)[][] =>
  read(text).cues.map(({ start, text: words }) => [start, words]);
