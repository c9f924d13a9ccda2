import { uploadLimits } from '@lectern/contract/uploads/uploads';
import { findMovieBox } from './find-movie-box.ts';

/** How a recording begins to be sent that is to be watched meanwhile, in bytes. */
export type SendingStart = {
  /** Size of the first chunk. */
  chunk: number;
  /** From here on its end is sent ahead. */
  tail?: number;
};

/** Bytes that a viewer waits for beside the tables: about a segment, sent behind them. */
export const firstSegment = 1.5 * 1024 * 1024;

/** Bytes of it that are sent while tables at the end are compressed. */
const meanwhile = 0.75 * 1024 * 1024;

/**
 * Plans how the tables of an MP4 or QuickTime recording arrive early: with its first chunk, or behind it. Undefined
 * where they cannot.
 */
export async function planStart(file: Blob): Promise<SendingStart | undefined> {
  const box = await findMovieBox(file).catch(() => undefined);
  if (!box) return undefined;
  const { minChunk, tail } = uploadLimits;
  if (box.start < firstSegment && box.end < tail)
    return { chunk: Math.ceil((box.end + meanwhile + firstSegment) / minChunk) * minChunk };
  return file.size - box.start <= tail ? { chunk: meanwhile, tail: box.start } : undefined;
}
