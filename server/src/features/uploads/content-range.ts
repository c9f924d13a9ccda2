/**
 * What a PUT of an upload says of its bytes, in bytes from the start of the file, both ends inclusive.
 * `query` asks how much is stored (`bytes *\/SIZE`).
 */
export type ContentRange =
  | { kind: 'query'; total: number }
  | { kind: 'chunk'; first: number; last: number; total: number };

/** Reads a Content-Range header. Without one, a body of known length is the whole file. Undefined when it makes no sense. */
export function readContentRange(
  header: string | undefined,
  contentLength: number | undefined,
): ContentRange | undefined {
  if (header === undefined)
    return contentLength === undefined
      ? undefined
      : { kind: 'chunk', first: 0, last: contentLength - 1, total: contentLength };
  const query = /^bytes \*\/(\d{1,15})$/.exec(header);
  if (query) return { kind: 'query', total: Number(query[1]) };
  const chunk = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(header);
  if (!chunk) return undefined;
  const [first, last, total] = [Number(chunk[1]), Number(chunk[2]), Number(chunk[3])];
  return first <= last && last < total ? { kind: 'chunk', first, last, total } : undefined;
}
