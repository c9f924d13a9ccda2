import { createHash, randomUUID } from 'node:crypto';
import type { Context } from '../../../platform/http/context.ts';
import type { ByteStream } from '../../../ports/media/port.ts';
import { keyOf } from '../../storage/keys.ts';
import { cuesAsJson } from '../../transcripts/cues.ts';
import type { VideoRow } from '../../videos/find-video.ts';
import { inDrawingThread } from './renderer.ts';

/** What a program of another version has drawn is not taken for what this one would. */
const program = randomUUID();

export type Making = {
  /** A module for the thread of pages, and its function: it gets `of` with the transcript, and returns bytes. */
  thread: URL;
  name: string;
  /** Everything that is shown besides the transcript. */
  of: object;
  shows_transcript: boolean;
};

/** What such a function gets. `cues` is an array as JSON, which is parsed in the thread. */
export type WithCues<Of extends object> = Of & { cues: string };

/**
 * Bytes that show a transcript. A transcript may have megabytes and its page is asked for by strangers, so that they are
 * made in a thread and read from the disk from then on. They are found by what they are made of, before the transcript
 * is read: `of` as it is now, and the id of the transcript, which is another one as soon as a word of it is.
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
  return pictures.stream(keyOf.folder(id), `page-${made}`, (signal) => turn(make, signal), signal);
}
