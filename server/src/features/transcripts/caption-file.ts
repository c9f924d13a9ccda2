import type { Queryable } from '../../platform/database/database.ts';
import { Problem } from '@lectern/contract/problem';
import { uploadLimits } from '@lectern/contract/uploads/uploads';
import { type ChildLimits, runInSubprocess } from '../../platform/subprocess/in-child.ts';
import type { CaptionsInput } from './formats/captions.child.ts';
import type { Hints, ReadCaptions } from './formats/read-captions.ts';

/**
 * The caption file a member gave for a recording, byte for byte, and the encoding it was read in, where somebody has.
 */
export const captionFileOf = (db: Queryable, videoId: string) =>
  db
    .selectFrom('caption_files')
    .select(['file_name', 'bytes', 'encoding'])
    .where('id', '=', videoId)
    .executeTakeFirst();

type CaptionFile = { name: string; bytes: Buffer; encoding: string | null };

/** Keeps a caption file under the passthrough of its recording; a later one replaces it. */
export function saveCaptionFile(db: Queryable, id: string, { name, bytes, encoding }: CaptionFile) {
  const file = { file_name: name, bytes, encoding };
  return db
    .insertInto('caption_files')
    .values({ id, ...file })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...file, created_at: new Date() }))
    .execute();
}

export const dropCaptionFile = (db: Queryable, id: string) =>
  db.deleteFrom('caption_files').where('id', '=', id).execute();

const module = new URL('./formats/captions.child.ts', import.meta.url);

type Reading = Pick<ChildLimits, 'owner' | 'signal'> & Hints;

/**
 * Reads a caption file, or a caption track, in a process of its own; see `readCaptions`. Throws `captions_too_large`,
 * `captions_unreadable` and `reading_stopped`.
 */
export const readCaptionFile = (bytes: Uint8Array, fileName: string, reading: Reading = {}): Promise<ReadCaptions> =>
  read(bytes, fileName, false, reading);

/** The same with the number of the cues alone: a hostile file has too many for a server that only counts them. */
export const countCaptions = (
  bytes: Uint8Array,
  fileName: string,
  reading: Reading,
): Promise<Omit<ReadCaptions, 'cues'> & { cues: number }> => read(bytes, fileName, true, reading);

async function read<Captions>(
  bytes: Uint8Array,
  fileName: string,
  counted: boolean,
  { owner, signal, ...hints }: Reading,
): Promise<Captions> {
  if (bytes.length > uploadLimits.captions) throw new Problem('captions_too_large');
  const input: CaptionsInput = { bytes, fileName, hints, counted };
  return runInSubprocess<Captions>(module, input, { owner, signal, processor: 30 });
}
