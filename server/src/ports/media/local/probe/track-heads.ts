import type { RecordingPiece } from './limits.ts';
import type { FileHandle } from 'node:fs/promises';
import { Problem } from '@lectern/contract/problem';
import { findMovie } from '../mp4/find-movie.ts';
import { readTracks } from '../mp4/movie.ts';
import { isEncrypted, isPhotographEntry } from '../mp4/sample-entry.ts';
import { tracksOfMatroska } from './ebml.ts';
import { tracksOfTransport, type TrackHead } from './transport.ts';

async function tracksOfMp4(handle: FileHandle, { start, end }: RecordingPiece): Promise<TrackHead[]> {
  // Ignores errors here; the reader of the recording reports them.
  const movie = await findMovie(handle, end, start).catch(() => undefined);
  return readTracks(movie?.moov ?? Buffer.alloc(0)).map(({ n, id, handler, entries }) => {
    const isPicture = handler === 'vide' && !entries.some(isPhotographEntry);
    const kind = isPicture ? 'video' : handler === 'soun' ? 'audio' : undefined;
    return { n, id, kind, isEncrypted: entries.some(isEncrypted) };
  });
}

/** The tracks of a recording in a file; none of a format whose head says nothing of encryption. */
export async function readTrackHeads(handle: FileHandle, piece: RecordingPiece): Promise<TrackHead[]> {
  for (const tracks of [tracksOfMatroska(handle.fd, piece), tracksOfTransport(handle.fd, piece)])
    if (tracks.length > 0) return tracks;
  return tracksOfMp4(handle, piece);
}

/** Whether something is encrypted, and no picture and no sound is left in the clear. */
export const isProtected = (tracks: readonly TrackHead[]): boolean =>
  tracks.some((track) => track.isEncrypted) && !tracks.some((track) => track.kind && !track.isEncrypted);

export function refuseProtected(tracks: readonly TrackHead[]): void {
  if (isProtected(tracks)) throw new Problem('protected_media');
}

const names = { video: 'picture', audio: 'sound' } as const;

/** Describes, for people, encrypted tracks that are left out. */
export function encryptedIn(tracks: readonly TrackHead[]): string[] {
  return (['video', 'audio'] as const).flatMap((kind) => {
    const own = tracks.filter((track) => track.kind === kind);
    const encrypted = own.filter((track) => track.isEncrypted).length;
    if (encrypted === 0) return [];
    if (encrypted === own.length) return [`Its ${names[kind]} is encrypted`];
    return [`${encrypted} of its ${own.length} tracks of ${names[kind]} ${encrypted === 1 ? 'is' : 'are'} encrypted`];
  });
}
