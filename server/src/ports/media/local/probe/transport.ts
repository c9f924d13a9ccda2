import { readSync } from 'node:fs';
import { mostPieces, type RecordingPiece, type RecordingPieceStart } from './limits.ts';

/** A track as the head of its file describes it. */
export type TrackHead = {
  /** ffmpeg's number of its stream. */
  n: number;
  /** The container's id of the track. */
  id: number;
  /** Undefined for what is no recording by itself: captions, data, covers. */
  kind: 'video' | 'audio' | undefined;
  isEncrypted: boolean;
};

/** Bytes of a packet of MPEG-TS (ISO/IEC 13818-1), and how many packets are looked at. */
const packetSize = 188;
const looked = 20_000;

/** Types of streams in the table of a program: the others are captions, data, or named by what follows. */
const kinds: ReadonlyMap<number, 'video' | 'audio'> = new Map([
  ...[0x01, 0x02, 0x10, 0x1b, 0x20, 0x24, 0x42, 0xd1, 0xea].map((type) => [type, 'video'] as const),
  ...[0x03, 0x04, 0x0f, 0x11, 0x1c, 0x81, 0x82, 0x83, 0x84, 0x85, 0x87].map((type) => [type, 'audio'] as const),
]);

/** Descriptors of sound in a stream of private data: AC-3, E-AC-3, DTS. */
const soundDescriptors = new Set([0x6a, 0x7a, 0x7b]);

/** The table that begins in this packet, from its length on. */
function tableIn(packet: Buffer, id: number): Buffer {
  const from = 4 + ((packet[3]! & 0x20) === 0 ? 0 : 1 + packet[4]!);
  const table = packet.subarray(from + 1 + (packet[from] ?? 0));
  if (table[0] !== id || table.length < 12) return Buffer.alloc(0);
  return table.subarray(0, Math.max(0, 3 + (table.readUInt16BE(1) & 0xfff) - 4));
}

/** The numbers of the tables of programs. */
const programsIn = (table: Buffer): number[] =>
  Array.from({ length: Math.max(0, Math.floor((table.length - 8) / 4)) }, (_, n) => table.readUInt32BE(8 + n * 4))
    .filter((entry) => entry >>> 16 !== 0)
    .map((entry) => entry & 0x1fff);

function streamsIn(table: Buffer): Pick<TrackHead, 'id' | 'kind'>[] {
  const found: Pick<TrackHead, 'id' | 'kind'>[] = [];
  if (table.length < 12) return found;
  for (let at = 12 + (table.readUInt16BE(10) & 0xfff); at + 5 <= table.length;) {
    const end = at + 5 + (table.readUInt16BE(at + 3) & 0xfff);
    let kind = kinds.get(table[at]!);
    for (let tag = at + 5; tag + 2 <= end && table[at] === 6; tag += 2 + (table[tag + 1] ?? 0))
      if (soundDescriptors.has(table[tag]!)) kind = 'audio';
    found.push({ id: table.readUInt16BE(at + 1) & 0x1fff, kind });
    at = end;
  }
  return found;
}

/**
 * The streams of an MPEG-TS in the order of its tables, and whether they are scrambled, as broadcasters send them to their
 * subscribers; without tables what is scrambled.
 */
export function tracksOfTransport(fd: number, { start, end }: RecordingPiece): TrackHead[] {
  const bytes = Buffer.alloc(Math.min(looked * packetSize, end - start));
  const there = readSync(fd, bytes, 0, bytes.length, start);
  /** Packets with something in them by the number of their stream, and those of them that are scrambled. */
  const seen = new Map<number, { carrying: number; scrambled: number }>();
  const programs = new Map<number, Pick<TrackHead, 'id' | 'kind'>[]>();
  for (let at = 0; at + packetSize <= there; at += packetSize) {
    const packet = bytes.subarray(at, at + packetSize);
    if (packet[0] !== 0x47) return [];
    if ((packet[3]! & 0x10) === 0) continue;
    const id = packet.readUInt16BE(1) & 0x1fff;
    const begins = (packet[1]! & 0x40) !== 0;
    if (id === 0 && begins)
      for (const program of programsIn(tableIn(packet, 0))) programs.set(program, programs.get(program) ?? []);
    else if (begins && programs.get(id)?.length === 0) programs.set(id, streamsIn(tableIn(packet, 2)));
    const count = seen.get(id) ?? { carrying: 0, scrambled: 0 };
    count.carrying += 1;
    if ((packet[3]! & 0xc0) !== 0) count.scrambled += 1;
    seen.set(id, count);
  }
  const isEncrypted = (id: number): boolean => {
    const { carrying, scrambled } = seen.get(id) ?? { carrying: 0, scrambled: 0 };
    return scrambled > carrying / 2;
  };
  const told = [...programs.values()].flat();
  const streams = told.length > 0 ? told : [...seen.keys()].filter(isEncrypted).map((id) => ({ id, kind: undefined }));
  return streams.map((stream, n) => ({ ...stream, n, isEncrypted: isEncrypted(stream.id) }));
}

/** Bytes that are looked through at a time: whole packets. */
const block = 5_000 * packetSize;

/** Ticks of the clock in a packet's field of adaptation: 90,000 a second, in 33 bits. */
function clockIn(packet: Buffer): number | undefined {
  if ((packet[3]! & 0x20) === 0 || packet[4]! < 7 || (packet[5]! & 0x10) === 0) return undefined;
  return packet.readUInt32BE(6) * 2 + (packet[10]! >> 7);
}

/**
 * Ticks by which a clock that is set back began anew, and above which ffmpeg goes on behind it by itself: 1 and 10 s.
 */
const setBack = { least: 90_000, known: 900_000 };

/**
 * Finds clock restarts of an MPEG-TS, as in joined files. Returns only the beginning where ffmpeg copes alone,
 * avoiding encoding. Returns at most one above the limit.
 */
export function startsOfTransport(fd: number, size: number): RecordingPieceStart[] {
  const bytes = Buffer.alloc(block);
  const starts: RecordingPieceStart[] = [{ start: 0 }];
  const clocks = new Map<number, number>();
  let [tables, isKnown] = [0, true];
  for (let from = 0; from < size; from += block) {
    const there = readSync(fd, bytes, 0, block, from);
    for (let at = 0; at + packetSize <= there; at += packetSize) {
      if (bytes[at] !== 0x47) return [];
      const packet = bytes.subarray(at, at + packetSize);
      const id = packet.readUInt16BE(1) & 0x1fff;
      if (id === 0) tables = from + at;
      const clock = clockIn(packet);
      if (clock === undefined) continue;
      const back = ((clocks.get(id) ?? clock) - clock + 2 ** 33) % 2 ** 33;
      clocks.set(id, clock);
      if (back < setBack.least || back > 2 ** 32) continue;
      isKnown &&= back > setBack.known;
      // Its tables stand before it.
      if (starts.length <= mostPieces) starts.push({ start: tables > starts.at(-1)!.start ? tables : from + at });
      if (starts.length > mostPieces && !isKnown) return starts;
      clocks.clear();
    }
  }
  return isKnown ? starts.slice(0, 1) : starts;
}
