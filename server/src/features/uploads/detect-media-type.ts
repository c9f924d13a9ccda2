import { Problem } from '@lectern/contract/problem';
import { runInSubprocess } from '../../platform/subprocess/in-child.ts';

/** Bytes at the start of a file that tell what it is. */
export const sniffLength = 4100;

const module = new URL('./sniff.child.ts', import.meta.url);

/**
 * Checks the head of a file early: false only for content that is surely neither audio nor video. The inspect step
 * checks thoroughly later.
 */
export async function looksLikeMedia(head: Buffer, owner: string): Promise<boolean> {
  try {
    return await runInSubprocess<boolean>(module, { head }, { owner, processor: 5 });
  } catch (error) {
    // Nobody has said that it is anything else.
    if (error instanceof Problem && !error.retryable) return true;
    throw error;
  }
}
