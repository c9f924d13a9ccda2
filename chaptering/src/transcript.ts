import { isSoundMark, soundMarks } from './sound-marks.ts';
import { UNSPACED } from './unspaced-scripts.ts';

/** A word of the transcript: its place in the joined text, and its time interpolated within its cue. */
export type TranscriptWord = { from: number; to: number; start: number; end: number; cue: number };

/**
 * A sentence, or in a transcript without punctuation an utterance. Times in seconds, cues as indexes (both included).
 */
export type Sentence = {
  text: string;
  start: number;
  end: number;
  /** Its words in `Transcript.words`, the second excluded. */
  words: readonly [number, number];
  length: number;
  cues: readonly [number, number];
  speaker: string | undefined;
  /** Begins and ends where the speaker began and ended, not where a length limit cut. */
  complete: boolean;
  /** Silence before it, seconds. */
  pause: number;
};

export type Transcript = {
  /** The texts of all cues in order of time, joined by single spaces. Marks of sounds stand in it and are no words. */
  text: string;
  words: readonly TranscriptWord[];
  /** Words before which a sound has cues of its own, and how many characters these hold. */
  afterSounds: ReadonlyMap<number, number>;
  sentences: readonly Sentence[];
  /** Per cue in order of time (`Word.cue`), its index in the list as given. */
  cueIndexes: readonly number[];
  /** Whether the words carry sentence ends; a plain recogniser's do not. */
  punctuated: boolean;
  duration: number;
};

/** Without spaces every character counts as a word of its own (and as half a word in lengths). */
const WORD = new RegExp(`[${UNSPACED}][^\\s${UNSPACED}\\p{L}\\p{N}]*|[^\\s${UNSPACED}]+`, 'gu');
const UNSPACED_START = new RegExp(`^[${UNSPACED}]`, 'u');
const TERMINAL = /[.?!…。！？।؟]["'”’»)\]]*$/u;
const ABBREVIATION =
  /^\W*(?:[A-Za-z]|mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|inc|ltd|no|fig|approx|hon|jr|sr|[A-Za-z](?:\.[A-Za-z])+)\.$/i;
const LOWERCASE_START = /^["'“‘(]*\p{Ll}/u;
/** Words that tend to open a new utterance; where no punctuation tells, they are the best place to cut. */
const OPENERS = new Set(['so', 'okay', 'ok', 'now', 'but', 'well', 'then', 'because', 'however', 'also', 'and']);

/** Silence that ends an utterance of an unpunctuated transcript, and one that ends any sentence: seconds. */
const UTTERANCE_GAP = 0.45;
const ANY_GAP = 4;
const MAX_WORDS = { punctuated: 80, plain: 40 };

type OrderedCue = {
  start: number;
  end: number;
  text: string;
  speaker: string | undefined;
  index: number;
  /** Characters of the sounds with cues of their own before it. */
  soundBefore: number;
};

/**
 * Reads any cues, sorted by start, into words and sentences; kept indexes refer to the given list. Replaces a missing
 * or implausible duration by the last cue's end.
 */
export function readTranscript(cues: readonly Cue[], duration: number): Transcript {
  const ordered = inOrder(cues);
  const last = ordered.reduce((end, cue) => Math.max(end, cue.end), 0);
  const total = seconds(duration) || last;
  const words: TranscriptWord[] = [];
  const afterSounds = new Map<number, number>();
  const parts: string[] = [];
  let offset = 0;
  ordered.forEach((cue, i) => {
    const next = ordered[i + 1]?.start ?? Infinity;
    // Rolling captions overlap: a cue's words are spoken before the next cue appears.
    const end = Math.min(next > cue.start ? Math.min(cue.end, next) : cue.end, total);
    const start = Math.min(cue.start, total);
    const perCharacter = Math.max(0, end - start) / cue.text.length;
    const marks = soundMarks(cue.text);
    if (cue.soundBefore > 0) afterSounds.set(words.length, cue.soundBefore);
    for (const match of cue.text.matchAll(WORD)) {
      const from = match.index;
      const to = from + match[0].length;
      if (marks.some((mark) => from < mark[1] && to > mark[0])) continue;
      words.push({
        from: offset + from,
        to: offset + to,
        start: start + from * perCharacter,
        end: start + to * perCharacter,
        cue: i,
      });
    }
    parts.push(cue.text);
    offset += cue.text.length + 1;
  });
  const text = parts.join(' ');
  const terminals = words.reduce((n, word) => n + (TERMINAL.test(text.slice(word.from, word.to)) ? 1 : 0), 0);
  const punctuated = terminals * 60 > words.length;
  return {
    text,
    words,
    afterSounds,
    sentences: sentencesOf(text, words, ordered, punctuated),
    cueIndexes: ordered.map(({ index }) => index),
    punctuated,
    duration: total,
  };
}

/** The hundred hours that a time code of two digits can tell, in seconds: what lies beyond is a flaw of the file. */
const LONGEST = 360_000;

/** A time as it may be believed; 0 for none. */
const seconds = (x: number): number => (x > 0 && x <= LONGEST ? x : 0);

/** Characters read of a transcript: ten hours of speech. More, on one line or on many, nobody has said. */
const MOST_CHARACTERS = 500_000;

/** Sorts cues and drops those without words, and what is beyond the limit. */
function inOrder(cues: readonly Cue[]): OrderedCue[] {
  const texts = cues
    .map(({ start, end, text, speaker }, index) => ({
      start: seconds(start),
      end: Math.max(seconds(start), seconds(end)),
      text: text.replace(/\s+/g, ' ').trim(),
      speaker,
      index,
    }))
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => a.start - b.start || a.index - b.index);
  let room = MOST_CHARACTERS;
  const read = texts.flatMap((cue) => {
    const text = cue.text.length <= room ? cue.text : cue.text.slice(0, room).toWellFormed().trim();
    room -= text.length;
    return text === '' ? [] : [{ ...cue, text }];
  });
  let soundBefore = 0;
  return read.flatMap((cue) => {
    if (isSoundMark(cue.text)) {
      soundBefore += cue.text.length + 1;
      return [];
    }
    const before = soundBefore;
    soundBefore = 0;
    return [{ ...cue, soundBefore: before }];
  });
}

type Cut = 'no' | 'natural' | 'forced';

function sentencesOf(
  text: string,
  words: readonly TranscriptWord[],
  cues: readonly OrderedCue[],
  punctuated: boolean,
): Sentence[] {
  const sentences: Sentence[] = [];
  let first = 0;
  let length = 0;
  let startsWhole = true;
  words.forEach((word, i) => {
    length += UNSPACED_START.test(text.slice(word.from, word.from + 2)) ? 0.5 : 1;
    const cut = cutAfter(i, length);
    if (cut === 'no') return;
    sentences.push(sentence(first, i, Math.max(1, Math.round(length)), startsWhole && cut === 'natural'));
    first = i + 1;
    length = 0;
    startsWhole = cut === 'natural';
  });
  return sentences;

  function cutAfter(i: number, soFar: number): Cut {
    const word = words[i]!;
    const next = words[i + 1];
    if (next === undefined) return 'natural';
    const here = text.slice(word.from, word.to);
    const following = text.slice(next.from, next.to);
    const gap = next.start - word.end;
    const before = cues[word.cue]!.speaker;
    const after = cues[next.cue]!.speaker;
    if (before !== after && before !== undefined && after !== undefined) return 'natural';
    if (gap >= ANY_GAP) return punctuated && !TERMINAL.test(here) ? 'forced' : 'natural';
    if (punctuated) {
      if (TERMINAL.test(here) && !ABBREVIATION.test(here) && !LOWERCASE_START.test(following)) return 'natural';
      return soFar >= MAX_WORDS.punctuated ? 'forced' : 'no';
    }
    if (TERMINAL.test(here) && !ABBREVIATION.test(here)) return 'natural';
    if (word.cue !== next.cue && gap >= UTTERANCE_GAP) return 'natural';
    if (soFar >= 14 && OPENERS.has(following.toLowerCase())) return 'natural';
    return soFar >= MAX_WORDS.plain || (soFar >= 26 && word.cue !== next.cue) ? 'forced' : 'no';
  }

  /** Without the marks of sounds that stand between the words. */
  function textOf(a: number, b: number): string {
    let joined = text.slice(words[a]!.from, words[a]!.to);
    for (let k = a; k < b; k++) {
      const gap = text.slice(words[k]!.to, words[k + 1]!.from);
      joined += (gap.trim() === '' ? gap : ' ') + text.slice(words[k + 1]!.from, words[k + 1]!.to);
    }
    return joined;
  }

  function sentence(a: number, b: number, count: number, complete: boolean): Sentence {
    const head = words[a]!;
    const tail = words[b]!;
    return {
      text: textOf(a, b),
      start: head.start,
      end: Math.max(head.start, tail.end),
      words: [a, b + 1],
      length: count,
      cues: span(cues[head.cue]!.index, cues[tail.cue]!.index),
      speaker: cues[head.cue]!.speaker,
      complete,
      pause: Math.max(0, head.start - (words[a - 1]?.end ?? 0)),
    };
  }
}

/** Out-of-order lists may give the later cue the smaller index. */
const span = (a: number, b: number): readonly [number, number] => (a <= b ? [a, b] : [b, a]);

/**
 * One timed line of a transcript, seconds. The same shape as the contract's cue, written down here because the engine knows
 * of nothing else.
 */
export type Cue = { start: number; end: number; text: string; speaker?: string };
