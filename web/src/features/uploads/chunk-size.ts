import { uploadLimits } from '@lectern/contract/uploads/uploads';

const step = 256 * 1024;

/**
 * Bytes of the next chunk: doubled below 10 s, halved above 30 s, a multiple of 256 kB within the limits
 * (specification section 9).
 */
export function nextChunkSize(size: number, seconds: number): number {
  const wanted = seconds < 10 ? size * 2 : seconds > 30 ? size / 2 : size;
  const bounded = Math.min(uploadLimits.maxChunk, Math.max(uploadLimits.minChunk, wanted));
  return Math.floor(bounded / step) * step;
}
