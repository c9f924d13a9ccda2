/** A box of an ISO base media file (ISO/IEC 14496-12): `raw` with its header, `body` without. Views, not copies. */
export type Box = { type: string; raw: Buffer; body: Buffer };

/** Boxes in one place: even the tags and tracks of the oddest files are some hundred. */
const mostBoxes = 4096;

/**
 * The boxes that follow each other in a buffer. Ends quietly where the bytes make no sense, or where there are more
 * than anybody has.
 */
export function boxesIn(buffer: Buffer): Box[] {
  const found: Box[] = [];
  let at = 0;
  while (at + 8 <= buffer.length && found.length < mostBoxes) {
    let size = buffer.readUInt32BE(at);
    let header = 8;
    if (size === 1 && at + 16 <= buffer.length) {
      size = Number(buffer.readBigUInt64BE(at + 8));
      header = 16;
    } else if (size === 0) size = buffer.length - at;
    if (size < header || at + size > buffer.length) break;
    const raw = buffer.subarray(at, at + size);
    found.push({ type: raw.toString('latin1', 4, 8), raw, body: raw.subarray(header) });
    at += size;
  }
  return found;
}

export const findChildBox = (buffer: Buffer, type: string): Box | undefined =>
  boxesIn(buffer).find((box) => box.type === type);

/** The body of the box at the end of a path of types. */
export function bodyAt(buffer: Buffer, ...path: string[]): Buffer | undefined {
  let body: Buffer | undefined = buffer;
  for (const type of path) body = body && findChildBox(body, type)?.body;
  return body;
}

export const u16 = (value: number): Buffer => Buffer.from([(value >> 8) & 255, value & 255]);

/** Any number of 32-bit values: tables of long recordings are longer than an argument list may be. */
export function u32s(values: readonly number[]): Buffer {
  const buffer = Buffer.allocUnsafe(values.length * 4);
  for (const [i, value] of values.entries()) buffer.writeUInt32BE(value >>> 0, i * 4);
  return buffer;
}

export const u32 = (...values: number[]): Buffer => u32s(values);

export function u64(value: number): Buffer {
  const buffer = Buffer.allocUnsafe(8);
  buffer.writeBigUInt64BE(BigInt(Math.round(value)));
  return buffer;
}

export function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([u32(size), Buffer.from(type, 'latin1'), ...parts], size);
}

export const fullBox = (type: string, version: number, flags: number, ...parts: Uint8Array[]): Buffer =>
  box(type, u32(((version << 24) | flags) >>> 0), ...parts);
