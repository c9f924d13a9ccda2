import { uploadLimits } from '@lectern/contract/uploads/uploads';
import { findMovieBox } from './find-movie-box.ts';

/** How a recording begins to be sent that is to be watched meanwhile, in bytes. */
export type SendingStart = {
  /** Size of the first chunk. */
  chunk: number;
  /** From here on its end is sent ahead. */
  tail?: number;
};

/** Bytes that a viewer waits for beside the tables: about a segment. */
export const firstSegment = 2 * 1024 * 1024;

/**
 * Plans how the tables of an MP4 or QuickTime recording arrive early: with its first chunk, or behind it. Undefined
 * where they cannot.
 */
export async function planStart(file: Blob): Promise<SendingStart | undefined> {
  const box = await findMovieBox(file).catch(() => undefined);
  if (!box) return undefined;
  const { minChunk, tail } = uploadLimits;
  if (box.start < firstSegment && box.end < tail)
    return { chunk: Math.ceil((box.end + firstSegment) / minChunk) * minChunk };
  return file.size - box.start <= tail ? { chunk: minChunk, tail: box.start } : undefined;
}
