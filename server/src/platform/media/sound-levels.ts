/** Samples a second of all sound that is listened to. */
export const sampleRateHz = 16_000;

/** Samples of one measurement: a tenth of a second. */
const frame = sampleRateHz / 10;

/** Decibels below full scale of each tenth of a second of 16-bit samples. */
export async function measureSoundLevels(samples: AsyncIterable<Buffer>): Promise<number[]> {
  const levels: number[] = [];
  let sum = 0;
  let count = 0;
  let odd: Buffer = Buffer.alloc(0);
  for await (const chunk of samples) {
    const bytes = odd.length > 0 ? Buffer.concat([odd, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % 2);
    for (let at = 0; at < whole; at += 2) {
      const sample = bytes.readInt16LE(at) / 32_768;
      sum += sample * sample;
      if (++count === frame) {
        levels.push(10 * Math.log10(sum / frame + 1e-10));
        sum = count = 0;
      }
    }
    odd = bytes.subarray(whole);
  }
  return levels;
}
