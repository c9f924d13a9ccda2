type Wide = 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

const marks: readonly (readonly [Wide, readonly number[]])[] = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The text of a file in UTF-16 or UTF-32, with a byte order mark or without one; undefined for any other. */
export function decodeWide(bytes: Uint8Array): { text: string; encoding: Wide } | undefined {
  const marked = marks.find(([, mark]) => mark.every((byte, n) => bytes[n] === byte))?.[0];
  const encoding = marked ?? byNulls(bytes.subarray(0, 1024));
  if (!encoding) return undefined;
  if (encoding === 'utf-16le' || encoding === 'utf-16be')
    return { text: new TextDecoder(encoding).decode(bytes), encoding };
  return { text: decodeUtf32(bytes, encoding === 'utf-32le'), encoding };
}

/** The platform decodes no UTF-32. */
function decodeUtf32(bytes: Uint8Array, isLittle: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittle);
    parts.push(code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code));
  }
  return parts.join('').toWellFormed();
}

/** Times and line ends are ASCII in any language: their other bytes are zero. */
function byNulls(head: Uint8Array): Wide | undefined {
  const nulls = [0, 0, 0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) nulls[index % 4]! += 1;
  const quarter = head.length / 4;
  const [first = 0, second = 0, third = 0, fourth = 0] = nulls.map((many) => many / quarter);
  if (third > 0.9 && fourth > 0.9 && first < 0.1) return 'utf-32le';
  if (first > 0.9 && second > 0.9 && fourth < 0.1) return 'utf-32be';
  const [even, odd] = [(first + third) / 2, (second + fourth) / 2];
  if (odd > 0.4 && even < 0.1) return 'utf-16le';
  if (even > 0.4 && odd < 0.1) return 'utf-16be';
  return undefined;
}
