import { createHash } from 'node:crypto';
import type { Context } from '../../../platform/http/context.ts';
import { inThread } from '../../../platform/subprocess/thread.ts';
import { keyOf } from '../../storage/keys.ts';
import { digestOf } from '../../transcripts/digest.ts';
import type { Written } from './transcript-document.thread.ts';

/** What is asked of whoever wants a file that takes a while to make: to wait for their turn, and to share it. */
export type Maker = Pick<Context<'capability'>, 'pictures' | 'turn' | 'signal'>;

/**
 * A transcript as a Word document. A long one takes seconds of a core and is public where a portal offers downloads: it
 * is made in a thread when it is the caller's turn, once for all who want it meanwhile, and kept. Throws `busy`.
 */
export function keptDocument({ pictures, turn, signal }: Maker, videoId: string, written: Written): Promise<Buffer> {
  const { title, cues, chapters } = written;
  const name = createHash('sha256')
    .update(JSON.stringify([title, digestOf(cues), chapters]))
    .digest('hex')
    .slice(0, 32);
  const module = new URL('./transcript-document.thread.ts', import.meta.url);
  const make = async (until: AbortSignal): Promise<Buffer> =>
    Buffer.from(await inThread<Uint8Array>(module, written, { turn, signal: until }));
  return pictures.through(keyOf.folder(videoId), `transcript-${name}.docx`, make, signal);
}
