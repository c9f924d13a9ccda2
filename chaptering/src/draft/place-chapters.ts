import type { Transcript } from '../transcript.ts';
import { MIN_CHAPTER_SECONDS } from '../outline-context.ts';
import type { NumberedLine } from './numbered-lines.ts';
import { isLine, type LineRange, type Passage } from './quote-spans.ts';

/** A chapter as somebody else proposes it; every part of it may be wrong. */
export type DraftChapter = {
  /** Number of the line it begins with. */
  line: number;
  title: string;
  summary: string;
  quotes: readonly Passage[];
};

/** An outline as somebody else, such as a language model, proposes it by the numbers of lines. Texts may be empty. */
export type OutlineDraft = {
  title: string;
  description: string;
  summary: string;
  chapters: readonly DraftChapter[];
  /** First and last lines of stretches of which nothing was proposed: the engine's own chapters stand there. */
  silent: readonly LineRange[];
  /** Secret mark; appears in a text only when the model leaked its instructions. */
  mark?: string;
  /** Somebody asked for texts in a language of their own. */
  mayTranslate?: boolean;
};

/** A chapter at its place. */
export type Placed = {
  /** The sentence it begins with. */
  sentence: number;
  /** Draft chapter that supplies the texts; undefined for one of the engine's. */
  draft: DraftChapter | undefined;
  passages: readonly Passage[];
};

/** Nobody proposes more in earnest. */
const MOST_PROPOSED = 2000;
/** A chapter longer than this, in seconds, is divided where the engine would. */
const LONGEST = 40 * 60;
/** More chapters than this are joined. */
const most = (duration: number): number => Math.max(6, Math.ceil((duration / 3600) * 30));

/**
 * Returns chapter starts of a draft, sorted and unique, the first at the beginning. `own` holds the engine's start
 * sentences for ranges the draft leaves out.
 */
export function placeChapters(
  transcript: Transcript,
  lines: readonly NumberedLine[],
  draft: OutlineDraft,
  own: readonly number[],
): Placed[] {
  const { sentences, duration } = transcript;
  const time = (placed: readonly Placed[], n: number): number =>
    n === 0 ? 0 : n < placed.length ? sentences[placed[n]!.sentence]!.start : duration;
  const length = (placed: readonly Placed[], n: number): number => time(placed, n + 1) - time(placed, n);
  const engines = (sentence: number): Placed => ({ sentence, draft: undefined, passages: [] });

  const proposed = draft.chapters
    .slice(0, MOST_PROPOSED)
    .filter(({ line }) => isLine(lines, line))
    .map((chapter) => ({
      sentence: openingSentence(transcript, lines[chapter.line - 1]!),
      draft: chapter,
      passages: chapter.quotes,
    }));
  const silent = silentSentences(transcript, lines, draft);
  const inSilence = own.filter((cut) => silent.some(([from, to]) => cut >= from && cut < to));
  if (proposed.length === 0) return joined([engines(0), ...own.map(engines)]);
  const beginsSilent = silent.some(([from]) => from === 0);
  const all = [...(beginsSilent ? [engines(0)] : []), ...proposed, ...inSilence.map(engines)];
  const ordered = withoutRepetition(all);
  // The first chapter is the recording's beginning, wherever it was said to begin.
  ordered[0] = { ...ordered[0]!, sentence: 0 };
  const divided = ordered.flatMap((chapter, n) =>
    length(ordered, n) <= LONGEST
      ? [chapter]
      : [chapter, ...own.filter((cut) => isInside(cut, chapter, ordered[n + 1])).map(engines)],
  );
  return joined(divided);

  /** Joins the shortest to the one that follows it until none is too short and there are not too many. */
  function joined(chapters: readonly Placed[]): Placed[] {
    const left = [...chapters];
    while (left.length > 1) {
      let n = 0;
      for (let i = 1; i < left.length; i++) if (length(left, i) < length(left, n)) n = i;
      if (length(left, n) >= MIN_CHAPTER_SECONDS && left.length <= most(duration)) break;
      const at = n === left.length - 1 ? n - 1 : n;
      const [a, b] = [left[at]!, left[at + 1]!];
      const [longer, shorter] = length(left, at) >= length(left, at + 1) ? [a, b] : [b, a];
      left.splice(at, 2, {
        sentence: a.sentence,
        draft: longer.draft ?? shorter.draft,
        passages: [...longer.passages, ...shorter.passages],
      });
    }
    return left;
  }
}

const isInside = (cut: number, { sentence }: Placed, next: Placed | undefined): boolean =>
  cut > sentence && (next === undefined || cut < next.sentence);

/** In the order of their beginnings; of several at one sentence the first proposed. */
function withoutRepetition(chapters: readonly Placed[]): Placed[] {
  const ordered = chapters.toSorted((a, b) => a.sentence - b.sentence);
  return ordered.filter(({ sentence }, n) => n === 0 || sentence !== ordered[n - 1]!.sentence);
}

/** The sentence that begins nearest to the beginning of a line. */
export function openingSentence({ sentences }: Transcript, { words: [word] }: NumberedLine): number {
  const i = sentenceAt(sentences, word);
  const next = sentences[i + 1];
  const late = word - sentences[i]!.words[0];
  return next && next.words[0] - word < late ? i + 1 : i;
}

/** The sentence that holds a word. */
function sentenceAt(sentences: Transcript['sentences'], word: number): number {
  let low = 0;
  let high = sentences.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sentences[middle]!.words[0] <= word) low = middle;
    else high = middle - 1;
  }
  return low;
}

function silentSentences(
  { sentences }: Transcript,
  lines: readonly NumberedLine[],
  { silent }: OutlineDraft,
): [number, number][] {
  return silent.flatMap(([a, b]): [number, number][] => {
    const first = lines[Math.max(1, a) - 1];
    const last = lines[Math.min(lines.length, b) - 1];
    if (!first || !last || b < a) return [];
    return [[sentenceAt(sentences, first.words[0]), sentenceAt(sentences, last.words[1] - 1) + 1]];
  });
}
