/**
 * The range of a PUT, in inclusive bytes; `total` undefined if unknown. `query` asks (`bytes *\/SIZE`, `bytes *\/*`),
 * `chunk` sends a part (`bytes FIRST-LAST/SIZE`), `whole` has no length.
 */
export type ContentRange =
  | { kind: 'query'; total: number | undefined }
  | { kind: 'chunk'; first: number; last: number; total: number | undefined }
  | { kind: 'whole'; total: undefined };

const sizeOf = (text: string | undefined): number | undefined => (text === '*' ? undefined : Number(text));

/** Reads a Content-Range header. Without one, the body is the whole file. Undefined when it makes no sense. */
export function readContentRange(
  header: string | undefined,
  contentLength: number | undefined,
): ContentRange | undefined {
  if (header === undefined)
    return contentLength === undefined
      ? { kind: 'whole', total: undefined }
      : { kind: 'chunk', first: 0, last: contentLength - 1, total: contentLength };
  const query = /^bytes \*\/(\d{1,15}|\*)$/.exec(header);
  if (query) return { kind: 'query', total: sizeOf(query[1]) };
  const chunk = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(header);
  if (!chunk) return undefined;
  const [first, last, total] = [Number(chunk[1]), Number(chunk[2]), sizeOf(chunk[3])];
  return first <= last && last < (total ?? Infinity) ? { kind: 'chunk', first, last, total } : undefined;
}
