import { UNSPACED_CHARACTER } from '@lectern/chaptering/unspaced-scripts';
import type { Cue } from '@lectern/contract/transcripts/cue';
import type { RecognisedWord } from '../../ports/speech/port.ts';

/** The usual limits of subtitles, for screen space and reading time. */
const maxSeconds = 7;
const maxLines = 2;
const maxLineLength = 42;

/** A silence, in seconds, at which a cue ends. */
const pause = 0.6;

/** A sentence shorter than this, in characters, shares its cue with the next one. */
const shortSentence = 20;

const sentenceEnd = /[.!?…。！？]["'”’»)\]]*$/;
const clauseEnd = /[,;:–—、，；：]["'”’»)\]]*$/;
/** Words that begin a clause: a line may well break before them. */
const clauseStart = /^(?:and|but|or|so|because|which|that|who|when|where|while|if|then|with|for|to|in|on|at|of)$/i;

function joined(words: readonly RecognisedWord[]): string {
  let text = '';
  for (const word of words)
    text +=
      text !== '' && !(UNSPACED_CHARACTER.test(text.at(-1)!) && UNSPACED_CHARACTER.test(word.text[0] ?? ''))
        ? ` ${word.text}`
        : word.text;
  return text;
}

/** Whether a text can be set in the lines of one cue, broken at spaces or, without them, anywhere. */
function fits(text: string): boolean {
  if (UNSPACED_CHARACTER.test(text)) return text.length <= maxLines * maxLineLength;
  let lines = 0;
  let room = 0;
  for (const { length } of text.split(' ')) {
    if (length + 1 > room) {
      lines += Math.ceil(length / maxLineLength);
      room = maxLineLength - (length % maxLineLength || maxLineLength);
    } else room -= length + 1;
  }
  return lines <= maxLines;
}

const fitsOneCue = (words: readonly RecognisedWord[]): boolean =>
  words.length < 2 || (words.at(-1)!.end - words[0]!.start <= maxSeconds && fits(joined(words)));

/** How many words of a full cue to keep: up to the last clause of its second half, else all. */
function breakPoint(words: readonly RecognisedWord[]): number {
  for (const good of [
    (n: number) => sentenceEnd.test(words[n - 1]!.text),
    (n: number) => clauseEnd.test(words[n - 1]!.text),
    (n: number) => words[n]!.start - words[n - 1]!.end >= pause / 3,
    (n: number) => clauseStart.test(words[n]!.text),
  ])
    for (let n = words.length - 1; n >= words.length / 2; n -= 1) if (good(n)) return n;
  return words.length;
}

/** Whether a cue ends between two words, however short it is. */
function endsBetween(cue: readonly RecognisedWord[], next: RecognisedWord): boolean {
  const last = cue.at(-1)!;
  if (next.speaker !== last.speaker || next.start - last.end >= pause) return true;
  return sentenceEnd.test(last.text) && joined(cue).length >= shortSentence;
}

/**
 * Groups words into cues of at most 7 seconds and two lines of 42 characters, ending at speaker changes, pauses,
 * sentences or clauses. Sorts words; drops empty ones.
 */
export function cuesOfWords(found: readonly RecognisedWord[]): Cue[] {
  const words = found
    .map((word) => ({ ...word, text: word.text.replace(/\s+/g, ' ').trim() }))
    .filter(({ text, start, end }) => text !== '' && Number.isFinite(start) && Number.isFinite(end) && start >= 0)
    .toSorted((one, other) => one.start - other.start);
  const cues: Cue[] = [];
  let open: RecognisedWord[] = [];
  const close = (count: number): void => {
    if (count > 0) cues.push(asCue(open.slice(0, count)));
    open = open.slice(count);
  };
  for (const word of words) {
    if (open.length > 0 && endsBetween(open, word)) close(open.length);
    while (!fitsOneCue([...open, word])) close(breakPoint(open));
    open.push(word);
  }
  close(open.length);
  return cues.map((cue, n) => ({
    ...cue,
    end: Math.max(cue.start + 0.001, Math.min(cue.end, cues[n + 1]?.start ?? cue.end)),
  }));
}

/** A cue no longer than the limit, even of one word with an absurd end. */
function asCue(words: readonly RecognisedWord[]): Cue {
  const { start, speaker } = words[0]!;
  const end = Math.max(...words.map((word) => word.end), start);
  return {
    start,
    end: Math.min(end, start + maxSeconds),
    text: joined(words),
    ...(speaker === undefined ? {} : { speaker }),
  };
}
