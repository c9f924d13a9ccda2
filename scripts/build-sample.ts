/**
 * `npm run build-sample`: makes the committed sample recording in `sample/` from `sample/script.md`, after changes to
 * script or slides. It needs flite, ffmpeg and Chromium on the PATH.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatWebvtt } from '@lectern/contract/rules/webvtt';
import { film, type Shot, type SynthesizedSpeech, fliteSampleRateHz, speak } from './sample/speech.ts';
import { parseScript, type Script } from './sample/script.ts';
import { drawSlides, type SampleSlide } from './sample/slides.ts';

const sample = new URL('../sample/', import.meta.url).pathname;
const fonts = new URL('../node_modules/@fontsource-variable', import.meta.url).href;

/** Seconds of the excerpt. It begins with the last sentence of the first chapter, so that a slide changes in it. */
const excerptLength = 12;

const browser = ['chromium', 'chromium-browser', 'google-chrome'].find(isInstalled);
const missing = ['flite', 'ffmpeg'].filter((program) => !isInstalled(program));
if (!browser) missing.push('chromium');
if (!browser || missing.length) {
  console.error(`The sample is committed in sample/. To make it again, first install: ${missing.join(', ')}.`);
  process.exit(1);
}

const folder = await mkdtemp(join(tmpdir(), 'lectern-sample-'));
try {
  const script = parseScript(await readFile(join(sample, 'script.md'), 'utf8'));
  console.log('Speaking the script …');
  const speech = await speak(script, folder);
  console.log('Drawing the slides …');
  const shots = await drawShots(script, speech, browser);
  console.log('Encoding …');
  await write('webinar', shots, speech);
  const from = (speech.sentences.findLast(({ chapter }) => chapter === 0)?.start ?? 0) - 0.2;
  await write('short', shotsOf(shots, from), part(speech, from, excerptLength));
  const chapters = script.chapters.map(({ title }, index) => ({ title, start: chapterStarts(speech)[index] ?? 0 }));
  const truth = { title: script.title, duration: speech.samples.length / fliteSampleRateHz, chapters };
  await writeFile(join(sample, 'chapters.json'), `${JSON.stringify(truth, null, 2)}\n`);
} finally {
  await rm(folder, { recursive: true });
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['-version'], { stdio: 'ignore' }).error === undefined;
}

/** When each chapter begins: with its first sentence, the first with the recording. */
function chapterStarts({ sentences }: SynthesizedSpeech): number[] {
  const starts = new Map<number, number>();
  for (const { chapter, start } of sentences) if (!starts.has(chapter)) starts.set(chapter, chapter ? start : 0);
  return [...starts.values()];
}

/** A new picture wherever a line appears or another person speaks. Before the guest's first words it is the cover. */
async function drawShots(script: Script, { sentences }: SynthesizedSpeech, program: string): Promise<Shot[]> {
  const guest = sentences.findIndex(({ speaker }) => speaker !== sentences[0]?.speaker);
  const slides: SampleSlide[] = [];
  const starts: number[] = [];
  for (const [index, { chapter, points, speaker, start }] of sentences.entries()) {
    const slide = { chapter, points, speaker, cover: index < guest };
    if (JSON.stringify(slide) === JSON.stringify(slides.at(-1))) continue;
    slides.push(slide);
    starts.push(index ? start : 0);
  }
  const pictures = await drawSlides(script, slides, { folder, browser: program, fonts });
  return pictures.map((picture, index) => ({ picture, start: starts[index] ?? 0 }));
}

/** The shots from a time on, counted from it. */
function shotsOf(shots: readonly Shot[], from: number): Shot[] {
  const first = shots.findLastIndex(({ start }) => start <= from);
  return shots.slice(first).map(({ picture, start }) => ({ picture, start: Math.max(0, start - from) }));
}

/** A part of the speech; sentences that are not whole in it are silent. */
function part({ samples, sentences }: SynthesizedSpeech, from: number, length: number): SynthesizedSpeech {
  const said = sentences
    .filter(({ start, end }) => start >= from && end <= from + length)
    .map((sentence) => ({ ...sentence, start: sentence.start - from, end: sentence.end - from }));
  const heard = samples.slice(Math.round(from * fliteSampleRateHz), Math.round((from + length) * fliteSampleRateHz));
  heard.fill(0, 0, Math.floor((said[0]?.start ?? 0) * fliteSampleRateHz));
  heard.fill(0, Math.ceil((said.at(-1)?.end ?? 0) * fliteSampleRateHz));
  return { samples: heard, sentences: said };
}

async function write(name: string, shots: readonly Shot[], { samples, sentences }: SynthesizedSpeech): Promise<void> {
  const video = join(sample, `${name}.mp4`);
  const duration = samples.length / fliteSampleRateHz;
  await film(
    shots.filter(({ start }) => start < duration),
    samples,
    video,
    folder,
  );
  await writeFile(join(sample, `${name}.vtt`), formatWebvtt(sentences));
  console.log(`sample/${name}.mp4: ${duration.toFixed(1)} s, ${((await stat(video)).size / 1e6).toFixed(2)} MB`);
}
