import { randomUUID } from 'node:crypto';
import type { World } from '@lectern/server/platform/http/context';
import { insertChapters } from '@lectern/server/features/outline/chapters-of';
import { personsQuote } from '@lectern/server/features/outline/verify-quotes';
import { indexSearchKeys } from '@lectern/server/features/library/search/search-keys';
import { replaceCues } from '@lectern/server/features/transcripts/cues';
import { foldTranscript } from '@lectern/server/features/transcripts/search-query';

export const libraryVideoCount = 100;

/** Seconds. */
const hour = 3600;
const cueLength = 4;
const chapterLength = 600;
const wordsOfCue = 10;
const vocabulary = 12_000;

/** Said once in the whole library, its halves in two cues. */
export const phrase = 'crimson heron over the weir';

/** Stands in the quote of one chapter and is never said. */
export const unspokenQuote = 'she said "stop the presses" twice';

/** Stands nowhere. */
export const unheard = 'xylophone quartet';

/** The same numbers at every run: of a linear congruential generator. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo za thra ple sti cro gru'.split(' ');

/** A made-up word; the commonest ones are short, as in every language. */
export function wordForRank(rank: number): string {
  let word = '';
  for (let rest = rank + 3; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length]!;
  return word;
}

/** Words as often as in speech: the n-th commonest 1 / n as often as the commonest (Zipf). */
function speaker(seed: number): (count: number) => string {
  const random = numbers(seed);
  return (count) => Array.from({ length: count }, () => wordForRank(Math.floor(vocabulary ** random()) - 1)).join(' ');
}

/**
 * Fills a member’s library with webinars, a hundred of three hours each unless told, by the product's own functions.
 * `hoursOf` tells how long the n-th is.
 */
export async function fillLibrary(
  { database }: Pick<World, 'database'>,
  userId: string,
  many = libraryVideoCount,
  hoursOf: (n: number) => number = () => 3,
): Promise<{ cues: number }> {
  let count = 0;
  for (let n = 0; n < many; n += 1) {
    const length = hoursOf(n) * hour;
    const say = speaker(n + 1);
    const id = randomUUID();
    const cues = Array.from({ length: length / cueLength }, (_, at) => ({
      start: at * cueLength,
      end: (at + 1) * cueLength,
      text: `${say(wordsOfCue)}.`,
    }));
    if (n === 61) {
      const [one, two] = [phrase.slice(0, 13), phrase.slice(14)];
      cues[2000]!.text = `${say(6)} ${one}`;
      cues[2001]!.text = `${two} ${say(6)}`;
    }
    const chapters = Array.from({ length: length / chapterLength }, (_, at) => ({
      start: at * chapterLength,
      end: (at + 1) * chapterLength,
      title: say(5),
      summary: say(60),
      quotes: [say(25), say(25), n === 77 && at === 9 ? unspokenQuote : say(25)].map((quote) =>
        personsQuote({ quote, timecode: '00:00:05' }),
      ),
      search: '',
      edited: [],
    }));
    await database.transaction(async (tx) => {
      await tx
        .insertInto('videos')
        .values({
          id,
          workspace_id: userId,
          asset_id: randomUUID(),
          playback_id: randomUUID(),
          captions_track_id: randomUUID(),
          // Uses words that no cue contains, so that no search stops at the title or description.
          title: `Quarterly outlook ${n + 1}`,
          description: 'What the quarter has brought, and what comes next. '.repeat(5),
          duration: length,
          playable: true,
          has_thumbnail: true,
          created_at: new Date(Date.UTC(2026, 0, 1, n)),
        })
        .execute();
      await replaceCues(tx, id, cues);
      await foldTranscript(tx, id);
      await insertChapters(tx, id, chapters);
      await indexSearchKeys(tx, id);
    });
    count += cues.length;
  }
  await database.pool.query('vacuum (analyze)');
  return { cues: count };
}
