import type { Sample } from '../mp4/fragment.ts';
import { type OpenPlayable, readData } from '../index/playback-index.ts';

/**
 * Bytes of a sample within which the header of its first slice is looked for, behind what stands before a picture.
 * More is never read here: a sample may have megabytes of a stranger's, and a group of pictures hundreds of them.
 */
const headSize = 256;

/** Samples whose heads are read at a time. */
const batch = 1_000;

/**
 * Whether no other frame needs this one to be decoded: nal_ref_idc of its first slice is 0, as it is then in all of them
 * (ITU-T H.264, 7.4.1). One whose first slice is not in sight counts as needed.
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
  samples: readonly Sample[],
  from: number,
): Promise<Sample[]> {
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
 * A group of pictures without the frames that are shown before `from` (in units of the timescale) and that no other
 * frame needs: about half of what would be decoded only to be thrown away. Its samples have four bytes of length.
 */
export async function neededFrames(
  playable: Pick<OpenPlayable, 'media' | 'index'>,
  group: readonly Sample[],
  from: number,
): Promise<{ samples: Sample[]; dropped: number }> {
  const kept: Sample[] = [];
  for (let n = 0; n < group.length; n += batch) kept.push(...(await keptOf(playable, group.slice(n, n + batch), from)));
  // Every frame keeps its own time.
  const samples = kept.map((sample, n) => ({
    ...sample,
    duration: (kept[n + 1]?.decode ?? sample.decode + sample.duration) - sample.decode,
  }));
  return { samples, dropped: group.length - kept.length };
}
