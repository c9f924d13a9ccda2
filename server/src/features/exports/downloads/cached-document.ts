import { createHash } from 'node:crypto';
import type { Context } from '../../../platform/http/context.ts';
import { inThread } from '../../../platform/subprocess/thread.ts';
import { storageKeys } from '../../storage/keys.ts';
import { digestTranscript } from '../../transcripts/cues.ts';
import type { Written } from './transcript-document.thread.ts';

/** Context for slow files: lets callers wait for their turn and share the result. */
export type DocumentContext = Pick<Context<'capability'>, 'pictures' | 'turn' | 'signal'>;

/**
 * Makes a transcript as a Word document. Long ones take seconds of a core: callers queue for a thread and share the
 * kept result. Throws `busy`.
 */
export function makeCachedDocument(
  { pictures, turn, signal }: DocumentContext,
  videoId: string,
  written: Written,
): Promise<Buffer> {
  const { title, cues, chapters } = written;
  const name = createHash('sha256')
    .update(JSON.stringify([title, digestTranscript(cues), chapters]))
    .digest('hex')
    .slice(0, 32);
  const module = new URL('./transcript-document.thread.ts', import.meta.url);
  const make = async (until: AbortSignal): Promise<Buffer> =>
    Buffer.from(await inThread<Uint8Array>(module, written, { turn, signal: until }));
  return pictures.through(storageKeys.folder(videoId), `transcript-${name}.docx`, make, signal);
}
