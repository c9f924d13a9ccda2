import { createHash } from 'node:crypto';
import type { Cue } from '@lectern/contract/transcripts/cue';
import type { TextKind } from '@lectern/contract/exports/downloads';
import { Problem } from '@lectern/contract/problem';
import {
  formatChaptersJson,
  formatShowNotes,
  formatYoutubeChapters,
  youtubeChapters,
} from '@lectern/contract/rules/chapter-files';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { formatMarkdown, formatPlainText, formatSrt, formatVtt } from '@lectern/contract/rules/transcript-files';
import type { Marking } from '@lectern/contract/videos/videos';
import type { Queryable } from '../../../platform/database/database.ts';
import { type PublicChapter, publicChaptersOf } from '../../outline/chapters-of.ts';
import { markingsOf } from '../../outline/marking.ts';
import { cuesOf, digestTranscript } from '../../transcripts/cues.ts';
import { type StoredSlide, slidesOf } from '../../outline/slides/stored-slides.ts';
import type { VideoRow } from '../../videos/find-video.ts';
import type { Context } from '../../../platform/http/context.ts';
import { inThread } from '../../../platform/subprocess/thread.ts';
import { storageKeys } from '../../storage/keys.ts';
import type { Written } from './transcript-document.thread.ts';

/** Context for slow files: lets callers wait for their turn and share the result. */
type DocumentContext = Pick<Context<'capability'>, 'pictures' | 'turn' | 'signal'>;

/**
 * Makes a transcript as a Word document. Long ones take seconds of a core: callers queue for a thread and share the
 * kept result. Throws `busy`.
 */
function makeCachedDocument(
  { pictures, turn, signal }: DocumentContext,
  videoId: string,
  written: Written,
): Promise<Buffer> {
  const { title, cues, chapters } = written;
  const name = createHash('sha256')
    .update(JSON.stringify([title, digestTranscript(cues), chapters]))
    .digest('hex')
    .slice(0, 32);
  const module = new URL('./transcript-document.thread.ts', import.meta.url);
  const make = async (until: AbortSignal): Promise<Buffer> =>
    Buffer.from(await inThread<Uint8Array>(module, written, { turn, signal: until }));
  return pictures.through(storageKeys.folder(videoId), `transcript-${name}.docx`, make, signal);
}

/** A video with the texts the files are made of. */
type VideoTexts = { video: VideoRow; marking: Marking; cues: Cue[]; chapters: PublicChapter[]; slides: StoredSlide[] };

export async function loadVideoTexts(db: Queryable, video: VideoRow): Promise<VideoTexts> {
  const [cues, chapters, slides, markingOf] = await Promise.all([
    cuesOf(db, video.id),
    publicChaptersOf(db, video.id),
    slidesOf(db, video.id),
    markingsOf(db, [video.id]),
  ]);
  return { video, marking: markingOf(video.id), cues, chapters, slides };
}

type TextFile = {
  type: string;
  /** File name part after the title. */
  suffix: string;
  /** `address` is the video's page. */
  write(texts: VideoTexts, address: string, maker: DocumentContext): string | Promise<Buffer>;
};

const notes = ({ video, marking, chapters }: VideoTexts) => ({
  title: video.title,
  description: video.description,
  summary: video.summary,
  duration: video.duration,
  marking,
  chapters,
});

const headings = ({ chapters }: VideoTexts) => chapters.map(({ title, start }) => ({ title, start }));

function chaptersForYoutube(texts: VideoTexts): string {
  const found = youtubeChapters(headings(texts), texts.video.duration);
  if ('reason' in found) throw new Problem('chapters_too_few', { detail: found.reason });
  return formatYoutubeChapters(found.chapters);
}

const textFiles: Readonly<Record<TextKind, TextFile>> = {
  'transcript.vtt': {
    type: 'text/vtt; charset=utf-8',
    suffix: '.vtt',
    write: ({ video, cues }) => formatVtt(video.title, cues),
  },
  'transcript.srt': {
    type: 'application/x-subrip; charset=utf-8',
    suffix: '.srt',
    write: ({ cues }) => formatSrt(cues),
  },
  'transcript.txt': {
    type: 'text/plain; charset=utf-8',
    suffix: '.txt',
    write: ({ cues }) => formatPlainText(cues),
  },
  'transcript.docx': {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    suffix: '.docx',
    write: (texts, _address, maker) => {
      const { video, cues } = texts;
      return makeCachedDocument(maker, video.id, { title: video.title, cues, chapters: headings(texts) });
    },
  },
  'transcript.md': {
    type: 'text/markdown; charset=utf-8',
    suffix: '.md',
    write: (texts) => formatMarkdown(texts.video.title, texts.cues, headings(texts)),
  },
  'chapters.txt': { type: 'text/plain; charset=utf-8', suffix: ' - chapters.txt', write: chaptersForYoutube },
  'chapters.json': {
    type: 'application/json; charset=utf-8',
    suffix: ' - chapters.json',
    write: (texts) => formatChaptersJson(notes(texts)),
  },
  'show-notes.md': {
    type: 'text/markdown; charset=utf-8',
    suffix: ' - show notes.md',
    write: (texts, address) => formatShowNotes(notes(texts), address),
  },
  'slides.txt': {
    type: 'text/plain; charset=utf-8',
    suffix: ' - slides.txt',
    write: ({ slides }) => slides.map(({ start, text }) => `${formatTimecode(start)}\n${text}\n`).join('\n'),
  },
};

/**
 * The content of one of a video's files. Throws `no_transcript`, `no_slides` and
 * `chapters_too_few`, which says why; and `busy`.
 */
export async function textFile(
  maker: DocumentContext,
  texts: VideoTexts,
  kind: TextKind,
  address: string,
): Promise<{ content: string | Buffer; type: string; suffix: string }> {
  if (kind.startsWith('transcript.') && texts.cues.length === 0) throw new Problem('no_transcript');
  if (kind.startsWith('slides.') && texts.slides.length === 0) throw new Problem('no_slides');
  if (kind.startsWith('chapters.') && texts.chapters.length === 0)
    throw new Problem('chapters_too_few', { detail: 'There are no chapters yet.' });
  const { type, suffix, write } = textFiles[kind];
  return { content: await write(texts, address, maker), type, suffix };
}
