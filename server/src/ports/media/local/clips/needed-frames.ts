import type { MediaSample } from '../mp4/fragment.ts';
import { type OpenPlayable, readData } from '../index/playback-index.ts';

/**
 * Bytes of a sample searched for its first slice header. More is never read, because samples of untrusted files may
 * have megabytes, and groups hundreds of samples.
 */
const headSize = 256;

/** Samples whose heads are read at a time. */
const batch = 1_000;

/**
 * Whether no other frame needs this one: nal_ref_idc of its first slice is 0 (ITU-T H.264, 7.4.1). A frame without a
 * visible slice counts as needed.
 */
function isDisposable(head: Buffer): boolean {
  for (let at = 0; at + 4 < head.length; at += 4 + head.readUInt32BE(at)) {
    const [reference, type] = [(head[at + 4]! >> 5) & 3, head[at + 4]! & 31];
    if (type >= 1 && type <= 5) return reference === 0;
  }
  return false;
}

async function keptOf(
  playable: Pick<OpenPlayable, 'media' | 'index'>,
  samples: readonly MediaSample[],
  from: number,
): Promise<MediaSample[]> {
  const heads = samples.map(({ offset, size }) => ({ offset, size: Math.min(size, headSize) }));
  const data = await readData(playable, heads);
  let at = 0;
  return samples.filter(({ decode, composition }, n) => {
    const head = data.subarray(at, at + heads[n]!.size);
    at += head.length;
    return decode + composition >= from || !isDisposable(head);
  });
}

/**
 * Drops frames shown before `from` (timescale units) that no other frame needs: about half the wasted decoding.
 * Samples have four-byte lengths.
 */
export async function neededFrames(
  playable: Pick<OpenPlayable, 'media' | 'index'>,
  group: readonly MediaSample[],
  from: number,
): Promise<{ samples: MediaSample[]; dropped: number }> {
  const kept: MediaSample[] = [];
  for (let n = 0; n < group.length; n += batch) kept.push(...(await keptOf(playable, group.slice(n, n + batch), from)));
  // Every frame keeps its own time.
  const samples = kept.map((sample, n) => ({
    ...sample,
    duration: (kept[n + 1]?.decode ?? sample.decode + sample.duration) - sample.decode,
  }));
  return { samples, dropped: group.length - kept.length };
}
