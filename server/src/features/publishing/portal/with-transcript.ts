import { createHash, randomUUID } from 'node:crypto';
import type { Context } from '../../../platform/http/context.ts';
import type { ByteStream } from '../../../ports/media/port.ts';
import { storageKeys } from '../../storage/keys.ts';
import { cuesAsJson } from '../../transcripts/cues.ts';
import type { VideoRow } from '../../videos/find-video.ts';
import { inDrawingThread } from './renderer.ts';

/** Random per process, so pages drawn by another program version are not reused. */
const program = randomUUID();

type Making = {
  /** A module for the thread of pages, and its function: it gets `of` with the transcript, and returns bytes. */
  thread: URL;
  name: string;
  /** Everything that is shown besides the transcript. */
  of: object;
  shows_transcript: boolean;
};

/** Input of such a function. `cues` is a JSON array, parsed in the thread. */
export type WithCues<Of extends object> = Of & { cues: string };

/**
 * Serves pages with a transcript, possibly megabytes, made in a thread, then read from disk. The key is `of` and the
 * transcript id, which changes with every edit.
 */
export function withTranscript(
  { database, pictures, turn, signal }: Pick<Context<'capability'>, 'database' | 'pictures' | 'turn' | 'signal'>,
  { id, captions_track_id: track }: Pick<VideoRow, 'id' | 'captions_track_id'>,
  { thread, name, of, shows_transcript: shows }: Making,
): Promise<ByteStream> {
  const made = createHash('sha256')
    .update(JSON.stringify([program, thread.href, name, shows && track, of]))
    .digest('hex')
    .slice(0, 32);
  const make = async (): Promise<Buffer> => {
    const cues = shows ? await cuesAsJson(database.kysely, id) : '[]';
    const bytes = await inDrawingThread<Uint8Array<ArrayBuffer>>(thread, name, { ...of, cues });
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  return pictures.stream(storageKeys.folder(id), `page-${made}`, (signal) => turn(make, signal), signal);
}
