import { execFile } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { toyVoices } from './toy-speakers.ts';

const sampleRate = 16_000;

/** Seconds of silence behind each turn. */
const pause = 1;

/** Somebody speaks so many seconds: one of the toy's voices. */
export type Said = { voice: number; seconds: number };

/** Where each turn lies in the recording that `writeTones` makes of them. */
export function turnTimesOf(said: readonly Said[]): { voice: number; start: number; end: number }[] {
  let start = 0;
  return said.map(({ voice, seconds }) => {
    const turn = { voice, start, end: start + seconds };
    start = turn.end + pause;
    return turn;
  });
}

/** A recording of synthetic voices: each is a tone with an overtone that comes and goes as syllables do. */
export async function writeTones(file: string, said: readonly Said[]): Promise<void> {
  const options = `-v error -f s16le -ar ${sampleRate} -ac 1 -i pipe:0 -y`.split(' ');
  const encoded = promisify(execFile)('ffmpeg', [...options, file]);
  await Promise.all([encoded, pipeline(Readable.from(said.map(turnOf)), encoded.child.stdin!)]);
}

function turnOf({ voice, seconds }: Said): Buffer {
  const samples = new Int16Array(Math.round((seconds + pause) * sampleRate));
  const hertz = toyVoices[voice]!;
  for (let n = 0; n < seconds * sampleRate; n += 1) {
    const angle = (2 * Math.PI * hertz * n) / sampleRate;
    const syllable = 0.5 + 0.5 * Math.sin((8 * Math.PI * n) / sampleRate);
    samples[n] = 9000 * Math.sin(angle) + 3000 * syllable * Math.sin(2 * angle);
  }
  return Buffer.from(samples.buffer);
}
