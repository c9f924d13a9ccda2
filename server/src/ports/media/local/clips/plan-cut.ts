import type { MediaSample } from '../mp4/fragment.ts';
import { type OpenPlayable, readData } from '../index/playback-index.ts';

/**
 * Bytes of a sample searched for its first slice header. More is never read, because samples of untrusted files may
 * have megabytes, and groups hundreds of samples.
 */
const headSize = 256;

/** Samples whose heads are read at a time. */
const batch = 1_000;

/**
 * Whether no other frame needs this one: nal_ref_idc of its first slice is 0 (ITU-T H.264, 7.4.1). A frame without a
 * visible slice counts as needed.
 */
function isDisposable(head: Buffer): boolean {
  for (let at = 0; at + 4 < head.length; at += 4 + head.readUInt32BE(at)) {
    const [reference, type] = [(head[at + 4]! >> 5) & 3, head[at + 4]! & 31];
    if (type >= 1 && type <= 5) return reference === 0;
  }
  return false;
}

async function keptOf(
  playable: Pick<OpenPlayable, 'media' | 'index'>,
  samples: readonly MediaSample[],
  from: number,
): Promise<MediaSample[]> {
  const heads = samples.map(({ offset, size }) => ({ offset, size: Math.min(size, headSize) }));
  const data = await readData(playable, heads);
  let at = 0;
  return samples.filter(({ decode, composition }, n) => {
    const head = data.subarray(at, at + heads[n]!.size);
    at += head.length;
    return decode + composition >= from || !isDisposable(head);
  });
}

/**
 * Drops frames shown before `from` (timescale units) that no other frame needs: about half the wasted decoding.
 * Samples have four-byte lengths.
 */
export async function neededFrames(
  playable: Pick<OpenPlayable, 'media' | 'index'>,
  group: readonly MediaSample[],
  from: number,
): Promise<{ samples: MediaSample[]; dropped: number }> {
  const kept: MediaSample[] = [];
  for (let n = 0; n < group.length; n += batch) kept.push(...(await keptOf(playable, group.slice(n, n + batch), from)));
  // Every frame keeps its own time.
  const samples = kept.map((sample, n) => ({
    ...sample,
    duration: (kept[n + 1]?.decode ?? sample.decode + sample.duration) - sample.decode,
  }));
  return { samples, dropped: group.length - kept.length };
}

/** A frame to be shown in the clip. `time` in units of the track's timescale, counted from the clip's start. */
export type Frame = { time: number; sample: MediaSample };

/**
 * Copies `body` and re-encodes `head` and `tail`. `group` lists the samples to decode; `from`, `to` number its frames
 * in display order; `begin` is the first one's source time.
 */
export type Encoding = { group: MediaSample[]; from: number; to: number; begin: number; times: number[] };
export type CutPlan = { head?: Encoding; body: Frame[]; tail?: Encoding };

const presentation = ({ decode, composition }: MediaSample): number => decode + composition;

/** How to decode the frames of a group that are shown within these times. */
function encoding(
  group: readonly MediaSample[],
  wanted: (time: number) => boolean,
  start: number,
): Encoding | undefined {
  const shown = group.map(presentation).sort((a, b) => a - b);
  const from = shown.findIndex(wanted);
  const to = shown.findLastIndex(wanted);
  if (from < 0) return undefined;
  const decode = group.findLastIndex((sample) => presentation(sample) <= shown[to]!) + 1;
  return {
    group: group.slice(0, decode),
    from,
    to,
    begin: shown[from]!,
    times: shown.slice(from, to + 1).map((time) => Math.max(0, time - start)),
  };
}

/** The samples from each sync sample to the next. */
function groupsOf(samples: readonly MediaSample[]): MediaSample[][] {
  const groups: MediaSample[][] = [];
  for (const sample of samples) {
    if (sample.sync || groups.length === 0) groups.push([]);
    groups.at(-1)!.push(sample);
  }
  return groups;
}

/**
 * Longest beginning of a group that is also its first frames in display order, without a gap and before the end:
 * copying it shows no extra frame.
 */
function cleanBeginning(group: readonly MediaSample[], end: number): number {
  const sorted = group.map(presentation).sort((a, b) => a - b);
  let latest = -Infinity;
  let clean = 0;
  for (const [n, sample] of group.entries()) {
    latest = Math.max(latest, presentation(sample));
    if (latest >= end) break;
    if (latest === sorted[n]) clean = n + 1;
  }
  return clean;
}

/**
 * Plans a cut of `[start, end)` in timescale units, from samples in decode order beginning at the keyframe before
 * `start`. `slack` tolerates rounding of times.
 */
export function planCut(samples: readonly MediaSample[], start: number, end: number, slack: number): CutPlan {
  const groups = groupsOf(samples);
  const shown = groups[0]?.map(presentation) ?? [];
  const before = shown.filter((time) => time <= start + slack);
  const first = before.length > 0 ? Math.max(...before) : Math.min(...shown);
  const last = end - slack;
  const copyFrom = groups.findIndex(([key]) => key !== undefined && presentation(key) >= first);
  const plan: CutPlan = { body: [] };
  if (copyFrom !== 0) {
    const head = encoding(groups[0] ?? [], (time) => time >= first && time < last, start);
    if (head) plan.head = head;
  }
  if (copyFrom < 0) return plan;
  for (const group of groups.slice(copyFrom)) {
    if (presentation(group[0]!) >= last) break;
    const clean = cleanBeginning(group, last);
    for (const sample of group.slice(0, clean))
      plan.body.push({ time: Math.max(0, presentation(sample) - start), sample });
    const copied = new Set(group.slice(0, clean).map(presentation));
    const tail = encoding(group, (time) => time < last && !copied.has(time), start);
    if (tail) plan.tail = tail;
  }
  return plan;
}
