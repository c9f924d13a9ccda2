import { isSoundMark } from '@lectern/chaptering/sound-marks';
import type { FileCue } from './caption-file.ts';

const turn = String.raw`(?:(?:(?:>>|»)>?|[-–])\s*)?`;
/** `Sarah Miller: `, also behind the marks of a new turn; `[Tom]` and `(Sarah)`, with a colon or without. */
const label = new RegExp(
  String.raw`^${turn}(?:([\p{L}\p{N}][^:：\n<>?!;"]{0,59})(?::\s|：)|\[([^\]\n]{1,60})\]:?|\(([^)\n]{1,60})\):?)\s*(?=\S)`,
  'u',
);
/** As pyannote names voices, and programs write before what they say. */
const numbered = /^(?:[A-Z_] )?(SPEAKER_\d{2,3})\b:?\s*(?=\S)/;
const turnMark = /^(?:>>|»)>?\s*/;
// Words that introduce a sentence as a name would.
const introductions =
  /^(?:notes?|questions?|answers?|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|remember|warning|tips?|today|agenda|summary|conclusion|example|for example|bonus|spoiler|fun fact|music|(?:step|part|rule|number|point|option|chapter|lesson|reason) \S+)$/i;

/**
 * Extracts speakers from `Sarah Miller: Good morning.` Labels on most cues must recur or be capitalised; rare ones
 * need both and two names, and hold until the next.
 */
export function extractSpeakers(given: readonly FileCue[]): FileCue[] {
  const cues = namesAbove(given) ?? given;
  if (cues.some((cue) => cue.speaker)) return cues.map(withoutTurnMark);
  if (cues.length > 0 && cues.every(({ text }) => numbered.test(text)))
    return cues.map((cue) => ({ ...cue, speaker: numbered.exec(cue.text)![1], text: cue.text.replace(numbered, '') }));
  const names = cues.map((cue) => candidate(cue.text));
  const counts = Map.groupBy(names, (name) => name);
  counts.delete(undefined);
  const labelled = names.filter(Boolean).length;
  const marksEachCue = labelled * 2 >= cues.length;

  const recurs = (name: string) => (counts.get(name)?.length ?? 0) > 1;
  const accepted = new Set(
    [...counts.keys()].filter((name) => {
      if (!name) return false;
      return marksEachCue ? recurs(name) || isCapitalised(name) : recurs(name) && isCapitalised(name);
    }),
  );
  if (!marksEachCue && accepted.size < 2) return cues.map(withoutTurnMark);

  let current: string | undefined;
  return cues.map((cue, index) => {
    const name = names[index];
    const isNamed = name !== undefined && accepted.has(name);
    if (isNamed) current = name;
    else if (marksEachCue || turnMark.test(cue.text)) current = undefined;
    const text = isNamed ? cue.text.replace(label, '') : cue.text.replace(turnMark, '');
    return { ...cue, text, speaker: current };
  });
}

/** Cues among which names above the words are looked for, at least. */
const fewestNamed = 4;

/**
 * Where nearly every cue has a name alone in its first line, and two or more names recur, those are who speaks: so editing
 * programs write.
 */
function namesAbove(cues: readonly FileCue[]): FileCue[] | undefined {
  const parts = cues.map(({ text, speaker }) => (speaker ? null : /^([^\n]{1,60})\n([^]+)$/.exec(text)));
  const names = parts.flatMap((part) => (part && isCased(part[1]!.trim()) ? [part[1]!.trim()] : []));
  const kinds = Map.groupBy(names, (name) => name);
  const recurring = [...kinds.values()].filter((same) => same.length > 1).length;
  const isNamed = names.length >= cues.length * 0.8 && cues.length >= fewestNamed;
  const areNumbered = names.every((name) => /^speaker[ _]?\d+$/i.test(name));
  if (!isNamed || recurring < (areNumbered ? 1 : 2) || kinds.size > names.length / 2) return undefined;
  return cues.map((cue, n) => {
    const [, name = '', text] = parts[n] ?? [];
    return text !== undefined && isCased(name.trim()) ? { ...cue, text, speaker: name.trim() } : cue;
  });
}

/** A name in letters that have capitals: in others any words look like one. */
const isCased = (name: string): boolean => isName(name) && /^\p{Lu}/u.test(name);

const withoutTurnMark = (cue: FileCue): FileCue => ({ ...cue, text: cue.text.replace(turnMark, '') });

function candidate(text: string): string | undefined {
  const [, plain, square, round] = label.exec(text) ?? [];
  const name = (plain ?? square ?? round)?.trim().replace(/\s+/g, ' ');
  if (!name || name.split(' ').length > 5 || introductions.test(name)) return undefined;
  // In brackets stand sounds and remarks as well: a name there is written as one.
  if (plain === undefined && (isSoundMark(`(${name})`) || !/^\p{L}[^:?!;"]{0,59}$/u.test(name) || !isCapitalised(name)))
    return undefined;
  return name;
}

/** Whether the words before a time are somebody's name: `Sarah Miller`, `SPEAKER_00`, `Speaker 1`. */
export const isName = (text: string): boolean =>
  candidate(`${text}: x`) === text && /^\p{L}/u.test(text) && isCapitalised(text);

/** A cue in which several people speak, each in a line of their own, as one text each. */
export function splitSpeakerTurns(text: string): string[] {
  const lines = text.split('\n');
  const begins = /^(?:(?:>>|»)>?\s*\S|[-–]\s*(?:[[(]|\p{L}[^:：<>?!;"]{0,59}(?::\s|：)))/u;
  if (lines.filter((line) => begins.test(line)).length < 2) return [text];
  const turns: string[] = [];
  for (const line of lines)
    if (turns.length === 0 || begins.test(line)) turns.push(line);
    else turns[turns.length - 1] += `\n${line}`;
  return turns;
}

const particle = /^(?:de|da|do|dos|del|della|der|den|di|du|la|le|van|von|ten|bin|al|el|y|e|and|und|of|the)$/;

function isCapitalised(name: string): boolean {
  const words = name.split(/[\s,]+/).filter(Boolean);
  return words.every((word, index) => /^[(\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(word) || (index > 0 && particle.test(word)));
}
