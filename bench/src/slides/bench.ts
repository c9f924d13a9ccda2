import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareChanges, decks, makeDeck } from '@lectern/server/test/decks';
import { openTestMedia } from '@lectern/server/test/media';
import { ffmpeg, median, processorSeconds } from '../media/measure.ts';

const rounds = 3;

/** Processor seconds of this process and its subprocesses for one piece of work. */
async function measureProcessor(work: () => Promise<unknown>): Promise<number> {
  const before = processorSeconds(process.pid);
  await work();
  return processorSeconds(process.pid) - before;
}

const percent = (part: number, whole: number): string => `${((part / Math.max(1, whole)) * 100).toFixed(1)} %`;

type Recording = { name: string; file: string; starts: readonly number[] };

/** Recordings of a folder; beside each `NAME.mp4` stands `NAME.json`, a list of the seconds at which its slides change. */
async function* givenRecordings(folder: string): AsyncGenerator<Recording> {
  for (const path of (await readdir(folder)).filter((path) => path.endsWith('.mp4'))) {
    const name = path.slice(0, -'.mp4'.length);
    const starts = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as number[];
    yield { name, file: join(folder, path), starts };
  }
}

async function* madeRecordings(folder: string, only: string, size: Parameters<typeof makeDeck>[2]) {
  for (const deck of decks.filter(({ name }) => name.includes(only)))
    yield { name: deck.name, ...(await makeDeck(deck, folder, size)) };
}

/**
 * `npm run bench -- slides [--slides 20] [--shortest 10] [--only WORD] [--data DIR]`: finds the slides of made decks or
 * a folder's recordings, and measures it beside decoding their keyframes.
 */
export async function slidesBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      slides: { type: 'string', default: '20' },
      shortest: { type: 'string', default: '10' },
      only: { type: 'string', default: '' },
      data: { type: 'string' },
    },
  });
  const size = { slides: Number(values.slides), shortest: Number(values.shortest) };
  const { folder, media, close } = await openTestMedia();
  const total = { slides: 0, missed: 0, found: 0, wrong: 0, ours: 0, theirs: 0 };
  try {
    for await (const { name, file, starts } of values.data
      ? givenRecordings(values.data)
      : madeRecordings(folder, values.only, size)) {
      const info = await media.inspect(file);
      const own = { rendition: join(folder, `${name}.rendition.mp4`), index: join(folder, `${name}.index.json`) };
      const played = await media.prepare(file, info, own);
      let found: number[] = [];
      const times: { ours: number; theirs: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const ours = await measureProcessor(async () => {
          found = (await media.storyboard(played, join(folder, 'sheets')))!.slides;
        });
        const decoding = '-skip_frame nokey -threads 2 -i'.split(' ');
        const small = '-an -vf scale=160:-2:flags=area -vsync 0 -pix_fmt yuv420p -f rawvideo -'.split(' ');
        times.push({ ours, theirs: await measureProcessor(() => ffmpeg(...decoding, file, ...small)) });
      }
      const { missed, wrong } = compareChanges(found, starts);
      const [ours, theirs] = [median(times.map((time) => time.ours)), median(times.map((time) => time.theirs))];
      total.slides += starts.length;
      total.missed += missed.length;
      total.found += found.length;
      total.wrong += wrong.length;
      total.ours += ours;
      total.theirs += theirs;
      const cost = `cost ${(ours / theirs).toFixed(2)} × decoding keyframes`;
      console.log(
        `${name}: ${starts.length - missed.length} of ${starts.length} found, ${wrong.length} false, ${cost}`,
      );
      const list = (seconds: readonly number[]): string => seconds.map((second) => second.toFixed(1)).join(' ');
      if (missed.length > 0) console.log(`  missed: ${list(missed)}`);
      if (wrong.length > 0) console.log(`  false: ${list(wrong)}`);
    }
  } finally {
    await close();
  }
  const { slides, missed, found, wrong, ours, theirs } = total;
  console.log(
    `All: found within 2 s ${percent(slides - missed, slides)} (aim: 95 %), false ${percent(wrong, found)} (aim: 5 %)`,
  );
  console.log(`Processor: ${(ours / theirs).toFixed(2)} × decoding keyframes (aim: 1.1)`);
}
