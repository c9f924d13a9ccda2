import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What runs in a process of its own: a test file, or a module that imports several. */
export type Batch = { entry: string; files: readonly string[]; seconds: number };

/** The process is not to be shared by a file that looks at it or changes it, or that has hooks outside of a suite. */
const owns =
  /^(?:before|after)(?:Each)?\(|\bprocess\.(?!pid\b)|\bmock\b|\bglobalThis\b|startServer|memoryUsage|\/metrics|system-ffmpeg|on-disk/m;
const mayShare = /\/(?:contract|chaptering|web|server\/src)\//;

/** Seconds of work that files share a process for: more would make a long tail, and save hardly anything. */
const most = 45;

/**
 * Lets files share a process where they can: to start one and to load the server into it took a second and a half of
 * processor for each. The longest first, so that the lanes end at about the same time.
 */
export function batchesOf(files: readonly string[], secondsOf: (file: string) => number, folder: string): Batch[] {
  mkdirSync(folder, { recursive: true });
  const alone: Batch[] = [];
  const shared: { files: string[]; seconds: number }[] = [];
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
    const seconds = secondsOf(file);
    if (seconds > most || !mayShare.test(file) || owns.test(readFileSync(file, 'utf8'))) {
      alone.push({ entry: file, files: [file], seconds });
      continue;
    }
    const open = shared.find((batch) => batch.seconds + seconds <= most);
    if (open) {
      open.files.push(file);
      open.seconds += seconds;
    } else shared.push({ files: [file], seconds });
  }
  const together = shared.map(({ files: those, seconds }, n): Batch => {
    if (those.length === 1) return { entry: those[0]!, files: those, seconds };
    const entry = join(folder, `batch-${n + 1}.mjs`);
    writeFileSync(entry, those.map((file) => `await import(${JSON.stringify(pathToFileURL(file).href)});\n`).join(''));
    return { entry, files: those, seconds };
  });
  return [...alone, ...together].sort((a, b) => b.seconds - a.seconds);
}
