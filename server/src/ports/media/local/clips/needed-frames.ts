import type { Sample } from '../mp4/fragment.ts';
import { type OpenPlayable, readData } from '../index/playback-index.ts';

/** Whether no other frame needs this one to be decoded: nal_ref_idc is 0 in all its units (ITU-T H.264, 7.4.1). */
function isDisposable(bytes: Buffer): boolean {
  for (let at = 0; at + 4 < bytes.length; at += 4 + bytes.readUInt32BE(at)) {
    const [reference, type] = [(bytes[at + 4]! >> 5) & 3, bytes[at + 4]! & 31];
    if (type >= 1 && type <= 5 && reference !== 0) return false;
  }
  return true;
}

/**
 * A group of pictures without the frames that are shown before `from` (in units of the timescale) and that no other
 * frame needs: about half of what would be decoded only to be thrown away. Its samples have four bytes of length.
 */
export async function neededFrames(
  playable: OpenPlayable,
  group: readonly Sample[],
  from: number,
): Promise<{ samples: Sample[]; dropped: number }> {
  const data = await readData(playable, group);
  let at = 0;
  const kept = group.filter(({ decode, composition, size }) => {
    const bytes = data.subarray(at, at + size);
    at += size;
    return decode + composition >= from || !isDisposable(bytes);
  });
  // Every frame keeps its own time.
  const samples = kept.map((sample, n) => ({
    ...sample,
    duration: (kept[n + 1]?.decode ?? sample.decode + sample.duration) - sample.decode,
  }));
  return { samples, dropped: group.length - kept.length };
}
