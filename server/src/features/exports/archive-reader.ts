import type { Cue } from '@lectern/contract/cue';
import { inChild } from '../../platform/confined/in-child.ts';
import type { VideoFile } from './format.ts';

/**
 * A video of an archive: where it is inside, what is told of it, the bytes of its recording with their checksum, and how
 * many of its texts were cut to come in.
 */
export type Found = {
  folder: string;
  video: VideoFile;
  recording: string;
  size: number;
  sha256: string;
  cut: number;
};

/** What the child is asked for. */
export type ArchiveQuestion =
  | { kind: 'contents'; file: string; maxFileSize: number }
  | { kind: 'texts'; file: string; folder: string; captions: string | undefined }
  | { kind: 'extract'; file: string; path: string; target: string };

const module = new URL('./archive.child.ts', import.meta.url);

/** What comes in of an archive, and how many of its videos have no recording in it. */
export type Contents = { found: Found[]; without: number };

/** The videos of an archive. Throws `archive_unreadable`, `archive_without_recordings` and `file_too_large`. */
export const contentsOf = (file: string, maxFileSize: number, signal?: AbortSignal): Promise<Contents> =>
  inChild(module, { kind: 'contents', file, maxFileSize } satisfies ArchiveQuestion, { signal });

/** What is said in a video of an archive: its transcript, empty where it has none, and the caption file it was given. */
export type Texts = { cues: Cue[]; captions: Uint8Array | undefined };

export const textsOf = (file: string, { folder, video }: Found, signal?: AbortSignal): Promise<Texts> =>
  inChild(module, { kind: 'texts', file, folder, captions: video.captions?.file } satisfies ArchiveQuestion, {
    signal,
  });

/** Seconds that unpacking and checking the largest recording may take. */
const patience = 6 * 3600;

/** Writes a file of an archive to the disk. Throws `archive_unreadable` when its checksum is not the one of the list. */
export const extract = (
  file: string,
  { path, size, target }: { path: string; size: number; target: string },
  signal?: AbortSignal,
): Promise<void> =>
  inChild(module, { kind: 'extract', file, path, target } satisfies ArchiveQuestion, {
    signal,
    patience,
    processor: patience,
    written: size + 1024 ** 2,
  });
