import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Problem } from '@lectern/contract/problem';
import { plans } from '@lectern/contract/rules/plans';
import { uploadLimits } from '@lectern/contract/uploads/uploads';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { z } from 'zod';
import { ExportManifest } from './format.ts';

/** Bytes of a text read into memory; a three-hour transcript has about one million. */
const longestText = 50_000_000;

const mostFiles = 100_000;

const mostVideos = Math.max(...Object.values(plans).map(({ videos }) => videos));

/**
 * Limits on decompression: `free` bytes per file and `times` its compressed size, as texts shrink tenfold and
 * recordings hardly. `total` bounds the bytes of all texts read.
 */
const usual = {
  free: 4_000_000,
  times: 100,
  timesLong: 2,
  total: 2 * longestText + mostVideos * uploadLimits.captions,
};

const unreadable = (cause: unknown): Problem => new Problem('archive_unreadable', { cause });

/**
 * Blames the archive for read errors, except `Problem`s and failed system calls such as a bad disk or missing
 * descriptors.
 */
const blamed = (error: unknown): unknown =>
  error instanceof Problem || (error instanceof Error && 'syscall' in error) ? error : unreadable(error);

/** Says what is wrong and where, for the author of the file. */
const wrong = (path: string, what: string): Problem =>
  new Problem('archive_unreadable', {
    cause: `${path}: ${what}`,
    detail: `This export cannot be imported. In  ${path.slice(0, 200)}: ${what.slice(0, 300)}.`,
  });

export type ArchiveReader = {
  manifest: ExportManifest;
  /** Throws `archive_unreadable` for what is missing, altered or of another form. */
  json<T>(path: string, schema: z.ZodType<T>): Promise<T>;
  /** Undefined when there is none. */
  text(path: string): Promise<string | undefined>;
  /** The pieces of a file; throws `archive_unreadable` at the end when its checksum is not the one of the list. */
  bytes(path: string): AsyncGenerator<Buffer>;
  /** Bytes of a file; undefined when there is none. */
  size(path: string): number | undefined;
  /** The checksum of a file in the list; undefined when it is not there. */
  digest(path: string): string | undefined;
  close(): void;
};

/** Opens an archive of this product and trusts nothing in it. Throws `archive_unreadable`. */
export async function readArchive(file: string, unfolding = usual): Promise<ArchiveReader> {
  const zip = await openPromise(file, { autoClose: false }).catch((error: unknown) => {
    throw blamed(error);
  });
  try {
    const entries = await entriesOf(zip, (await stat(file)).size);
    const piecesOf = unfold(zip, unfolding);
    const list = listIn(entries);
    const root = list?.slice(0, -listName.length) ?? '';
    const manifest = parse(ExportManifest, listName, await textOf(piecesOf, entries.get(list ?? listName)));
    const listed = new Map(manifest.files.map((each) => [each.path, each]));
    const entryOf = (path: string): Entry | undefined => entries.get(root + plainPath(path));
    const bytes = async function* (path: string): AsyncGenerator<Buffer> {
      const entry = entryOf(path);
      const expected = listed.get(path);
      if (!entry || !expected) throw unreadable(`${path} is missing`);
      const hash = createHash('sha256');
      for await (const chunk of piecesOf(entry)) {
        hash.update(chunk);
        yield chunk;
      }
      if (hash.digest('hex') !== expected.sha256) throw unreadable(`${path} was altered`);
    };
    const text = async (path: string): Promise<string | undefined> => {
      const entry = entryOf(path);
      if (!entry) return undefined;
      if (entry.uncompressedSize > longestText) throw unreadable(`${path} is too long`);
      return (await buffer(bytes(path))).toString();
    };
    return {
      manifest,
      text,
      bytes,
      json: async (path, schema) => parse(schema, path, await text(path)),
      size: (path) => entryOf(path)?.uncompressedSize,
      digest: (path) => listed.get(path)?.sha256,
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw blamed(error);
  }
}

const listName = 'export.json';

/**
 * A path as it was before an archiver wrote it its own way: with other slashes, from a dot on, its letters decomposed.
 */
const plainPath = (path: string): string =>
  path
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.')
    .join('/')
    .normalize('NFC');

/** Names are UTF-8, also where an archiver does not say so. */
function nameOf({ fileName, fileNameRaw }: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw);
  } catch {
    return fileName;
  }
}

/** The path of the list: an export that was unpacked and packed again lies in a folder of its own. */
const listIn = (entries: ReadonlyMap<string, Entry>): string | undefined =>
  [...entries.keys()]
    .filter((path) => path === listName || path.endsWith(`/${listName}`))
    .toSorted((one, other) => one.split('/').length - other.split('/').length)[0];

/** By their paths. Only a bomb tells several files of the same bytes. */
async function entriesOf(zip: ZipFile, fileSize: number): Promise<Map<string, Entry>> {
  if (zip.entryCount > mostFiles) throw unreadable('too many files');
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    bytes += entry.compressedSize;
    if (bytes > fileSize) throw unreadable('its files overlap');
    if (!/[/\\]$/.test(entry.fileName)) entries.set(plainPath(nameOf(entry)), entry);
  }
  return entries;
}

type PiecesOf = (entry: Entry) => AsyncGenerator<Buffer>;

/**
 * Reads the pieces of entries, and no further than an honest archive unfolds. The library breaks off an entry that is longer
 * than it says.
 */
function unfold(zip: ZipFile, { free, times, timesLong, total }: typeof usual): PiecesOf {
  let inAll = 0;
  return async function* (entry) {
    const stream = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
      throw blamed(error);
    });
    const pieces = stream[Symbol.asyncIterator]();
    // Not around `yield`: a failure of whoever takes the pieces is no fault of the archive.
    const next = () =>
      pieces.next().catch((error: unknown) => {
        throw blamed(error);
      });
    const isText = entry.uncompressedSize <= longestText;
    const isStored = entry.compressionMethod === 0;
    let room = isStored ? Infinity : free + (isText ? times : timesLong) * entry.compressedSize;
    try {
      for (let piece = await next(); !piece.done; piece = await next()) {
        const bytes = piece.value as Buffer;
        room -= bytes.length;
        if (isText) inAll += bytes.length;
        if (room < 0) throw unreadable(`${entry.fileName} unfolds without end`);
        if (inAll > total) throw wrong(entry.fileName, 'with this file the export unfolds too far');
        yield bytes;
      }
    } finally {
      stream.destroy();
    }
  };
}

async function textOf(piecesOf: PiecesOf, entry: Entry | undefined): Promise<string | undefined> {
  if (!entry || entry.uncompressedSize > longestText) return undefined;
  return (await buffer(piecesOf(entry))).toString();
}

function parse<T>(schema: z.ZodType<T>, path: string, content: string | undefined): T {
  if (content === undefined) throw unreadable(`${path} is missing or too long`);
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    throw unreadable(error);
  }
  return parseArchiveValue(schema, path, value);
}

/** The value, if it is of this form. Throws `archive_unreadable` with the place of the first thing that is not. */
export function parseArchiveValue<T>(schema: z.ZodType<T>, path: string, value: unknown): T {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw wrong(path, `${issue?.path.join('.') || 'all of it'}: ${issue?.message}`);
}
