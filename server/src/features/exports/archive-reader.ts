import { runInSubprocess } from '../../platform/subprocess/in-child.ts';
import type { EditedCue } from '../transcripts/label-cues.ts';
import type { FittedChapter } from './fitted-texts.ts';
import type { VideoFile } from './format.ts';

/** A video of an archive, cut to the limits, with only quotes that its transcript contains. */
export type FittedVideo = Omit<VideoFile, 'chapters'> & { chapters: FittedChapter[] };

/** How many quotes stay out, and how the first of them begin, with the chapters they were in. */
export type Unsaid = { count: number; first: { quote: string; chapter: string }[] };

/** How much was cut, left out or hidden from strangers to fit the limits (`fitted-texts.ts`). */
export type Losses = { cut: number; unsaid: Unsaid; unsure: number; over: number; beyond: number };

/** A video of an archive: its folder, texts, recording size and checksum, and what was lost of it. */
export type ArchivedVideo = Losses & {
  folder: string;
  video: FittedVideo;
  recording: string;
  size: number;
  sha256: string;
};

/** The fields of a video needed to read its transcript. */
export type TranscriptFields = Pick<VideoFile, 'captions' | 'heard'>;

const spoken = ({ captions, heard }: TranscriptFields): TranscriptFields => ({ captions, heard });

/** Questions to the child process. */
export type ArchiveQuestion =
  | { kind: 'contents'; file: string; maxFileSize: number }
  | { kind: 'texts'; file: string; folder: string; video: TranscriptFields }
  | { kind: 'extract'; file: string; path: string; target: string };

const module = new URL('./archive.child.ts', import.meta.url);

/** For whom an archive is read, and until when. */
type Reader = { owner: string; signal: AbortSignal | undefined };

/** Archive files beside videos; an import does not restore them. */
export const accountFilePaths = {
  portal: 'portal/portal.json',
  glossary: 'glossary.json',
  links: 'links.json',
} as const;

/** Videos to import, the number of videos without a recording, and other contents of the archive. */
export type Contents = { found: ArchivedVideo[]; without: number; besides: (keyof typeof accountFilePaths)[] };

/** The videos of an archive. Throws `archive_unreadable`, `archive_without_recordings` and `file_too_large`. */
export const readArchiveContents = (file: string, maxFileSize: number, reader: Reader): Promise<Contents> =>
  runInSubprocess(module, { kind: 'contents', file, maxFileSize } satisfies ArchiveQuestion, reader);

/** Spoken words of an archived video: its transcript, empty without one, and the caption file it was given. */
export type ArchivedTexts = { cues: EditedCue[]; captions: Uint8Array | undefined };

export const readArchivedTexts = (
  file: string,
  { folder, video }: ArchivedVideo,
  reader: Reader,
): Promise<ArchivedTexts> =>
  runInSubprocess(module, { kind: 'texts', file, folder, video: spoken(video) } satisfies ArchiveQuestion, reader);

/** Seconds that unpacking and checking the largest recording may take. */
const patience = 6 * 3600;

/**
 * Writes a file of an archive to the disk. Throws `archive_unreadable` when its checksum is not the one of the list.
 */
export const extract = (
  file: string,
  { path, size, target }: { path: string; size: number; target: string },
  reader: Reader,
): Promise<void> =>
  runInSubprocess(module, { kind: 'extract', file, path, target } satisfies ArchiveQuestion, {
    ...reader,
    patience,
    processor: patience,
    written: size + 1024 ** 2,
  });
