import type { MediaInfo } from '../../port.ts';
import { shortestRecording, type RecordingPiece } from './limits.ts';

/** Media info of a piece, with the kinds of its tracks in order. */
export type FoundPiece = { info: MediaInfo; order: string };

/** Properties that later recordings must share so that the decoder of the first can play them. */
const decodedAs = ({ info: { kind, video, audio }, order }: FoundPiece): string =>
  JSON.stringify([kind, order, video?.codec, audio?.codec, audio?.channels, audio?.sampleRate]);

/**
 * Inspects the playable recordings of a file and joins them regardless of their times. Leaves out and reports the
 * first unreadable one and all that follow.
 */
export async function probePieces<Clear extends RecordingPiece>(
  pieces: readonly Clear[],
  all: number,
  look: (piece: Clear) => Promise<FoundPiece | undefined>,
): Promise<MediaInfo | undefined> {
  const read: (FoundPiece & { piece: RecordingPiece })[] = [];
  for (const piece of pieces) {
    const found = await look(piece);
    if (!found || !(found.info.duration >= shortestRecording)) break;
    // It has the streams of the first one, or cannot follow it.
    if (read.length > 0 && decodedAs(found) !== decodedAs(read[0]!)) break;
    read.push({ piece, ...found });
  }
  const first = read[0]?.info;
  if (!first) return undefined;
  const last = read.at(-1)!.info;
  const before = read.slice(0, -1).reduce((sum, { info }) => sum + info.duration, 0);
  const { picture, sound } = last.lasts ?? {};
  const several = `It holds ${all} recordings one behind the other`;
  const isWhole = read.length === all;
  return {
    ...first,
    duration: before + last.duration,
    lasts: {
      ...(picture === undefined ? {} : { picture: before + picture }),
      ...(sound === undefined ? {} : { sound: before + sound }),
    },
    pieces: read.map(({ piece: { start, end, head }, info }) => ({
      start,
      end,
      ...(head ? { head } : {}),
      duration: info.duration,
    })),
    playback: 'transcode',
    reason: `${several}, which are joined into one.`,
    ...(isWhole ? {} : { unread: `${several}, of which ${read.length} could be read` }),
  };
}
