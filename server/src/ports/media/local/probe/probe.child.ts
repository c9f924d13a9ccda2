import type { RecordingPiece } from './limits.ts';
import type { TrackHead } from './transport.ts';
import { open } from 'node:fs/promises';
import { Problem } from '@lectern/contract/problem';
import { CustomSource, FilePathSource, type Source } from 'mediabunny';
import { serveSubprocess } from '../../../../platform/subprocess/answer.ts';
import type { MediaInfo } from '../../port.ts';
import { findPieces } from './find-pieces.ts';
import { probeMp4 } from './probe-mp4.ts';
import { probePieces } from './probe-pieces.ts';
import { probeStreams, encryptedIn, isProtected, readTrackHeads, refuseProtected } from './probe-streams.ts';

/** Result of our parsers for a file. */
export type Probed = {
  /** Null for a file that neither parser knows; `failure` is what one of them failed at, which ffmpeg may not. */
  info: MediaInfo | null;
  failure?: string;
  /** The recordings one behind the other that are left in the clear, where it holds several, and how many it holds. */
  pieces: readonly RecordingPiece[];
  count: number;
  /** Numbers of the streams that are encrypted, as `MediaInfo` has them. */
  encrypted: readonly number[];
  /** Parts that will not be played, judged by the headers alone. */
  unread: readonly string[];
};

/** `sound` is the track of sound to be heard. */
async function probe(file: string, sound: number | undefined): Promise<Probed> {
  await using handle = await open(file, 'r');
  const { size } = await handle.stat();
  if (size === 0) throw new Problem('empty_file');
  const { pieces, isMore } = findPieces(handle.fd, size);
  const heads: (RecordingPiece & { tracks: TrackHead[] })[] = [];
  for (const piece of pieces) heads.push({ ...piece, tracks: await readTrackHeads(handle, piece.head ?? piece) });
  refuseProtected(heads.flatMap(({ tracks }) => tracks));
  const clear = heads.filter(({ tracks }) => !isProtected(tracks));
  const first = clear[0]!;
  const encrypted = first.tracks.filter((track) => track.isEncrypted);
  const streamsOf = (source: Source) => probeStreams(source, ({ id }) => !encrypted.some((track) => track.id === id));

  /** The bytes of a piece, behind its head where that stands elsewhere. */
  function sourceOf({ start, end, head }: RecordingPiece): Source {
    if (!head) return new FilePathSource(file).slice(start, end - start);
    const before = head.end - head.start;
    return new CustomSource({
      getSize: () => before + end - start,
      async read(from, to) {
        const bytes = Buffer.alloc(to - from);
        const inHead = Math.max(0, Math.min(to, before) - from);
        if (inHead > 0) await handle.read(bytes, 0, inHead, head.start + from);
        if (inHead < bytes.length)
          await handle.read(bytes, inHead, bytes.length - inHead, start + from + inHead - before);
        return bytes;
      },
    });
  }

  async function look({ tracks, ...piece }: RecordingPiece & { tracks: TrackHead[] }) {
    const info = await streamsOf(sourceOf(piece)).catch(() => undefined);
    return info && { info, order: tracks.map(({ kind, isEncrypted }) => [kind, isEncrypted].join()).join(' ') };
  }
  let failure: string | undefined;
  const whole = async (): Promise<MediaInfo | undefined> =>
    (await probeMp4(handle, size, sound)) ??
    (await streamsOf(new FilePathSource(file)).catch((error: unknown) => {
      failure = String(error);
      return undefined;
    }));
  const info = (pieces.length > 1 ? await probePieces(clear, heads.length, look) : await whole()) ?? null;
  return {
    info,
    ...(failure === undefined ? {} : { failure }),
    pieces: pieces.length > 1 ? clear.map(({ tracks: _, ...piece }) => piece) : [],
    count: pieces.length,
    encrypted: encrypted.map(({ n }) => n),
    unread: [
      ...(isMore ? ['It holds so many recordings one behind the other that perhaps not all of them are played'] : []),
      ...encryptedIn(first.tracks),
    ],
  };
}

await serveSubprocess('media_unread', ({ file, sound }: { file: string; sound?: number }) => probe(file, sound));
