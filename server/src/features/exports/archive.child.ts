import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Problem } from '@lectern/contract/problem';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { uploadLimits } from '@lectern/contract/uploads/uploads';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { serveSubprocess } from '../../platform/subprocess/answer.ts';
import {
  type ArchiveQuestion,
  type Contents,
  type ArchivedVideo,
  type TranscriptFields,
  type ArchivedTexts,
  type Unsaid,
  accountFilePaths,
} from './archive-reader.ts';
import { maxCues } from '../transcripts/formats/caption-file.ts';
import { looksAtQuotes } from '../outline/verify-quotes.ts';
import { truncateText } from '../../platform/text/truncate-text.ts';
import { truncateQuotes, mostNamed, truncateChapters, truncateCues } from './fitted-texts.ts';
import { type VideoFile, transcriptFile, videoFile } from './format.ts';
import { type ArchiveReader, parseArchiveValue, readArchive } from './read-archive.ts';
import type { EditedCue } from '../transcripts/label-cues.ts';

/** Seconds by which WebVTT may tell another start. */
const rounding = 0.001;

/** Lines with what was heard in those that a person has changed, if they stand where they stood. */
function withHeard(cues: readonly Cue[], heard: VideoFile['heard']): EditedCue[] {
  const known = new Map(heard.map((line) => [line.n, line]));
  return cues.map((cue, n) => {
    const line = known.get(n);
    if (!line || Math.abs(line.start - cue.start) > rounding) return cue;
    return {
      ...cue,
      ...(line.text === undefined ? {} : { heardText: line.text }),
      ...(line.speaker === undefined ? {} : { heardSpeaker: line.speaker }),
    };
  });
}

/** Bytes of the texts about all videos together, which the server holds while it brings them in. */
const longestTexts = 50_000_000;

/** Letters by which a quote is known again. */
const firstWords = 40;

/** Bytes of a list with nothing in it. */
const emptyList = '[]\n'.length;

/** Looks at the quotes of all videos together: some ten seconds, where one has half a one. */
const mostLooks = 1_000_000_000;

async function contentsOf(archive: ArchiveReader, maxFileSize: number): Promise<Contents> {
  const found: ArchivedVideo[] = [];
  let looks = mostLooks;
  let texts = 0;
  let without = 0;
  for (const folder of archive.manifest.videos) {
    const path = `${folder}/video.json`;
    texts += (archive.size(path) ?? 0) + (archive.size(`${folder}/transcript.vtt`) ?? 0);
    if (texts > longestTexts) throw new Problem('archive_unreadable', { cause: 'its texts are too long' });
    let [cut, unsure, over, beyond] = [0, 0, 0, 0];
    const unsaid: Unsaid = { count: 0, first: [] };
    const onCut = (): void => void (cut += 1);
    const video = await archive.json(path, videoFile(onCut));
    if (video.recording === null) {
      without += 1;
      continue;
    }
    const recording = `${folder}/${video.recording}`;
    const size = archive.size(recording);
    const sha256 = archive.digest(recording);
    if (size === undefined || sha256 === undefined)
      throw new Problem('archive_unreadable', { cause: `${recording} is missing` });
    if (size > maxFileSize) throw new Problem('file_too_large');
    // Before the first video comes in, all of them can be read.
    const said = await saidIn(archive, folder, video, onCut);
    const own = { left: Math.min(looks, looksAtQuotes().left) };
    looks -= own.left;
    const onLoss = {
      onUnsaid(quote: string, chapter: string) {
        unsaid.count += 1;
        if (unsaid.count <= mostNamed) unsaid.first.push({ quote: truncateText(quote.trim(), firstWords), chapter });
      },
      onUnsure: () => void (unsure += 1),
      onOver: () => void (over += 1),
    };
    const quoted = truncateQuotes(video.chapters, said, onLoss, own);
    const chapters = truncateChapters(quoted, { onCut, onBeyond: () => void (beyond += 1) });
    looks += own.left;
    found.push({ folder, video: { ...video, chapters }, recording, size, sha256, cut, unsaid, unsure, over, beyond });
  }
  if (found.length === 0 && without > 0) throw new Problem('archive_without_recordings');
  const besides = (Object.keys(accountFilePaths) as (keyof typeof accountFilePaths)[]).filter(
    (name) => (archive.size(accountFilePaths[name]) ?? 0) > emptyList,
  );
  return { found, without, besides };
}

/** The lines of a transcript as they are kept, and as they were where some were cut. */
async function saidIn(
  archive: ArchiveReader,
  folder: string,
  { heard }: TranscriptFields,
  onCut: () => void = () => undefined,
) {
  const path = `${folder}/transcript.vtt`;
  const uncut = webvttCues((await archive.text(path)) ?? '');
  let isCut = false;
  const noteCut = (): void => {
    isCut = true;
    onCut();
  };
  if (uncut.length > maxCues) noteCut();
  const lines = parseArchiveValue(transcriptFile(noteCut), path, uncut.slice(0, maxCues));
  const cues = truncateCues(withHeard(lines, heard), noteCut);
  return { cues, uncut: isCut ? uncut : undefined };
}

async function textsOf(archive: ArchiveReader, folder: string, video: TranscriptFields): Promise<ArchivedTexts> {
  const { captions } = video;
  const { cues } = await saidIn(archive, folder, video);
  return {
    cues,
    captions: captions === null ? undefined : await captionsOf(archive, `${folder}/${captions.file}`),
  };
}

async function captionsOf(archive: ArchiveReader, path: string): Promise<Uint8Array> {
  if ((archive.size(path) ?? 0) > uploadLimits.captions)
    throw new Problem('archive_unreadable', { cause: `${path} is too long` });
  return buffer(archive.bytes(path));
}

await serveSubprocess('archive_unreadable', async (question: ArchiveQuestion) => {
  const archive = await readArchive(question.file);
  try {
    switch (question.kind) {
      case 'contents':
        return await contentsOf(archive, question.maxFileSize);
      case 'texts':
        return await textsOf(archive, question.folder, question.video);
      case 'extract':
        return await pipeline(archive.bytes(question.path), createWriteStream(question.target, { flush: true }));
    }
  } finally {
    archive.close();
  }
});
