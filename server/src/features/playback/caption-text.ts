import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { boundsOf } from '@lectern/contract/rules/timeline';
import { formatWebvtt } from '@lectern/contract/rules/webvtt';
import type { Context } from '../../platform/http/context.ts';
import type { ByteStream } from '../../ports/media/port.ts';
import { clipToRange } from '../publishing/shares/shared-range.ts';
import { storageKeys } from '../storage/keys.ts';
import { cuesOf } from '../transcripts/cues.ts';
import type { PlaybackTarget } from './resolve-playback-id.ts';

const compress = promisify(brotliCompress);

/** As the server compresses everything else: a little better costs much more. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/**
 * Serves captions of a recording or clip as WebVTT from compressed files, since transcripts may have megabytes and
 * readers be slow. File names change with the transcript.
 */
export function captionText(
  { database, pictures, turn, signal }: Pick<Context<'capability'>, 'database' | 'pictures' | 'turn' | 'signal'>,
  { video, part }: PlaybackTarget,
  encoding: 'br' | undefined,
): Promise<ByteStream> {
  const range = part && boundsOf(part.kept);
  const name = `captions-${video.captions_track_id ?? 'none'}${range ? `-${range.start}-${range.end}` : ''}.vtt`;
  const written = async (): Promise<Buffer> =>
    Buffer.from(formatWebvtt(clipToRange(part, await cuesOf(database.kysely, video.id))));
  const made = async (): Promise<Buffer> => (encoding ? compress(await written(), { params }) : written());
  const file = encoding ? `${name}.${encoding}` : name;
  return pictures.stream(storageKeys.folder(video.id), file, (signal) => turn(made, signal), signal);
}
