import type { TalkResult } from './model.ts';
import { mean, type Score } from '@lectern/chaptering/train/metrics';

const MEASURES: readonly (keyof Score)[] = ['pk', 'windowDiff', 'f10', 'f30', 'f60', 'ratio'];
/** Recordings shorter than this, in seconds, are told apart: there the number of chapters is hardest. */
const SHORT = 1200;
const HEADINGS = ['Pk', 'WinDiff', 'F1@10', 'F1@30', 'F1@60', 'count'];

/** A table for every recording, one by show, and all methods in all. */
export function printReport(results: readonly TalkResult[], megabytes: number): void {
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

function modelTitles(results: readonly TalkResult[]): string {
  const scored = results.flatMap(({ modelRougeL }) => modelRougeL ?? []);
  return scored.length === 0 ? '' : `          ${mean(scored).toFixed(3)} those of the language model\n`;
}

const columns = (values: readonly string[]): string => values.map((value) => value.padStart(7)).join(' ');

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
