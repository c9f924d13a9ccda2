import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { boundsOf } from '@lectern/contract/rules/timeline';
import { formatWebvtt } from '@lectern/contract/rules/webvtt';
import { LRUCache } from 'lru-cache';
import type { Context, World } from '../../platform/http/context.ts';
import type { ByteStream } from '../../ports/media/port.ts';
import { clipToRange, playedSeconds } from '../publishing/shares/shared-range.ts';
import { storageKeys } from '../storage/keys.ts';
import { cuesOf, captionBytes } from '../transcripts/cues.ts';
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

/** By the id of the transcript, which changes with it, and the part: every player asks for it, and asks again. */
const known = new LRUCache<string, number>({ max: 10_000 });

/** Bits a second that the captions of a recording or a part of it have at most; undefined where nothing is said. */
export async function captionsBandwidth(
  { database }: Pick<World, 'database'>,
  { video, part }: PlaybackTarget,
): Promise<number | undefined> {
  const range = part && boundsOf(part.kept);
  const name = `${video.id} ${video.captions_track_id} ${range?.start} ${range?.end}`;
  const bytes = known.get(name) ?? (await captionBytes(database.kysely, video.id, range));
  if (bytes === undefined) return undefined;
  known.set(name, bytes);
  return (bytes * 8) / playedSeconds({ video, part });
}

/**
 * Lists all captions as one media segment; `duration` is in seconds. The stream begins at 0, so X-TIMESTAMP-MAP is not
 * needed (RFC 8216, 3.5).
 */
export const captionsPlaylist = (duration: number): string =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(1, duration))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXTINF:${duration.toFixed(6)},`,
    'captions.vtt',
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
