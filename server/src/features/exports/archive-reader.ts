import { runInSubprocess } from '../../platform/subprocess/in-child.ts';
import type { EditedCue } from '../transcripts/merge-cue-edits.ts';
import type { FittedChapter } from './fitted-quotes.ts';
import type { VideoFile } from './format.ts';

/** What an archive tells of a video, within what is kept of it, with quotes that its transcript says. */
export type FittedVideo = Omit<VideoFile, 'chapters'> & { chapters: FittedChapter[] };

/** How many quotes stay out, and how the first of them begin, with the chapters they were in. */
export type Unsaid = { count: number; first: { quote: string; chapter: string }[] };

/**
 * A video of an archive: where it is inside, what is told of it, the bytes of its recording with their checksum, and what
 * did not come in as it was: texts that were cut, quotes that nobody says (`fitted-quotes.ts`), how many are not shown to
 * strangers because nobody knows, quotes beyond what is kept of a chapter and chapters beyond what is kept of a video.
 */
export type ArchivedVideo = {
  folder: string;
  video: FittedVideo;
  recording: string;
  size: number;
  sha256: string;
  cut: number;
  unsaid: Unsaid;
  unsure: number;
  over: number;
  beyond: number;
};

/** What has to be known of a video for what is said in it. */
export type Spoken = Pick<VideoFile, 'captions' | 'heard'>;

const spoken = ({ captions, heard }: Spoken): Spoken => ({ captions, heard });

/** What the child is asked for. */
export type ArchiveQuestion =
  | { kind: 'contents'; file: string; maxFileSize: number }
  | { kind: 'texts'; file: string; folder: string; video: Spoken }
  | { kind: 'extract'; file: string; path: string; target: string };

const module = new URL('./archive.child.ts', import.meta.url);

/** For whom an archive is read, and until when. */
type Reader = { owner: string; signal: AbortSignal | undefined };

/** What an archive has beside videos, which an import leaves to be set up again. */
export const besideVideos = {
  portal: 'portal/portal.json',
  glossary: 'glossary.json',
  links: 'links.json',
} as const;

/** What comes in of an archive, how many of its videos have no recording in it, and what it has besides. */
export type Contents = { found: ArchivedVideo[]; without: number; besides: (keyof typeof besideVideos)[] };

/** The videos of an archive. Throws `archive_unreadable`, `archive_without_recordings` and `file_too_large`. */
export const contentsOf = (file: string, maxFileSize: number, reader: Reader): Promise<Contents> =>
  runInSubprocess(module, { kind: 'contents', file, maxFileSize } satisfies ArchiveQuestion, reader);

/** What is said in a video of an archive: its transcript, empty where it has none, and the caption file it was given. */
export type Texts = { cues: EditedCue[]; captions: Uint8Array | undefined };

export const textsOf = (file: string, { folder, video }: ArchivedVideo, reader: Reader): Promise<Texts> =>
  runInSubprocess(module, { kind: 'texts', file, folder, video: spoken(video) } satisfies ArchiveQuestion, reader);

/** Seconds that unpacking and checking the largest recording may take. */
const patience = 6 * 3600;

/** Writes a file of an archive to the disk. Throws `archive_unreadable` when its checksum is not the one of the list. */
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
