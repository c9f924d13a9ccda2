import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Script, ScriptSentence } from './script.ts';

const run = promisify(execFile);

/** The rate of flite's voices, in Hz. */
export const fliteSampleRateHz = 16_000;
/** Pictures a second of the video. Every sentence begins on one, so that slides and words change together. */
const sampleVideoFrameRate = 25;
const samplesPerFrame = fliteSampleRateHz / sampleVideoFrameRate;

const pauses = { start: 1, sentence: 0.4, turn: 0.6, chapter: 1.2, end: 1.6 };

type SpokenSentence = ScriptSentence & { chapter: number; start: number; end: number };
/** The whole sound as 16-bit samples, and when each sentence is said, in seconds. */
export type SynthesizedSpeech = { samples: Int16Array; sentences: SpokenSentence[] };

/** Speaks the script with flite, one sentence at a time, so that the times are exact. */
export async function speak(script: Script, folder: string): Promise<SynthesizedSpeech> {
  const parts: Int16Array[] = [silence(pauses.start)];
  const sentences: SpokenSentence[] = [];
  let length = parts[0]?.length ?? 0;
  let previous: { speaker: string; chapter: number } | undefined;

  for (const [chapter, { sentences: said }] of script.chapters.entries()) {
    for (const sentence of said) {
      const voice = script.voices.get(sentence.speaker)?.voice ?? '';
      const file = join(folder, 'sentence.wav');
      await run('flite', ['-voice', voice, '-t', sentence.text, '-o', file]);
      const spoken = level(trimSilence(readWav(await readFile(file))));

      const pause = silence(previous ? pauseBetween(previous, { ...sentence, chapter }) : 0);
      const filled = silence(missingToFrame(length + pause.length) / fliteSampleRateHz);
      length += pause.length + filled.length;
      parts.push(pause, filled, spoken);
      sentences.push({
        ...sentence,
        chapter,
        start: length / fliteSampleRateHz,
        end: (length + spoken.length) / fliteSampleRateHz,
      });
      length += spoken.length;
      previous = { speaker: sentence.speaker, chapter };
    }
  }
  parts.push(silence(pauses.end + missingToFrame(length) / fliteSampleRateHz));
  return { samples: joined(parts), sentences };
}

type Place = { speaker: string; chapter: number };

function pauseBetween(before: Place, after: Place): number {
  if (before.chapter !== after.chapter) return pauses.chapter;
  return before.speaker === after.speaker ? pauses.sentence : pauses.turn;
}

const silence = (seconds: number) => new Int16Array(Math.round(seconds * fliteSampleRateHz));
const missingToFrame = (samples: number) => (samplesPerFrame - (samples % samplesPerFrame)) % samplesPerFrame;

/** The samples of a WAV file as flite writes it: 16 bit, mono, 16 kHz. */
function readWav(file: Buffer): Int16Array {
  const at = file.indexOf('data') + 8;
  if (at < 8 || file.readUInt32LE(24) !== fliteSampleRateHz)
    throw new Error('flite wrote a sound file of another kind');
  return new Int16Array(file.buffer.slice(file.byteOffset + at, file.byteOffset + file.length - (file.length % 2)));
}

/** Cuts the quiet before and after the words, but for 20 ms that let them begin and end softly. */
function trimSilence(samples: Int16Array): Int16Array {
  const isLoud = (sample: number) => Math.abs(sample) > 250;
  const margin = fliteSampleRateHz / 50;
  const from = Math.max(0, samples.findIndex(isLoud) - margin);
  const to = Math.min(samples.length, samples.findLastIndex(isLoud) + margin);
  return samples.slice(from, to);
}

/** Brings a sentence to a common loudness, so that both voices are equally loud. */
function level(samples: Int16Array): Int16Array {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const gain = 3200 / Math.sqrt(power);
  return samples.map((sample) => Math.max(-30_000, Math.min(30_000, Math.round(sample * gain))));
}

function joined(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let position = 0;
  for (const part of parts) {
    whole.set(part, position);
    position += part.length;
  }
  return whole;
}

/** Longest distance between keyframes, in seconds: what one HLS segment holds. */
const keyframeDistance = 4;

export type Shot = { picture: string; start: number };

/** Makes an H.264/AAC file of pictures and sound, with a keyframe at each new picture. Times are seconds. */
export async function film(shots: readonly Shot[], samples: Int16Array, output: string, folder: string): Promise<void> {
  const duration = samples.length / fliteSampleRateHz;
  const list = shots.map(({ picture, start }, index) => {
    const end = shots[index + 1]?.start ?? duration;
    return `file '${picture}'\nduration ${(end - start).toFixed(3)}\n`;
  });
  const pictures = join(folder, 'pictures.txt');
  const sound = join(folder, 'sound.pcm');
  // The demuxer takes the length of the last picture from the one after it.
  await writeFile(pictures, `${list.join('')}file '${shots.at(-1)?.picture}'\n`);
  await writeFile(sound, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  const input = [
    ['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', pictures],
    ['-f', 's16le', '-ar', String(fliteSampleRateHz), '-ac', '1', '-i', sound],
  ];
  const encoding = [
    ['-vf', `fps=${sampleVideoFrameRate},scale=out_color_matrix=bt709:out_range=tv,format=yuv420p`],
    ['-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'stillimage', '-crf', '28'],
    [
      '-g',
      String(keyframeDistance * sampleVideoFrameRate),
      '-force_key_frames',
      shots.map(({ start }) => start).join(','),
    ],
    ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
    ['-c:a', 'aac', '-b:a', '48k', '-ar', '48000', '-ac', '1'],
  ];
  // Nothing of the machine or the day in the file: the same script gives the same bytes.
  const exact = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];
  const end = ['-t', String(duration), '-movflags', '+faststart', output];
  await run('ffmpeg', [...input.flat(), ...encoding.flat(), ...exact, ...end]);
}
