import { parseArgs } from 'node:util';
import coefficients from '@lectern/chaptering/train/coefficients-leave-show-out.json' with { type: 'json' };
import { outline } from '@lectern/chaptering/outline';
import { type BoundaryScorer, trainedScorer } from '@lectern/chaptering/segmentation/boundary-scorer';
import { foldOf } from '@lectern/chaptering/train/examples';
import { mean, scoreCuts } from '@lectern/chaptering/train/metrics';
import { readTalks, type Talk } from '@lectern/chaptering/train/talks';
import { readTranscript } from '@lectern/chaptering/transcript';
import { isVerbatim } from '@lectern/chaptering/verbatim';
import { type Baseline, evenSpacing, textTiling, utiyamaIsahara } from './baselines.ts';
import { earlierScore } from './earlier.ts';
import { withModel, type TalkResult } from './model.ts';
import { printReport } from './report.ts';
import { asCaptions, joinCueTexts, timeErrors, titleScores } from './text-measures.ts';

const BASELINES: Record<string, Baseline> = {
  'even spacing': evenSpacing,
  TextTiling: textTiling,
  'Utiyama-Isahara': utiyamaIsahara,
};
const withoutShows = coefficients.folds as unknown as Record<string, BoundaryScorer>;

/**
 * `npm run bench -- chapters [--data DIR] [--model] [--json]`: compares the engine, three known methods and optionally
 * the language model. Coefficients are trained without the judged show.
 */
export async function chaptersBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: '../shared/data/talks' },
      model: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const talks = readTalks(values.data);
  if (talks.length === 0) throw new Error(`No recordings (*.json) in ${values.data}`);
  // Just-in-time compilation is not the engine's time.
  outline(talks[0]!.cues, { duration: talks[0]!.duration });
  const own = talks.map(measure);
  const results = values.model ? await withModel(own, talks) : own;
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  if (values.json) console.log(JSON.stringify({ recordings: results, megabytes: memory }, undefined, 2));
  else printReport(results, memory);
}

function measure(talk: Talk): TalkResult {
  const leftOut = withoutShows[foldOf(talk)];
  const scorer = leftOut ?? trainedScorer;
  const first = talk.cues[0]?.start ?? 0;
  const truth = talk.chapters.slice(1).map(({ start }) => start);
  const began = performance.now();
  const made = outline(talk.cues, { duration: talk.duration }, { scorer });
  const milliseconds = performance.now() - began;
  const { sentences } = readTranscript(talk.cues, talk.duration);
  const engine = scoreCuts(
    truth,
    made.chapters.slice(1).map(({ start }) => start),
    first,
    talk.duration,
  );
  const baselines = Object.entries(BASELINES).map(
    ([name, find]) => [name, scoreCuts(truth, find(sentences, talk.duration), first, talk.duration)] as const,
  );
  // Quotes are made from the talk cut like a caption file, so that their times have to be interpolated.
  const captions = asCaptions(talk.cues);
  const captioned = outline(captions, { duration: talk.duration }, { scorer });
  const quotes = captioned.chapters.flatMap((chapter) => chapter.quotes);
  const all = joinCueTexts(captions);
  const earlier = earlierScore(talk.id);
  return {
    id: talk.id,
    show: talk.show,
    seconds: talk.duration,
    trained: leftOut ? 'without the show' : 'show never seen',
    methods: {
      Lectern: engine,
      ...(earlier ? { [`Lectern ${earlier.commit}`]: earlier.score } : {}),
      ...Object.fromEntries(baselines),
    },
    chapters: made.chapters.length,
    quotes: quotes.length,
    verbatim: quotes.filter(({ quote }) => isVerbatim(quote, all)).length,
    timeErrors: timeErrors(captioned, talk.cues),
    titleRougeL: mean(titleScores(made, talk)),
    milliseconds,
  };
}
