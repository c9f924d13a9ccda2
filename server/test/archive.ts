import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { archiveFormat } from '../src/features/exports/format.ts';

/** An archive of videos whose recordings are so many zeros, stored or compressed. */
export async function buildTestArchive({
  compress,
  sizes,
  listed,
  told = {},
  transcript,
  folderOf = (n) => `videos/${n}`,
}: {
  compress: boolean;
  /** Bytes of each recording, or its number of zero bytes. */
  sizes: (number | Buffer)[];
  /** Size that the list claims for each recording, regardless of the real one. */
  listed?: number;
  /** Told of each video beside what is harmless. */
  told?: object;
  /** Transcript of each recording, as WebVTT. */
  transcript?: string;
  folderOf?: (n: number) => string;
}): Promise<Buffer> {
  const zip = new ZipFile();
  const files: { path: string; bytes: number; sha256: string }[] = [];
  const add = (path: string, content: Buffer, options: object = {}, said = content): void => {
    zip.addBuffer(content, path, options);
    files.push({ path, bytes: said.length, sha256: createHash('sha256').update(said).digest('hex') });
  };
  const folders = sizes.map((_, n) => folderOf(n));
  for (const [n, folder] of folders.entries()) {
    const video = {
      title: 'A bomb',
      title_by_person: false,
      description: '',
      description_by_person: false,
      summary: '',
      summary_by_person: false,
      created_at: new Date().toISOString(),
      file_name: null,
      duration: 60,
      kind: 'video',
      transcript_source: null,
      transcript_language: null,
      recording: 'recording.mp4',
      chapters: [],
      clips: [],
      ...told,
    };
    add(`${folder}/video.json`, Buffer.from(JSON.stringify(video)));
    if (transcript !== undefined) add(`${folder}/transcript.vtt`, Buffer.from(transcript));
    const given = sizes[n]!;
    const recording = typeof given === 'number' ? Buffer.alloc(given) : given;
    add(`${folder}/recording.mp4`, recording, { compress }, listed === undefined ? recording : Buffer.alloc(listed));
  }
  const manifest = { ...archiveFormat, created_at: new Date().toISOString(), videos: folders, files };
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'export.json');
  zip.end();
  return buffer(zip.outputStream);
}

/** An archive whose directory tells of its second recording, a byte long, that it is the first one once more. */
export async function buildOverlappingArchive(): Promise<Buffer> {
  const bytes = await buildTestArchive({ compress: false, sizes: [1_000_000, 1], listed: 1_000_000 });
  const entries: number[] = [];
  for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4))
    entries.push(at);
  const nameAt = (at: number): string => bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28));
  const [first, second] = entries.filter((at) => nameAt(at).endsWith('recording.mp4'));
  // Checksum and sizes, then the place of the bytes.
  bytes.copy(bytes, second! + 16, first! + 16, first! + 28);
  bytes.copy(bytes, second! + 42, first! + 42, first! + 46);
  return bytes;
}
