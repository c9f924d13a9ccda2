import { extname } from 'node:path';
import type { RecordingsOption } from '@lectern/contract/exports/downloads';
import { publicPage } from './public-page.ts';
import { formatShowNotes } from '@lectern/contract/rules/chapter-files';
import { publicQuotes } from '@lectern/contract/rules/quotes';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { formatSrt, formatVtt } from '@lectern/contract/rules/transcript-files';
import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { withoutNumbers } from '../../platform/database/stored-tracks.ts';
import { problemOf } from '../../platform/http/problem-of.ts';
import { hasMember } from '../accounts/workspaces/status.ts';
import { markingsOf } from '../outline/marking.ts';
import { chaptersOf } from '../outline/chapters-of.ts';
import { fileNameFrom } from '../storage/signed-url.ts';
import { readHighlightsForExport } from '../editing/highlights/archived-highlights.ts';
import { storageKeys } from '../storage/keys.ts';
import { findRecording } from '../storage/recording.ts';
import { captionFileOf } from '../transcripts/caption-file.ts';
import { cuesOf, heardLinesOf } from '../transcripts/cues.ts';
import { findVideo, type VideoRow } from '../videos/find-video.ts';
import {
  readGlossaryForExport,
  readPaymentsForExport,
  portalCountsOf,
  portalLogoOf,
  readPortalForExport,
  readReportsForExport,
  readSharesForExport,
  readWatchedForExport,
} from './beside-videos.ts';
import type { Missing, VideoFile } from './format.ts';
import {
  readClipsForExport,
  readProfileForExport,
  readPromptsForExport,
  tokenEntriesOf,
  tokenOperationsOf,
} from './store.ts';
import type { ArchiveFile } from './write-archive.ts';

const text = (path: string, content: string | Uint8Array): ArchiveFile => ({
  path,
  compress: true,
  async *open() {
    yield content;
  },
});

const json = (path: string, value: unknown): ArchiveFile => text(path, `${JSON.stringify(value, undefined, 2)}\n`);

const jsonLines = (path: string, rows: () => AsyncIterable<unknown>): ArchiveFile => ({
  path,
  compress: true,
  async *open() {
    for await (const row of rows()) yield `${JSON.stringify(row)}\n`;
  },
});

/** Yields the stored file under a key, or nothing when it is missing. */
async function* stored({ storage }: World, path: string, key: string): AsyncGenerator<ArchiveFile> {
  const found = await storage.find(key);
  if (!found) return;
  yield {
    path,
    size: found.size,
    compress: false,
    async *open() {
      yield* await storage.read(key);
    },
  };
}

const readme = (brand: string): string => `This archive holds everything you own at ${brand}.

profile.json, prompts.json    your account and your prompts
tokens/                       what your tokens were used for, and the ledger, one JSON object a line
payments.json                 what you paid, in cents or the smallest unit of its currency
glossary.json                 how your names and terms are written
links.json                    the links you gave away; open one at /s/ and its key
reports.json                  what you wrote to us, and what we answered
portal/                       your portal as you set it up, with its logo
statistics/                   what was watched and searched, by day, one JSON object a line
videos/TITLE/                 one folder a video:
  recording.*                 the recording as you uploaded it, or the MP4 that the video service made of it
                              (in an export with recordings)
  recording-is-missing.txt    why it is not there, where it could not be had
  video.json                  title, description, summary, chapters and quotes, with what you edited yourself;
                              your highlights
  transcript.vtt, .srt        the transcript
  captions.*                  the caption file you gave, as it came
  show-notes.md               chapters and quotes to read
  clips/                      the clips you cut
export.json                   the list of all files with their SHA-256, and of recordings that are missing

To bring the videos into another account, choose this file under Import on its dashboard.
It must be an export with recordings.
What is beside the videos is not set up there again.
`;

/** Names of folders that differ on systems which ignore case. */
function uniqueNames(): (title: string) => string {
  const taken = new Set<string>();
  return (title) => {
    for (let n = 1; ; n += 1) {
      const name = fileNameFrom(title, n === 1 ? '' : ` (${n})`);
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  };
}

type Wanted = {
  workspaceId: string;
  /** The member to whom it is sent. */
  by: string;
  videos: readonly string[];
  recordings: RecordingsOption;
  origin: string;
  folders: string[];
  onMissing(missing: Missing): void;
};

/**
 * Yields the files of an archive in order, each made on demand. `folders` receives each video's folder; `onMissing`
 * gets each recording that should exist but is unavailable.
 */
export async function* generateArchiveFiles(
  world: World,
  { workspaceId, by, videos, recordings, origin, folders, onMissing }: Wanted,
): AsyncGenerator<ArchiveFile> {
  const db = world.database.kysely;
  yield text('README.txt', readme(world.brand));
  yield json('profile.json', await readProfileForExport(db, { workspaceId, by }));
  yield json('prompts.json', await readPromptsForExport(db, workspaceId));
  yield jsonLines('tokens/operations.jsonl', () => tokenOperationsOf(db, workspaceId));
  yield jsonLines('tokens/entries.jsonl', () => tokenEntriesOf(db, workspaceId));
  yield* besideVideos(db, workspaceId);
  const nameOf = uniqueNames();
  for (const id of videos) {
    if (!(await hasMember(db, workspaceId, by))) throw new Problem('deactivated');
    // Deleted while the archive was written: then it is not the member's any more.
    const video = await findVideo(db, workspaceId, id);
    if (!video) continue;
    const folder = `videos/${nameOf(video.title)}`;
    folders.push(folder);
    yield* videoContents(world, video, folder, {
      recordings,
      address: `${origin}${await publicPage(world, id)}`,
      onMissing,
    });
  }
}

async function* besideVideos(db: Queryable, workspaceId: string): AsyncGenerator<ArchiveFile> {
  yield json('payments.json', await readPaymentsForExport(db, workspaceId));
  yield json('glossary.json', await readGlossaryForExport(db, workspaceId));
  yield json('links.json', await readSharesForExport(db, workspaceId));
  yield json('reports.json', await readReportsForExport(db, workspaceId));
  const portal = await readPortalForExport(db, workspaceId);
  if (portal) yield json('portal/portal.json', portal);
  const logo = await portalLogoOf(db, workspaceId);
  if (logo) yield text('portal/logo.png', logo.png);
  yield jsonLines('statistics/portal.jsonl', () => portalCountsOf(db, workspaceId));
  yield jsonLines('statistics/watched.jsonl', () => readWatchedForExport(db, workspaceId));
}

/** The ending of a file's name, where it has a plain one. */
function endingOf(fileName: string, otherwise: string): string {
  const ending = extname(fileName).toLowerCase();
  return /^\.\w{1,5}$/.test(ending) ? ending : otherwise;
}

type FoundRecording = { name: string; file: Pick<ArchiveFile, 'open' | 'size'> };

/** The recording as it goes into an archive, or why it cannot be had. */
async function recordingOf(world: World, video: VideoRow): Promise<FoundRecording | Problem> {
  try {
    const { ending, size, read } = await findRecording(world, video);
    const name = `recording${ending ?? endingOf(video.file_name ?? '', '.mp4')}`;
    const open = async function* () {
      yield* await read();
    };
    return { name, file: { ...(size === undefined ? {} : { size }), open } };
  } catch (error) {
    return problemOf(error, 'storage_unavailable');
  }
}

async function* videoContents(
  world: World,
  video: VideoRow,
  folder: string,
  { recordings, address, onMissing }: { recordings: RecordingsOption; address: string } & Pick<Wanted, 'onMissing'>,
): AsyncGenerator<ArchiveFile> {
  const db = world.database.kysely;
  const [cues, captions, chapters, clips, highlights, heard, markingOf] = await Promise.all([
    cuesOf(db, video.id),
    captionFileOf(db, video.id),
    chaptersOf(db, video.id),
    recordings === 'with' ? readClipsForExport(db, video.id) : [],
    readHighlightsForExport(db, video.id),
    heardLinesOf(db, video.id),
    markingsOf(db, [video.id]),
  ]);
  const marking = markingOf(video.id);
  const found = recordings === 'with' ? await recordingOf(world, video) : undefined;
  const recording = found && !(found instanceof Problem) ? found : undefined;
  const captionsFile = captions && `captions${endingOf(captions.file_name, '.txt')}`;
  const clipFiles = clips.map((clip) => ({
    ...clip,
    file: `clips/${`${formatTimecode(clip.start_s)}-${formatTimecode(clip.end_s)}`.replaceAll(':', '.')} ${clip.id.slice(0, 8)}.mp4`,
  }));
  const described: VideoFile = {
    title: video.title,
    title_by_person: video.title_edited,
    description: video.description,
    description_by_person: video.description_by_person,
    summary: video.summary,
    summary_by_person: video.summary_by_person,
    ...marking,
    created_at: video.created_at.toISOString(),
    file_name: video.file_name,
    duration: video.duration,
    kind: video.kind,
    transcript_source: video.transcript_source,
    transcript_language: video.transcript_language,
    transcript_estimated: video.transcript_estimated,
    transcript_alignment: video.transcript_alignment,
    // Provider assets number their streams anew.
    tracks: video.remote ? withoutNumbers(video.wanted_tracks) : video.wanted_tracks,
    recording: recording?.name ?? null,
    captions:
      captions && captionsFile ? { file: captionsFile, name: captions.file_name, encoding: captions.encoding } : null,
    chapters: chapters.map(({ id: _, ...chapter }) => chapter),
    clips: clipFiles.map(({ file, start_s: start, end_s: end }) => ({ file, start, end })),
    highlights,
    heard,
  };
  yield json(`${folder}/video.json`, described);
  yield text(
    `${folder}/show-notes.md`,
    formatShowNotes(
      {
        ...described,
        marking,
        chapters: chapters.map((chapter) => ({ ...chapter, quotes: publicQuotes(chapter.quotes) })),
      },
      address,
    ),
  );
  if (cues.length > 0) {
    yield text(`${folder}/transcript.vtt`, formatVtt(video.title, cues));
    yield text(`${folder}/transcript.srt`, formatSrt(cues));
  }
  // A transcript that is still being made is made from it in the other account.
  if (captions) yield text(`${folder}/${captionsFile}`, captions.bytes);
  if (recordings === 'without') return;
  if (recording) yield { path: `${folder}/${recording.name}`, compress: false, ...recording.file };
  if (found instanceof Problem) {
    world.log.warn({ err: found, video: video.id }, 'An export lacks a recording.');
    onMissing({ video: folder, reason: found.text });
    yield text(`${folder}/recording-is-missing.txt`, `This recording is not in the export. ${found.text}\n`);
  }
  for (const { id, file } of clipFiles) yield* stored(world, `${folder}/${file}`, storageKeys.clip(video.id, id));
}
