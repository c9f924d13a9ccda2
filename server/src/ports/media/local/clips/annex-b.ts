export type EncodedFrames = { frames: { data: Buffer; sync: boolean }[]; sps: Buffer[]; pps: Buffer[] };

/** Where a NAL unit begins behind its start code (ITU-T H.264, annex B). */
function unitsIn(stream: Buffer): Buffer[] {
  const starts: number[] = [];
  for (let at = stream.indexOf('000001', 0, 'hex'); at >= 0; at = stream.indexOf('000001', at + 3, 'hex'))
    starts.push(at + 3);
  return starts.map((start, n) => {
    let end = n + 1 < starts.length ? starts[n + 1]! - 3 : stream.length;
    while (end > start && stream[end - 1] === 0) end -= 1;
    return stream.subarray(start, end);
  });
}

/** A bare H.264 stream with one slice a frame, as samples with four bytes of length, and its parameter sets. */
export function readAnnexB(stream: Buffer): EncodedFrames {
  const found: EncodedFrames = { frames: [], sps: [], pps: [] };
  for (const unit of unitsIn(stream)) {
    const type = unit[0]! & 31;
    if (type === 7) found.sps[0] ??= unit;
    else if (type === 8) found.pps[0] ??= unit;
    else if (type === 1 || type === 5) {
      const data = Buffer.alloc(unit.length + 4);
      data.writeUInt32BE(unit.length);
      unit.copy(data, 4);
      found.frames.push({ data, sync: type === 5 });
    }
  }
  return found;
}

/** An unsigned Exp-Golomb number at the start of these bytes. */
function expGolomb(bytes: Buffer): number {
  const bits = [...bytes.subarray(0, 8)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const zeros = bits.indexOf('1');
  return zeros < 0 ? 0 : Number.parseInt(bits.slice(zeros, zeros * 2 + 1), 2) - 1;
}

/** Ids that none of these parameter sets has, as many as asked for. */
export function freeIds(sps: readonly Buffer[], pps: readonly Buffer[], count: number): number[] {
  const taken = new Set([
    ...sps.map((set) => expGolomb(set.subarray(4))),
    ...pps.map((set) => expGolomb(set.subarray(1))),
  ]);
  return Array.from({ length: 32 }, (_, id) => id)
    .filter((id) => id > 0 && !taken.has(id))
    .slice(0, count);
}
