/** Elements of a raw data block by channel configuration (ISO/IEC 14496-3, table 1.19): one channel, two, or bass. */
const elements: Readonly<Record<number, readonly ('single' | 'pair' | 'low')[]>> = {
  1: ['single'],
  2: ['pair'],
  3: ['single', 'pair'],
  4: ['single', 'pair', 'single'],
  5: ['single', 'pair', 'pair'],
  6: ['single', 'pair', 'pair', 'low'],
  7: ['single', 'pair', 'pair', 'pair', 'low'],
};

const ids = { single: '000', pair: '001', low: '011' } as const;

/** One long window of which no band is sent. */
const window = '0'.repeat(11);
/** Any gain, since nothing follows that it applies to; then neither pulses, noise shaping nor gain control. */
const nothing = `${'0'.repeat(8)}000`;

/** Object types whose frames are those of AAC LC, with what doubles their rate or channels left out: LC, SBR, PS. */
const known = new Set([2, 5, 29]);

/**
 * Builds a silent AAC frame (ISO/IEC 14496-3, 4.4.2.1). Undefined for AAC kinds with other frames, and for channels
 * the configuration does not number.
 */
export function silentFrame(objectType: number, channelConfiguration: number): Buffer | undefined {
  const channels = elements[channelConfiguration];
  if (!known.has(objectType) || !channels) return undefined;
  const counts = { single: 0, pair: 0, low: 0 };
  const bits = channels.map((element) => {
    const tag = (counts[element]++).toString(2).padStart(4, '0');
    // A pair shares its window, and neither of the two is the sum or difference of both.
    const body = element === 'pair' ? `1${window}00${nothing}${nothing}` : `${nothing.slice(0, 8)}${window}000`;
    return ids[element] + tag + body;
  });
  const block = `${bits.join('')}111`;
  const padded = block.padEnd(Math.ceil(block.length / 8) * 8, '0');
  return Buffer.from(padded.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}
