/** Boxes that an MP4 or QuickTime file begins with. */
const firstBoxes = /^(ftyp|moov|mdat|wide|free|skip)$/;

/** Boxes that are looked at: usual files have three or four. */
const mostBoxes = 20;

/** Where in a file the box stands that tells where all its pictures are, in bytes; undefined where there is none. */
export async function findMovieBox(file: Blob): Promise<{ start: number; end: number } | undefined> {
  for (let [at, n] = [0, 0]; at + 8 <= file.size && n < mostBoxes; n += 1) {
    const header = new DataView(await file.slice(at, at + 16).arrayBuffer());
    const type = new TextDecoder('latin1').decode(new Uint8Array(header.buffer, 4, 4));
    if (at === 0 && !firstBoxes.test(type)) return undefined;
    let size = header.getUint32(0);
    if (size === 1 && header.byteLength === 16) size = Number(header.getBigUint64(8));
    if (size < 8) return undefined;
    if (type === 'moov') return { start: at, end: at + size };
    at += size;
  }
  return undefined;
}
