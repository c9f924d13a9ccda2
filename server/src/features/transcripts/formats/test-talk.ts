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

/** How `lines` writes seconds: `{from.ms}`. Digits count decimals. */
const writings: Readonly<Record<string, (seconds: number) => string>> = {
  ms: (seconds) => `${Math.round(seconds * 1000)}`,
  tenths: (seconds) => `${seconds * 10}`,
  clock: (seconds) => clock(seconds),
  point: (seconds) => clock(seconds, '.'),
  colon: (seconds) => clock(seconds, ':'),
  seconds: (seconds) => clock(seconds, '.').slice(0, 8),
  dots: (seconds) => clock(seconds, '.').slice(0, 8).replaceAll(':', '.'),
  hyphen: (seconds) => clock(seconds, '-').slice(0, 10),
  frames: (seconds) => `${clock(seconds, '.').slice(0, 8).replaceAll(':', ';')};12`,
  ass: (seconds) => clock(seconds, '.').slice(1, -1),
  minutes: (seconds) => clock(seconds, '.').slice(3),
};

/** Writes the talk by a template, such as `{n} {from.clock} {to} {length.ms} {text}`. */
export function lines(template: string, end = '\n'): string {
  return talk
    .map((cue, n) => {
      const values = { from: cue.start, to: cue.end, length: Number((cue.end - cue.start).toFixed(1)) };
      return template.replace(/\{(from|to|length|text|n)(?:\.(\w+))?\}/g, (_, name: string, writing?: string) => {
        if (name === 'text') return cue.text;
        if (name === 'n') return `${n + 1}`;
        const seconds = values[name as keyof typeof values];
        if (writing === undefined) return `${seconds}`;
        return writings[writing]?.(seconds) ?? seconds.toFixed(Number(writing));
      });
    })
    .join(end);
}
export const srt = (arrow: string, mark = ','): string =>
  lines(`{n}\n{from.clock}${arrow}{to.clock}\n{text}\n`).replace(/(?<=:\d\d),(?=\d{3})/g, mark);

/** Reads a file and returns the start and text of each cue. */
export const said = (text: string): (number | string)[][] =>
  read(text).cues.map(({ start, text: words }) => [start, words]);
export const startsOf = (text: string): number[] => read(text).cues.map(({ start }) => start);
export const textsOf = (text: string): string[] => read(text).cues.map((cue) => cue.text);
