import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
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
  const stretch = part ? `-${part.from}-${part.to}` : '';
  const name = `captions-${video.captions_track_id ?? 'none'}${stretch}.vtt`;
  const written = async (): Promise<Buffer> => {
    const cues = await cuesOf(database.kysely, video.id);
    return Buffer.from(formatWebvtt(part ? clipToRange(part, cues) : cues));
  };
  const made = async (): Promise<Buffer> => (encoding ? compress(await written(), { params }) : written());
  const file = encoding ? `${name}.${encoding}` : name;
  return pictures.stream(storageKeys.folder(video.id), file, (signal) => turn(made, signal), signal);
}
