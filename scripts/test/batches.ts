import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Runs in one process: a test file, or a module that imports several. Paths are absolute. */
export type Batch = { entry: string; files: readonly string[]; seconds: number };

/** A file that measures its process, changes it for others, or has hooks outside of a suite does not share it. */
const owns =
  /^(?:before|after)(?:Each)?\(|\bprocess\.(?!(?:pid|execPath|platform|kill|env|ts)\b)[a-z]|\bprocess\.env\.\w+ (?:\?\?)?= |\bdelete process\.env|\bmock\.timers\b|\bglobalThis\b|memoryUsage|openTracing|\/metrics\b(?!\.ts)/m;
const mayShare = /^(?:contract|chaptering|web|server\/src|server\/test|e2e\/journeys)\//;

/** These imports change the whole process; files with the same import share one. */
const surroundings = /(?<=^import '[./]*test\/|^import '\.\/)(?:system-ffmpeg|on-disk)(?=\.ts')/m;

/** Seconds of work that files share a process for: more would make a long tail, and save hardly anything. */
const most = 45;
const journey = /^e2e\/journeys\//;
/** The same of journeys, which share a Chromium: about as many of these processes as there are lanes. */
const mostOfJourneys = 90;

/** About how many seconds a test takes, by where it stands: only the order and the sharing of files depend on it. */
const secondsOfTest: readonly (readonly [RegExp, number])[] = [
  [/^scripts\/chaos\/chaos\.test/, 200],
  [/^server\/test\/(?:odd-media|mux|.*killed)/, 8],
  [/^e2e\/journeys\/screens-everywhere/, 100],
  [/^e2e\/journeys\/every-page/, 18],
  [journey, 2],
  [/^(?:e2e|server\/test)\//, 3],
  [/^server\/src\/(?:features|ports)\//, 1.2],
  [/^server\/src\/|^scripts\//, 0.6],
];

/** Estimates the seconds of a test file from its number of tests. `twice`: on two databases. */
function guessSeconds(path: string, text: string, twice: boolean): number {
  const tests = text.match(/\b(?:it|test)\(/g)?.length ?? 1;
  const each = secondsOfTest.find(([where]) => where.test(path))?.[1] ?? 0.1;
  const isOnBoth = /\bbothDatabases\(|\bdatabases: 'both'/.test(text);
  const mayBeOnBoth = /\b(?:oneDatabase|describe(?:Server|Recordings|Process))\(/.test(text);
  return tests * each * (isOnBoth || (twice && mayBeOnBoth) ? 2 : 1);
}

/**
 * Groups files into processes, because each start costs 1.5 seconds of CPU; longest first, so lanes end together.
 * Writes modules that import several files to `folder`.
 */
export function groupIntoBatches(root: string, paths: readonly string[], folder: string, twice: boolean): Batch[] {
  mkdirSync(folder, { recursive: true });
  const batches: Batch[] = [];
  const shared: { files: string[]; seconds: number; within: string | undefined; most: number }[] = [];
  const sized = paths.map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return {
      path,
      seconds: guessSeconds(path, text, twice),
      isAlone: !mayShare.test(path) || owns.test(text),
      within: surroundings.exec(text)?.[0],
    };
  });
  for (const { path, seconds, isAlone, within } of sized.toSorted((a, b) => b.seconds - a.seconds)) {
    const file = join(root, path);
    const limit = journey.test(path) ? mostOfJourneys : most;
    if (isAlone || seconds > limit) {
      batches.push({ entry: file, files: [file], seconds });
      continue;
    }
    const open = shared.find(
      (batch) => batch.within === within && batch.most === limit && batch.seconds + seconds <= limit,
    );
    if (open) {
      open.files.push(file);
      open.seconds += seconds;
    } else shared.push({ files: [file], seconds, within, most: limit });
  }
  for (const [n, { files, seconds }] of shared.entries()) {
    const entry = files.length === 1 ? files[0]! : join(folder, `batch-${n + 1}.mjs`);
    if (files.length > 1)
      writeFileSync(
        entry,
        files.map((file) => `await import(${JSON.stringify(pathToFileURL(file).href)});\n`).join(''),
      );
    batches.push({ entry, files, seconds });
  }
  return spreadBrowsers(batches.sort((a, b) => b.seconds - a.seconds));
}

/** The batches of browsers evenly among all others: where every lane draws pages, each waits for the frames of all. */
function spreadBrowsers(batches: readonly Batch[]): Batch[] {
  const isBrowser = ({ files }: Batch): boolean => /[\\/]e2e[\\/]journeys[\\/]/.test(files[0]!);
  const place = (those: readonly Batch[]): { batch: Batch; at: number }[] => {
    const total = those.reduce((sum, { seconds }) => sum + seconds, 0);
    let before = 0;
    return those.map((batch) => {
      const at = before / total;
      before += batch.seconds;
      return { batch, at };
    });
  };
  const others = batches.filter((batch) => !isBrowser(batch));
  return [...place(batches.filter(isBrowser)), ...place(others)]
    .toSorted((a, b) => a.at - b.at)
    .map(({ batch }) => batch);
}
