/**
 * The text of a file whose encoding nobody declared: by its byte order mark, else UTF-16 by its null bytes,
 * else UTF-8 when every byte fits, else Windows-1252, which is what old caption tools write and never fails.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decode('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return decode('utf-16be', bytes);
  const wide = wideEncoding(bytes.subarray(0, 1024));
  if (wide) return decode(wide, bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decode('windows-1252', bytes);
  }
}

function decode(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes);
}

/** UTF-16 without a mark: in Western text, and in any timing line, every second byte is zero. */
function wideEncoding(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const nulls = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) nulls[index % 2]! += 1;
  const [even = 0, odd = 0] = nulls;
  const many = head.length / 5;
  if (odd > many && even === 0) return 'utf-16le';
  if (even > many && odd === 0) return 'utf-16be';
  return undefined;
}
