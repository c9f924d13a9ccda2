/** The contents of the boxes of a name, at a path below a buffer. */
function boxes(bytes: Buffer, [name, ...below]: readonly string[]): Buffer[] {
  if (name === undefined) return [bytes];
  const found: Buffer[] = [];
  for (let at = 0; at + 8 <= bytes.length; at += Math.max(8, bytes.readUInt32BE(at)))
    if (bytes.toString('latin1', at + 4, at + 8) === name)
      found.push(...boxes(bytes.subarray(at + 8, at + bytes.readUInt32BE(at)), below));
  return found;
}

/** The composition offset of every sound sample of a segment, in units of its track; 0 where it carries none. */
export function soundOffsets(init: Buffer, segment: Buffer): number[] {
  const sound = boxes(init, ['moov', 'trak'])
    .filter((track) => boxes(track, ['mdia', 'hdlr'])[0]!.toString('latin1', 8, 12) === 'soun')
    .map((track) => {
      const [header] = boxes(track, ['tkhd']);
      return header!.readUInt32BE(header![0] === 1 ? 20 : 12);
    });
  const fragments = boxes(segment, ['moof', 'traf']).filter((fragment) =>
    sound.includes(boxes(fragment, ['tfhd'])[0]!.readUInt32BE(4)),
  );
  return fragments.flatMap((fragment) => boxes(fragment, ['trun']).flatMap(offsetsOf));
}

/** ISO 14496-12, 8.8.8: optional fields of the run, then those of each sample, offsets last. */
function offsetsOf(run: Buffer): number[] {
  const flags = run.readUInt32BE(0) & 0xffffff;
  const first = 8 + 4 * [0x1, 0x4].filter((flag) => flags & flag).length;
  const before = 4 * [0x100, 0x200, 0x400].filter((flag) => flags & flag).length;
  const carries = (flags & 0x800) !== 0;
  const size = before + (carries ? 4 : 0);
  return Array.from({ length: run.readUInt32BE(4) }, (_, n) =>
    carries ? run.readInt32BE(first + n * size + before) : 0,
  );
}
