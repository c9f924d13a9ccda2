import { FilePathSource } from 'mediabunny';
import type { MediaInfo } from '../../port.ts';
import type { Piece } from './find-pieces.ts';
import { shortestRecording } from './limits.ts';
import { probeStreams } from './probe-streams.ts';

/** What a decoder of the first recording needs of those that follow. */
const decodedAs = ({ kind, video, audio }: MediaInfo): string =>
  JSON.stringify([kind, video?.codec, audio?.codec, audio?.channels, audio?.sampleRate]);

/**
 * Looks into a file that holds several recordings one behind the other, as a page writes it that starts its recorder anew:
 * they are one, whatever their times say. What cannot be read is left out with what follows it, and told.
 */
export async function probePieces(file: string, pieces: readonly Piece[]): Promise<MediaInfo | undefined> {
  const read: { piece: Piece; info: MediaInfo }[] = [];
  for (const piece of pieces) {
    const part = new FilePathSource(file).slice(piece.start, piece.end - piece.start);
    const info = await probeStreams(part).catch(() => undefined);
    if (!info || !(info.duration >= shortestRecording)) break;
    // It has the streams of the first one, or cannot follow it.
    if (read.length > 0 && decodedAs(info) !== decodedAs(read[0]!.info)) break;
    read.push({ piece, info });
  }
  const first = read[0]?.info;
  if (!first) return undefined;
  const several = `It holds ${pieces.length} recordings one behind the other`;
  const isWhole = read.length === pieces.length;
  return {
    ...first,
    duration: read.reduce((sum, { info }) => sum + info.duration, 0),
    pieces: read.map(({ piece, info }) => ({ ...piece, duration: info.duration })),
    playback: 'transcode',
    reason: `${several}, which are joined into one.`,
    ...(isWhole ? {} : { unread: `${several}, of which ${read.length} could be read` }),
  };
}
