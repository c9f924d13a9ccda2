import { parseArgs } from 'node:util';
import { type Score, mean, scoreCuts } from '@lectern/chaptering/train/metrics';
import coefficients from '@lectern/chaptering/train/coefficients-leave-show-out.json' with { type: 'json' };
import { outline } from '@lectern/chaptering/outline';
import { type BoundaryScorer, trainedScorer } from '@lectern/chaptering/segmentation/boundary-scorer';
import { foldOf } from '@lectern/chaptering/train/examples';
import { readTalks, type Talk } from '@lectern/chaptering/train/talks';
import { rankBoundaries } from '@lectern/chaptering/ranked-boundaries';
import { readTranscript } from '@lectern/chaptering/transcript';
import { isVerbatim } from '@lectern/chaptering/verbatim';
import { readingOf, readingsFile, saveReading } from '../model-readings.ts';
import { type TalkResult, withModel } from './model.ts';
import { type Baseline, evenSpacing, textTiling, utiyamaIsahara } from './baselines.ts';
import { asCaptions, joinCueTexts, timeErrors, titleScores } from './text-measures.ts';

const MEASURES: readonly (keyof Score)[] = ['pk', 'windowDiff', 'similarity', 'f3', 'f10', 'f30', 'f60', 'ratio'];
/** Recordings shorter than this, in seconds, are told apart: there the number of chapters is hardest. */
const SHORT = 1200;
const HEADINGS = ['Pk', 'WinDiff', 'BoundSim', 'F1@3', 'F1@10', 'F1@30', 'F1@60', 'count'];

/** A table for every recording, one by show, and all methods in all. */
function printReport(results: readonly TalkResult[], megabytes: number): void {
  const wide = Math.min(60, Math.max(...results.map(({ id }) => id.length)));
  console.log(`${'recording'.padEnd(wide)}  ${columns(HEADINGS)}  titles  quotes  verbatim  error s     ms`);
  for (const result of results)
    console.log(`${result.id.slice(0, wide).padEnd(wide)}  ${scores([result.methods.Lectern!])}  ${texts([result])}`);
  console.log(`\n${'show'.padEnd(wide)}  ${columns(HEADINGS)}  titles  quotes  verbatim  error s     ms`);
  for (const [show, own] of Map.groupBy(results, ({ show }) => show)) {
    console.log(
      `${`${show} (${own.length})`.padEnd(wide)}  ${scores(own.map(({ methods }) => methods.Lectern!))}  ${texts(own)}`,
    );
  }
  printMethods(`all ${results.length} recordings`, results, wide);
  const short = results.filter(({ seconds }) => seconds < SHORT);
  if (short.length > 0) printMethods(`the ${short.length} under ${SHORT / 60} minutes`, short, wide);
  const seen = results.filter(({ trained }) => trained === 'without the show').length;
  const errors = results.flatMap(({ timeErrors }) => timeErrors).sort((a, b) => a - b);
  const times = results.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const quotes = results.reduce((sum, result) => sum + result.quotes, 0);
  console.log(`
Lectern: number of chapters chosen by itself; ${seen} recordings judged by coefficients trained without their show, ${results.length - seen} of shows never trained on.
count     ${countErrors(results)}
titles    ROUGE-L ${mean(results.map(({ titleRougeL }) => titleRougeL)).toFixed(3)} against the title of the human chapter overlapped most
${modelTitles(results)}quotes    ${quotes}, verbatim ${((100 * results.reduce((sum, result) => sum + result.verbatim, 0)) / Math.max(1, quotes)).toFixed(1)} %
timecodes error of the words' beginning: mean ${mean(errors).toFixed(2)} s, 95th percentile ${at(errors, 0.95).toFixed(2)} s, on caption-like cues (${errors.length} quotes)
speed     median ${at(times, 0.5).toFixed(0)} ms a recording, longest ${at(times, 1).toFixed(0)} ms; ${megabytes} MB at most`);
}

/** Every method on the recordings it was tried on. */
function printMethods(of: string, results: readonly TalkResult[], wide: number): void {
  console.log(`\n${of.padEnd(wide)}  ${columns(HEADINGS)}`);
  for (const method of new Set(results.flatMap(({ methods }) => Object.keys(methods)))) {
    console.log(`${method.padEnd(wide)}  ${scores(results.flatMap(({ methods }) => methods[method] ?? []))}`);
  }
}

/** How often there are too many chapters and too few, by half or more, and how far off the count is in the middle. */
function countErrors(results: readonly TalkResult[]): string {
  const ratios = results.map(({ methods }) => methods.Lectern!.ratio).sort((a, b) => a - b);
  const share = (is: (ratio: number) => boolean): string =>
    `${((100 * ratios.filter(is).length) / ratios.length).toFixed(0)} %`;
  const off = mean(ratios.map((ratio) => Math.abs(Math.log(ratio))));
  return `too many (over 1.5 ×) ${share((ratio) => ratio > 1.5)}, too few (under 0.67 ×) ${share((ratio) => ratio < 1 / 1.5)}, median ${at(ratios, 0.5).toFixed(2)}, mean error of the logarithm ${off.toFixed(3)}`;
}

function modelTitles(results: readonly TalkResult[]): string {
  const scored = results.flatMap(({ modelRougeL }) => modelRougeL ?? []);
  return scored.length === 0 ? '' : `          ${mean(scored).toFixed(3)} those of the language model\n`;
}

/** Means of what the model did, by its name beside the engine and the baselines. */
function modelMeasures(results: readonly TalkResult[]): Record<string, number> {
  const known = new Set(['Lectern', ...Object.keys(BASELINES)]);
  const own = results.flatMap(({ methods }) =>
    Object.entries(methods).flatMap(([name, score]) => (known.has(name) ? [] : [score])),
  );
  const rounded = (numbers: readonly number[]): number => Number(mean(numbers).toFixed(3));
  return {
    ...Object.fromEntries(MEASURES.map((measure) => [measure, rounded(own.map((score) => score[measure]))])),
    titleRougeL: rounded(results.flatMap(({ modelRougeL }) => modelRougeL ?? [])),
  };
}

const columns = (values: readonly string[]): string => values.map((value) => value.padStart(8)).join(' ');

const scores = (list: readonly Score[]): string =>
  columns(MEASURES.map((measure) => mean(list.map((score) => score[measure])).toFixed(3)));

function texts(results: readonly TalkResult[]): string {
  const sum = (of: (result: TalkResult) => number): number => results.reduce((total, result) => total + of(result), 0);
  const quotes = sum((result) => result.quotes);
  return [
    mean(results.map(({ titleRougeL }) => titleRougeL))
      .toFixed(3)
      .padStart(6),
    String(quotes).padStart(6),
    `${((100 * sum((result) => result.verbatim)) / Math.max(1, quotes)).toFixed(0)} %`.padStart(8),
    mean(results.flatMap(({ timeErrors }) => timeErrors))
      .toFixed(2)
      .padStart(7),
    mean(results.map(({ milliseconds }) => milliseconds))
      .toFixed(0)
      .padStart(5),
  ].join('  ');
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

const BASELINES: Record<string, Baseline> = {
  'even spacing': evenSpacing,
  TextTiling: textTiling,
  'Utiyama-Isahara': utiyamaIsahara,
};
const withoutShows = coefficients.folds as unknown as Record<string, BoundaryScorer>;

/**
 * `npm run bench -- chapters [--data DIR] [--model [--readings FILE]] [--json]`: compares the engine, three known
 * methods and a language model. Coefficients are trained without the judged show.
 */
export async function chaptersBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: '../shared/data/talks' },
      model: { type: 'boolean', default: false },
      readings: { type: 'string', default: readingsFile },
      json: { type: 'boolean', default: false },
    },
  });
  const talks = readTalks(values.data);
  if (talks.length === 0) throw new Error(`No recordings (*.json) in ${values.data}`);
  // Just-in-time compilation is not the engine's time.
  outline(talks[0]!.cues, { duration: talks[0]!.duration });
  const own = talks.map(measure);
  const asked = values.model ? await withModel(own, talks) : undefined;
  const results = asked?.results ?? own;
  if (asked)
    await saveReading(
      values.readings,
      readingOf(asked.works, { bench: 'chapters', measures: modelMeasures(asked.results) }),
    );
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
  const ranked = rankBoundaries(talk.cues, { duration: talk.duration }, undefined, scorer);
  const told = [...ranked.present, ...ranked.further].slice(0, truth.length);
  const baselines = Object.entries(BASELINES).map(
    ([name, find]) => [name, scoreCuts(truth, find(sentences, talk.duration), first, talk.duration)] as const,
  );
  // Quotes are made from the talk cut like a caption file, so that their times have to be interpolated.
  const captions = asCaptions(talk.cues);
  const captioned = outline(captions, { duration: talk.duration }, { scorer });
  const quotes = captioned.chapters.flatMap((chapter) => chapter.quotes);
  const all = joinCueTexts(captions);
  return {
    id: talk.id,
    show: talk.show,
    seconds: talk.duration,
    trained: leftOut ? 'without the show' : 'show never seen',
    methods: {
      Lectern: engine,
      'Lectern, count told': scoreCuts(truth, told, first, talk.duration),
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
