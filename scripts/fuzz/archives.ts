import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Problem } from '../../contract/src/problem.ts';
import { maxDuration } from '../../contract/src/rules/plans.ts';
import { webvttCues } from '../../contract/src/rules/webvtt.ts';
import { transcriptFile, videoFile } from '../../server/src/features/exports/format.ts';
import { parseArchiveValue, readArchive } from '../../server/src/features/exports/read-archive.ts';
import { writeArchive } from '../../server/src/features/exports/write-archive.ts';
import { readCaptions } from '../../server/src/features/transcripts/formats/read-captions.ts';
import { mutate, type RandomBelow, otherwise } from './mutate.ts';

const folder = 'videos/A';
const captions = 'captions.vtt';

/** Returns the files of an archive besides its manifest. */
async function contents(): Promise<Map<string, Buffer>> {
  const archive = await readArchive(join(import.meta.dirname, 'corpus/archives/stored.zip'));
  try {
    const files = new Map<string, Buffer>();
    for (const { path } of archive.manifest.files) files.set(path, await buffer(archive.bytes(path)));
    const video = JSON.parse(String(files.get(`${folder}/video.json`))) as object;
    const captioned = { ...video, captions: { file: captions, name: captions } };
    files.set(`${folder}/video.json`, Buffer.from(JSON.stringify(captioned)));
    return files.set(`${folder}/${captions}`, files.get(`${folder}/transcript.vtt`)!);
  } finally {
    archive.close();
  }
}

let known: Promise<Map<string, Buffer>> | undefined;

const lines = ['-->', '\n\n', '<v ', '99:99:99.999', '\0', '&#x0;', '\uFEFF', 'WEBVTT', '-1', '1e9'];

/** An archive of which a text is not as it should be while all its sums are right, so that the text is read. */
export async function archiveWithOtherTexts(random: RandomBelow): Promise<Buffer> {
  const files = await (known ??= contents());
  const changed = new Map(files);
  const path = `${folder}/${['video.json', 'transcript.vtt', captions][random(3)]!}`;
  const before = files.get(path)!;
  changed.set(path, path.endsWith('.json') ? otherwise(before, random) : mutate(before, lines, random));
  return buffer(
    writeArchive(toFiles(changed), {
      signal: new AbortController().signal,
      onBytes: () => undefined,
      finish: (listed) => ({
        path: 'export.json',
        compress: false,
        open: async function* () {
          const created_at = '2026-01-01T00:00:00.000Z';
          yield JSON.stringify({ format: 'lectern-export', version: 1, created_at, videos: [folder], files: listed });
        },
      }),
    }),
  );
}

async function* toFiles(files: ReadonlyMap<string, Buffer>) {
  for (const [path, bytes] of files)
    yield {
      path,
      compress: false,
      open: async function* () {
        yield bytes;
      },
    };
}

/** Reads all that an import reads of an archive; whatever is wrong with it ends as a problem. */
export async function checkArchive(bytes: Buffer, scratch: string): Promise<void> {
  await writeFile(scratch, bytes);
  try {
    const archive = await readArchive(scratch);
    try {
      for (const each of archive.manifest.videos) {
        const video = await archive.json(`${each}/video.json`, videoFile());
        assert.ok(video.duration >= 0 && video.duration <= maxDuration && !video.title.includes('\0'));
        const path = `${each}/transcript.vtt`;
        for (const cue of parseArchiveValue(transcriptFile(), path, webvttCues((await archive.text(path)) ?? '')))
          assert.ok(cue.start >= 0 && Number.isFinite(cue.end) && !cue.text.includes('\0'), JSON.stringify(cue));
        if (video.captions)
          readCaptions(await buffer(archive.bytes(`${each}/${video.captions.file}`)), video.captions.name);
      }
    } finally {
      archive.close();
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}
