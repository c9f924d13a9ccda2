import { mean, scoreCuts, type Score } from '@lectern/chaptering/train/metrics';
import type { Talk } from '@lectern/chaptering/train/talks';
import { type ModelWork, outlineBy } from '@lectern/server/main/cli-chapter';
import { readConfig } from '@lectern/server/main/config';
import { joinCueTexts, titleScores } from './text-measures.ts';

export type TalkResult = {
  id: string;
  show: string;
  /** Length of the recording. */
  seconds: number;
  /** Whether the show was left out of training for this figure, or was never in it. */
  trained: 'without the show' | 'show never seen';
  methods: Record<string, Score>;
  chapters: number;
  quotes: number;
  verbatim: number;
  /** Seconds, of the quotes whose true beginning is known. */
  timeErrors: number[];
  titleRougeL: number;
  /** Score of the language model, when the run included one. */
  modelRougeL?: number;
  milliseconds: number;
};

/**
 * The results with those of the language model of the settings beside them, and what it took. It is asked about one
 * recording after another.
 */
export async function withModel(
  results: readonly TalkResult[],
  talks: readonly Talk[],
): Promise<{ results: TalkResult[]; works: ModelWork[] }> {
  const config = readConfig();
  if (config.language.kind === 'builtin')
    throw new Error('--model asks the language model of the settings: set LANGUAGE_ENGINE.');
  const works: ModelWork[] = [];
  const measured: TalkResult[] = [];
  for (const [n, talk] of talks.entries()) {
    const { chapters, ...texts } = await outlineBy(
      config,
      talk.cues,
      { duration: talk.duration },
      { onWork: (work) => works.push(work) },
    );
    const said = joinCueTexts(talk.cues);
    const quotes = chapters.flatMap((chapter) => chapter.quotes);
    if (quotes.some(({ quote }) => !said.includes(quote))) throw new Error(`A quote of ${talk.id} is not verbatim.`);
    const truth = talk.chapters.slice(1).map(({ start }) => start);
    const found = chapters.slice(1).map(({ start }) => start);
    const score = scoreCuts(truth, found, talk.cues[0]?.start ?? 0, talk.duration);
    measured.push({
      ...results[n]!,
      methods: { ...results[n]!.methods, [works.at(-1)!.label]: score },
      modelRougeL: mean(titleScores({ chapters, ...texts }, talk)),
    });
  }
  return { results: measured, works };
}
