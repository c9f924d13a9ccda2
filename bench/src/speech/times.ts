import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { throughTheProduct } from './through-the-product.ts';

type Said = { start: number; text: string };

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** How far from the truth the sentences begin of a text without times: aligned by an engine, and spread without one. */
export async function timesBench(folder: string, engine: Record<string, string>): Promise<void> {
  const { segments } = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8')) as { segments: Said[] };
  const scratch = await mkdtemp(join(tmpdir(), 'lectern-times-'));
  try {
    const text = join(scratch, 'minutes.txt');
    await writeFile(text, segments.map((segment) => `${segment.text}\n`).join(''));
    for (const [name, env] of Object.entries({ aligned: engine, spread: { SPEECH: 'captions' } })) {
      const made = await throughTheProduct(join(folder, 'webinar.mp4'), env, text);
      const errors = errorsOf(webvttCues(made.vtt), segments);
      const at = (share: number): string => `${errors[Math.floor(share * (errors.length - 1))]!.toFixed(2)} s`;
      const note = made.steps.find(({ step }) => step === 'transcript')?.note;
      console.log(`${name} (${note})`);
      console.log(
        `  beginnings of ${errors.length} of ${segments.length} sentences: median ${at(0.5)}, nine of ten within ${at(0.9)}, all within ${at(1)}`,
      );
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** How far each sentence that begins a cue begins from where it is said, in seconds and in order of size. */
function errorsOf(cues: readonly Said[], truth: readonly Said[]): number[] {
  const errors: number[] = [];
  let next = 0;
  for (const { start, text } of truth) {
    const found = cues.findIndex((cue, n) => n >= next && letters(text).startsWith(letters(cue.text)));
    if (found < 0) continue;
    next = found + 1;
    errors.push(Math.abs(cues[found]!.start - start));
  }
  return errors.toSorted((one, other) => one - other);
}
