import { stemsIn } from '../terms.ts';
import { plainTitles } from './fallback-titles.ts';
import { poolOf, type Ranker, rankPieces, trainedRanker } from './ranker.ts';
import type { RecordingWords, SentenceRange } from './recording-words.ts';
import { capitaliseStart } from './spelling.ts';
import { titlePhrases } from './title-phrases.ts';

/** A chapter to be named, its seconds, and the title of its slide. */
export type Untitled = { stretch: SentenceRange; start: number; slide?: string | undefined };

/** Chooses titles chapter after chapter, so that none comes twice. */
export type TitleWriter = (chapter: Untitled) => string;

/**
 * Names a chapter by its slide, else by a phrase that is good enough, else by where it begins. `taken`: other
 * chapters' titles.
 */
export function titleWriter(
  words: RecordingWords,
  { taken = [], ranker = trainedRanker }: { taken?: readonly string[]; ranker?: Ranker } = {},
): TitleWriter {
  const given = new Set(taken.map(keyOf));
  const plain = plainTitles(words.code);
  return ({ stretch, start, slide }) => {
    const said = phrasesFor(words, stretch, ranker);
    const isOnly = stretch[1] - stretch[0] === words.sentences.length;
    const opening = isOnly ? [plain.whole] : stretch[0] === 0 ? [plain.opening] : [];
    const wanted = [...(slide === undefined ? [] : [slide]), ...said, ...opening, plain.from(clockTime(start))];
    const title = wanted.find((text) => !given.has(keyOf(text))) ?? numbered(wanted.at(-1)!);
    given.add(keyOf(title));
    return title;
  };

  function numbered(title: string): string {
    for (let n = 2; ; n++) if (!given.has(keyOf(`${title} (${n})`))) return `${title} (${n})`;
  }
}

/** The phrases of a stretch that are good enough as a title, best first. */
export const phrasesFor = (
  words: RecordingWords,
  stretch: SentenceRange,
  ranker: Ranker,
  enough = ranker.title.enough,
): string[] =>
  rankPieces(poolOf(titlePhrases(words, stretch), words, stretch), ranker.title)
    .filter(({ chance }) => chance >= enough)
    .map(({ text }) => whole(capitaliseStart(text, words.spellings)));

/** Titles of the same telling words are the same. */
const keyOf = (title: string): string => stemsIn(title).join(' ') || title.toLowerCase();

/** With the last stop of an abbreviation, taken for that of a sentence: 'Canada and the U.S' */
const whole = (text: string): string => (/(?:^|\s)(?:\p{L}\.)+\p{L}$/u.test(text) ? `${text}.` : text);

function clockTime(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  const two = (n: number): string => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
