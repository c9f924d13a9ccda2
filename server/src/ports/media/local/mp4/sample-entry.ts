import { box, type Box, boxesIn, bodyAt, findChildBox, u16, u32 } from './box.ts';

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
function silentFrame(objectType: number, channelConfiguration: number): Buffer | undefined {
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

/** Bytes of a visual sample entry before the boxes inside it. */
const visualHeader = 78;

export type ParameterSets = { head: Buffer; sps: Buffer[]; pps: Buffer[]; extension: Buffer };

/** The decoder configuration of H.264 (ISO/IEC 14496-15, AVCDecoderConfigurationRecord). */
export function readParameterSets(avcC: Buffer): ParameterSets {
  let at = 6;
  const take = (count: number): Buffer[] =>
    Array.from({ length: count }, () => {
      const length = avcC.readUInt16BE(at);
      at += 2 + length;
      return avcC.subarray(at - length, at);
    });
  const sps = take(avcC[5]! & 31);
  const pps = take(avcC[at++]!);
  return { head: avcC.subarray(0, 5), sps, pps, extension: avcC.subarray(at) };
}

/** One configuration with the parameter sets of both; their ids must differ. */
export function mergeParameterSets(a: Buffer, b: Buffer): Buffer {
  const [first, second] = [readParameterSets(a), readParameterSets(b)];
  const list = (sets: Buffer[]): Buffer[] => sets.flatMap((set) => [u16(set.length), set]);
  const sps = [...first.sps, ...second.sps];
  const pps = [...first.pps, ...second.pps];
  return Buffer.concat([
    first.head,
    Buffer.from([0xe0 | sps.length]),
    ...list(sps),
    Buffer.from([pps.length]),
    ...list(pps),
    first.extension,
  ]);
}

export type AvcEntry = { avcC: Buffer; profile: number; level: number; codec: string; width: number; height: number };

/** Undefined for anything but H.264 whose parameter sets stand in the header. */
export function readAvcEntry(entry: Box): AvcEntry | undefined {
  if (entry.type !== 'avc1' || entry.body.length < visualHeader) return undefined;
  const avcC = findChildBox(entry.body.subarray(visualHeader), 'avcC')?.body;
  if (!avcC || avcC.length < 7) return undefined;
  return {
    avcC,
    profile: avcC[1]!,
    level: avcC[3]!,
    codec: `avc1.${avcC.toString('hex', 1, 4)}`,
    width: entry.body.readUInt16BE(24),
    height: entry.body.readUInt16BE(26),
  };
}

/** The entry with this configuration and only what browsers know: pixel aspect and colour. */
export function writeAvcEntry(entry: Buffer, avcC: Buffer): Buffer {
  const kept = boxesIn(entry.subarray(8 + visualHeader)).filter(
    ({ type, body }) => type === 'pasp' || (type === 'colr' && body.toString('latin1', 0, 4) === 'nclx'),
  );
  return box('avc1', entry.subarray(8, 8 + visualHeader), box('avcC', avcC), ...kept.map(({ raw }) => raw));
}

export type Mp4aEntry = {
  codec: string;
  esds: Buffer;
  channels: number;
  sampleRate: number;
  /** A frame in which nothing is heard, where one can be made. */
  silence: Buffer | undefined;
};

/** QuickTime's sound descriptions grew by these bytes with each version. */
const soundHeader: Readonly<Record<number, number>> = { 0: 28, 1: 44, 2: 64 };

const aacRates = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350];

/** AAC and MP3 in MP4 or QuickTime; undefined for anything else. */
export function readMp4aEntry(entry: Box): Mp4aEntry | undefined {
  if (entry.type !== 'mp4a' || entry.body.length < 28) return undefined;
  const inside = entry.body.subarray(soundHeader[entry.body.readUInt16BE(8)] ?? 28);
  const esds = findChildBox(inside, 'esds')?.body ?? bodyAt(inside, 'wave', 'esds');
  const config = esds && readElementaryStream(esds);
  if (!config) return undefined;
  return {
    ...config,
    esds,
    channels: config.channels ?? entry.body.readUInt16BE(16),
    sampleRate: config.sampleRate ?? entry.body.readUInt16BE(24),
  };
}

export function writeMp4aEntry({ esds, channels, sampleRate }: Omit<Mp4aEntry, 'silence'>): Buffer {
  return box(
    'mp4a',
    u32(0, 1, 0, 0),
    u16(channels),
    u16(16),
    u32(0),
    u16(sampleRate > 65_535 ? 0 : sampleRate),
    u16(0),
    box('esds', esds),
  );
}

/** Where the decoder is described among the descriptors of ISO/IEC 14496-1, 7.2.6: its object type stands first. */
function decoderDescription(esds: Buffer): { objectType: number; specific: Buffer } | undefined {
  let at = 4;
  const open = (tag: number): number | undefined => {
    if (esds[at] !== tag) return undefined;
    at += 1;
    let length = 0;
    for (let more = true; more && at < esds.length; at += 1) {
      more = (esds[at]! & 0x80) !== 0;
      length = (length << 7) | (esds[at]! & 0x7f);
    }
    return length;
  };
  if (open(3) === undefined) return undefined;
  const flags = esds[at + 2] ?? 0;
  at += 3 + (flags & 0x80 ? 2 : 0) + (flags & 0x20 ? 2 : 0);
  if (flags & 0x40) return undefined;
  if (open(4) === undefined) return undefined;
  const objectType = esds[at] ?? 0;
  at += 13;
  const length = open(5) ?? 0;
  return { objectType, specific: esds.subarray(at, at + length) };
}

type ElementaryStream = {
  codec: string;
  channels?: number;
  sampleRate?: number;
  silence: Buffer | undefined;
};

/** Which codec the descriptors name, and for AAC what its AudioSpecificConfig says. */
function readElementaryStream(esds: Buffer): ElementaryStream | undefined {
  const description = decoderDescription(esds);
  if (!description) return undefined;
  const { objectType: kind, specific } = description;
  if (kind === 0x69 || kind === 0x6b) return { codec: 'mp4a.6B', silence: undefined };
  if (kind !== 0x40 || specific.length < 2) return undefined;
  const config = specific.readUInt16BE(0);
  const objectType = config >> 11;
  const rate = aacRates[(config >> 7) & 15];
  const channels = (config >> 3) & 15;
  return {
    codec: `mp4a.40.${objectType}`,
    ...(rate ? { sampleRate: rate } : {}),
    ...(channels > 0 ? { channels: channels === 7 ? 8 : channels } : {}),
    silence: silentFrame(objectType, channels),
  };
}

/** JPEG and PNG as sample entries of their own, and as object types of an `mp4v` entry. */
const photographs = new Set(['jpeg', 'mjpa', 'mjpb', 'png ']);
const photographTypes = new Set([0x6c, 0x6d, 0x6e]);

/** Whether a visual entry describes photographs: covers and the pictures of chapters, rarely a recording. */
export function isPhotographEntry(entry: Box): boolean {
  if (entry.type !== 'mp4v') return photographs.has(entry.type);
  const esds = findChildBox(entry.body.subarray(visualHeader), 'esds')?.body;
  return photographTypes.has((esds && decoderDescription(esds)?.objectType) ?? 0);
}

/** Whether what it describes is encrypted: by ISO/IEC 14496-12, or as the shops of films and songs do it. */
export const isEncrypted = ({ type }: Box): boolean => /^(?:enc[avstmu]|drm[is])$/.test(type);
