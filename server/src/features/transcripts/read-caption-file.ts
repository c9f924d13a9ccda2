import { Problem } from '@lectern/contract/problem';
import { uploadLimits } from '@lectern/contract/uploads/uploads';
import { type ChildLimits, runInSubprocess } from '../../platform/subprocess/in-child.ts';
import type { Hints, ReadCaptions } from './formats/read-captions.ts';

const module = new URL('./formats/captions.child.ts', import.meta.url);

/**
 * Reads a caption file, or a caption track, in a process of its own; see `readCaptions`. Throws `captions_too_large`,
 * `captions_unreadable` and `reading_stopped`.
 */
export async function readCaptionFile(
  bytes: Uint8Array,
  fileName: string,
  { owner, signal, ...hints }: Pick<ChildLimits, 'owner' | 'signal'> & Hints = {},
): Promise<ReadCaptions> {
  if (bytes.length > uploadLimits.captions) throw new Problem('captions_too_large');
  return runInSubprocess<ReadCaptions>(module, { bytes, fileName, hints }, { owner, signal, processor: 30 });
}
