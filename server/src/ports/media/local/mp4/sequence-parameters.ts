/** Bits of a raw byte sequence, the most significant first. */
function bitsOf(bytes: Buffer) {
  let at = 0;
  const bit = (): number => {
    const byte = bytes[at >> 3];
    if (byte === undefined) throw new RangeError('A sequence parameter set ends too early.');
    const value = (byte >> (7 - (at & 7))) & 1;
    at += 1;
    return value;
  };
  const bits = (count: number): number => Array.from({ length: count }).reduce<number>((sum) => sum * 2 + bit(), 0);
  /** An unsigned Exp-Golomb number (ITU-T H.264, 9.1). */
  const unsigned = (): number => {
    let zeros = 0;
    while (bit() === 0) if ((zeros += 1) > 32) throw new RangeError('A number of a parameter set is too long.');
    return 2 ** zeros - 1 + bits(zeros);
  };
  const signed = (): number => {
    const value = unsigned();
    return value % 2 === 1 ? (value + 1) / 2 : -value / 2;
  };
  return { bit, bits, unsigned, signed };
}

type Bits = ReturnType<typeof bitsOf>;

/** Profiles whose sets tell chroma format and scaling lists (7.3.2.1.1). */
const withChroma = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

function skipScalingList({ signed }: Bits, size: number): void {
  let [last, next] = [8, 8];
  for (let n = 0; n < size; n += 1) {
    if (next !== 0) next = (last + signed() + 256) % 256;
    last = next === 0 ? last : next;
  }
}

/** Whether the chroma format is 4:2:0 and samples have 8 bits. */
function isUsualFormat(bits: Bits): boolean {
  const chroma = bits.unsigned();
  if (chroma === 3) bits.bit();
  const deeper = bits.unsigned() + bits.unsigned();
  bits.bit();
  if (bits.bit() === 1)
    for (let n = 0; n < (chroma === 3 ? 12 : 8); n += 1) if (bits.bit() === 1) skipScalingList(bits, n < 6 ? 16 : 64);
  return chroma === 1 && deeper === 0;
}

function skipOrder({ bit, unsigned, signed }: Bits): void {
  const type = unsigned();
  if (type === 0) unsigned();
  if (type !== 1) return;
  bit();
  signed();
  signed();
  for (let cycle = unsigned(); cycle > 0; cycle -= 1) signed();
}

export type Sequence = {
  /** 4:2:0 with 8 bits a sample. Others, grey among them, are in profiles that browsers play, and are not played. */
  usualFormat: boolean;
  /** Pictures may be coded as fields (`frame_mbs_only_flag` is 0). Browsers show both fields at once, as combs. */
  perhapsInterlaced: boolean;
};

/**
 * Reads a sequence parameter set with its NAL header (ITU-T H.264, 7.3.2.1.1). Returns the usual values where it is
 * unreadable.
 */
export function readSequence(set: Buffer): Sequence {
  // Bytes that keep start codes out of the payload are no part of it.
  const payload = Buffer.from(set.subarray(1).toString('latin1').replaceAll('\0\0\x03', '\0\0'), 'latin1');
  const bits = bitsOf(payload);
  try {
    const profile = bits.bits(8);
    bits.bits(16);
    bits.unsigned();
    const usualFormat = !withChroma.has(profile) || isUsualFormat(bits);
    bits.unsigned();
    skipOrder(bits);
    bits.unsigned();
    bits.bit();
    bits.unsigned();
    bits.unsigned();
    return { usualFormat, perhapsInterlaced: bits.bit() === 0 };
  } catch (error) {
    if (error instanceof RangeError) return { usualFormat: true, perhapsInterlaced: false };
    throw error;
  }
}
