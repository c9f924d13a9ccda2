import type { Outline } from '@lectern/chaptering/outline';
import type { Talk } from '@lectern/chaptering/train/talks';
import { isVerbatim } from '@lectern/chaptering/verbatim';
import { outlineBy } from '@lectern/server/main/cli-chapter';
import { readConfig } from '@lectern/server/main/config';
import { joinCueTexts } from '../chapters/text-measures.ts';
import type { Writer } from './sample.ts';

/** A chapter that begins this near to one of people's is the same. Seconds. */
const SAME = 30;

/**
 * The language model of the settings. It is asked once a recording and told where people's chapters begin, so that its
 * words are compared and not its boundaries.
 */
export function modelWriter(): Writer {
  const config = readConfig();
  if (config.language.kind === 'builtin')
    throw new Error('--model asks the language model of the settings: set LANGUAGE_ENGINE.');
  const outlines = new Map<string, Promise<Outline>>();
  const outline = (talk: Talk): Promise<Outline> => {
    const asked = outlines.get(talk.id) ?? ask(talk);
    outlines.set(talk.id, asked);
    return asked;
  };
  return {
    outline,
    titleOf: async (talk, n) => {
      const { chapters } = await outline(talk);
      const { start } = talk.chapters[n]!;
      return chapters.find((chapter) => Math.abs(chapter.start - start) < SAME)?.title;
    },
  };

  async function ask(talk: Talk): Promise<Outline> {
    const starts = talk.chapters.slice(1).map(({ start }) => start);
    const made = await outlineBy(config, talk.cues, { duration: talk.duration }, starts);
    const said = joinCueTexts(talk.cues);
    const quotes = made.chapters.flatMap((chapter) => chapter.quotes);
    if (!quotes.every(({ quote }) => isVerbatim(quote, said)))
      throw new Error(`A quote of ${talk.id} is not verbatim.`);
    return made;
  }
}
