import type { ObjectPiece, Storage } from '../../ports/storage/port.ts';
import { storageKeys } from '../storage/keys.ts';
import type { UploadLease } from './lease.ts';
import type { UploadPart } from './store.ts';

/** The part being written now. */
export const lastPart = ({ parts }: Pick<UploadLease, 'parts'>): UploadPart => parts.at(-1)!;

/** The stored parts of an upload of `size` bytes; the last one may not exist yet. */
const piecesOf = ({ upload, parts }: UploadLease, size: number): ObjectPiece[] =>
  parts.map(({ part_number: n, first_byte: first }, i) => ({
    key: storageKeys.part(upload.id, n),
    size: (parts[i + 1]?.first_byte ?? size) - first,
  }));

/** So many bytes from the start of an upload, of which so many are stored, or as many as there are. */
export async function readUploadHead(
  storage: Storage,
  claim: UploadLease,
  { length, stored }: { length: number; stored: number },
) {
  const head = Buffer.alloc(Math.min(length, stored));
  let at = 0;
  for (const { key, size } of piecesOf(claim, stored)) {
    if (at === head.length || size === 0) break;
    await using piece = await storage.open(key);
    at += await piece.read(head.subarray(at, at + size), 0);
  }
  return head.subarray(0, at);
}

/** Gives a whole upload of so many bytes its place, once; what it came in goes. */
export async function publishParts(storage: Storage, claim: UploadLease, size: number): Promise<void> {
  const { id } = claim.upload;
  await storage.join(piecesOf(claim, size), storageKeys.original(id));
  for await (const { key } of storage.list(`${storageKeys.folder(id)}/`))
    if (key.startsWith(storageKeys.part(id))) await storage.remove(key);
}
